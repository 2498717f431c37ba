//! Threads that do the same work on many jobs, again and again within one search.
//!
//! A batch takes some tens of microseconds, too short to sleep and wake up for: who waits spins
//! for a moment and then lets others run.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Jobs that the threads share, and what is done with each.
pub(super) struct Team<J, W> {
    jobs: Vec<Mutex<J>>,
    work: W,
    /// Where the batch begins among the jobs.
    first: AtomicUsize,
    /// Jobs of the batch that nobody has begun: its first ones.
    unbegun: AtomicUsize,
    /// Jobs of the batch that are not done.
    undone: AtomicUsize,
    dismissed: AtomicBool,
}

impl<J: Send, W: Fn(&mut J) + Sync> Team<J, W> {
    /// Has `threads - 1` helpers while `lead` runs.
    pub(super) fn with<T>(
        jobs: Vec<J>,
        threads: usize,
        work: W,
        lead: impl FnOnce(&Self) -> T,
    ) -> T {
        let team = Self {
            jobs: jobs.into_iter().map(Mutex::new).collect(),
            work,
            first: AtomicUsize::new(0),
            unbegun: AtomicUsize::new(0),
            undone: AtomicUsize::new(0),
            dismissed: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            // Dropped however the scope is left, or the helpers would never end.
            let _dismissal = Dismissal(&team.dismissed);
            for _ in 1..threads {
                // A system that has no thread to spare gets the same answer with fewer.
                let helper = std::thread::Builder::new();
                if helper.spawn_scoped(scope, || team.help()).is_err() {
                    break;
                }
            }
            lead(&team)
        })
    }

    /// A job that is not of the batch under way.
    pub(super) fn job(&self, at: usize) -> MutexGuard<'_, J> {
        self.jobs[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a batch of jobs to the helpers; the one before must be finished.
    pub(super) fn start(&self, first: usize, count: usize) {
        self.first.store(first, Ordering::Relaxed);
        self.undone.store(count, Ordering::Relaxed);
        self.unbegun.store(count, Ordering::Release);
    }

    /// Works along until the batch is done.
    pub(super) fn finish(&self) {
        while self.work_on_one() {}
        wait_until(|| self.undone.load(Ordering::Acquire) == 0);
    }

    fn help(&self) {
        while !self.dismissed.load(Ordering::Acquire) {
            if !self.work_on_one() {
                wait_until(|| {
                    self.unbegun.load(Ordering::Relaxed) > 0
                        || self.dismissed.load(Ordering::Relaxed)
                });
            }
        }
    }

    fn work_on_one(&self) -> bool {
        let (acquire, relaxed) = (Ordering::AcqRel, Ordering::Relaxed);
        let begun = self.unbegun.fetch_update(acquire, relaxed, |left| left.checked_sub(1));
        if let Ok(left) = begun {
            // Counted even if the work panics, or the lead would wait for ever.
            let _done = Done(&self.undone);
            (self.work)(&mut self.job(self.first.load(Ordering::Relaxed) + left - 1));
        }
        begun.is_ok()
    }
}

struct Done<'t>(&'t AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

struct Dismissal<'t>(&'t AtomicBool);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    /// About as long as a batch takes.
    const SPINS: u32 = 2_000;
    let mut spins = 0;
    while !condition() {
        if spins < SPINS {
            spins += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_of_a_batch_is_done_once() {
        for threads in [1, 2, 5] {
            let work = |job: &mut u32| *job += 1;
            let counts = Team::with(vec![0u32; 9], threads, work, |team| {
                for batch in 0..500 {
                    team.start(batch % 3, batch % 7);
                    team.finish();
                }
                (0..9).map(|at| *team.job(at)).collect::<Vec<_>>()
            });
            let of = |at: usize, batch: usize| (batch % 3..batch % 3 + batch % 7).contains(&at);
            let expected: Vec<u32> =
                (0..9).map(|at| (0..500).filter(|&batch| of(at, batch)).count() as u32).collect();
            assert_eq!(counts, expected);
        }
    }
}
