"""What `import patchwork` costs beside `import numpy`, which it needs anyway.

    python benches/import_time.py [--runs 20]

Each run is a process of its own; the two alternate, and the best of each counts.
"""

import argparse
import subprocess
import sys

CODE = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
FOREIGN = ("click", "rich", "textual", "nanoarrow", "pyarrow", "matplotlib", "concurrent.futures")


def seconds(modules: str) -> float:
    """Import them in a new process."""
    line = [sys.executable, "-c", CODE.format(modules)]
    return float(subprocess.run(line, capture_output=True, text=True, check=True).stdout)  # noqa: S603


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    numpy, both, alone = [], [], []
    for _ in range(options.runs):
        numpy.append(seconds("numpy"))
        both.append(seconds("numpy, patchwork"))
        alone.append(seconds("patchwork"))
    print(f"import numpy              {1e3 * min(numpy):7.1f} ms")
    print(f"import numpy, patchwork   {1e3 * min(both):7.1f} ms")
    print(f"import patchwork          {1e3 * min(alone):7.1f} ms")
    print(f"patchwork beside numpy    {100 * (min(both) / min(numpy) - 1):+7.1f} %")
    code = f"import sys, patchwork; print([m for m in {FOREIGN} if m in sys.modules])"
    line = [sys.executable, "-c", code]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)  # noqa: S603
    print(f"imported of {', '.join(FOREIGN)}: {ran.stdout.strip()}")


if __name__ == "__main__":
    main()
