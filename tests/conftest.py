"""Settings for the whole suite."""

from hypothesis import HealthCheck, settings

# The everyday suite tries the same examples each time; the slow tests look for new ones.
settings.register_profile(
    "everyday",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("everyday")
