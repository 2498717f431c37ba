//! How long a search may take.

use std::time::{Duration, Instant};

use super::agent::Stop;

/// How often a search asks whether to stop.
const ASK_EVERY: Duration = Duration::from_millis(5);

/// Limits of a search; the first one met ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Limits {
    /// Visits of the position, those kept from earlier searches included.
    pub(super) iterations: Option<u64>,
    pub(super) time: Option<Duration>,
}

/// A search under way.
pub(super) struct Clock<'s> {
    limits: Limits,
    started: Instant,
    asked: Instant,
    stop: Option<&'s Stop>,
}

/// The most iterations that a search makes: half of what a counter of visits holds.
const MOST_VISITS: u64 = u32::MAX as u64 / 2;

/// As many bytes as `mebibytes` are, or as can be had: a search that would take more than there is
/// grows no further instead.
pub(super) fn affordable(mebibytes: usize) -> usize {
    let asked = mebibytes.saturating_mul(1 << 20);
    let mut bytes = asked;
    while bytes > 0 && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bytes /= 2;
    }
    // Of what is all there is, the caller needs a part too.
    if bytes == asked { bytes } else { bytes / 2 }
}

impl<'s> Clock<'s> {
    pub(super) fn start(limits: Limits, stop: Option<&'s Stop>) -> Self {
        let now = Instant::now();
        Self { limits, started: now, asked: now, stop }
    }

    /// Iterations that may still be made after this many.
    pub(super) fn left(&self, iterations: u64) -> u64 {
        // A day's search ends before the counters of visits do.
        let limit = self.limits.iterations.unwrap_or(u64::MAX).min(MOST_VISITS);
        limit.saturating_sub(iterations)
    }

    /// Is this part of the time over, or has the caller had enough?
    pub(super) fn is_over_in_part(&self, part: u32) -> bool {
        let spent = self.started.elapsed();
        self.limits.time.is_some_and(|limit| part * spent >= limit)
            || self.stop.is_some_and(|stop| stop())
    }

    /// Is the time over, or has the caller had enough?
    pub(super) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if self.limits.time.is_some_and(|limit| now - self.started >= limit) {
            return true;
        }
        match self.stop {
            Some(stop) if now - self.asked >= ASK_EVERY => {
                self.asked = now;
                stop()
            }
            _ => false,
        }
    }
}
