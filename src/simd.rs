//! The kernels of [`crate::fits`] in vector instructions that only some processors have, chosen at
//! run time. All the `unsafe` code of this crate is here.

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Best, best};

#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::sync::LazyLock;

    use crate::fits::{Fits, KINDS, Kernel, PIECES, PatchTable, Portable, windows};
    use crate::quilt::{Quilt, SIDE};

    /// The best kernel that this processor has.
    #[derive(Clone, Copy)]
    pub(crate) enum Best {
        Avx512(Avx512),
        Avx2(Avx2),
        Portable(Portable),
    }

    /// What the best kernel is, looked up once.
    #[inline]
    pub(crate) fn best() -> Best {
        static BEST: LazyLock<Best> = LazyLock::new(|| {
            let avx2 = || Avx2::detect().map(Best::Avx2);
            Avx512::detect().map(Best::Avx512).or_else(avx2).unwrap_or(Best::Portable(Portable))
        });
        *BEST
    }

    /// AVX-512: a window of all eight orientations is one register.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(());

    impl Avx512 {
        /// This kernel, if the processor has what it takes.
        pub(crate) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Self(()))
        }

        /// Runs `work` compiled for this kernel's instructions.
        #[inline]
        pub(crate) fn run<T>(self, work: impl FnOnce(Self) -> T) -> T {
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn run<T>(kernel: Avx512, work: impl FnOnce(Avx512) -> T) -> T {
                work(kernel)
            }
            // SAFETY: an Avx512 is made by `detect` alone, which has looked for all of these.
            unsafe { run(self, work) }
        }
    }

    impl Kernel for Avx512 {
        #[inline(always)]
        fn fits(self, free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3] {
            // SAFETY: as above.
            unsafe { fits_avx512(free, tables, wanted) }
        }

        #[inline(always)]
        fn running_counts(self, fits: &Fits) -> [u16; 8] {
            // SAFETY: as above.
            unsafe { running_counts_avx512(fits) }
        }

        #[inline(always)]
        fn lanes_up_to(self, counts: &[u16; 8], n: u16) -> usize {
            // SAFETY: as above.
            unsafe { lanes_up_to_avx512(counts, n) }
        }

        #[inline(always)]
        fn nth_bit(self, bits: u64, n: u32) -> u32 {
            // SAFETY: as above.
            unsafe { nth_bit_bmi2(bits, n) }
        }

        #[inline(always)]
        fn spread(self, word: u64, block: &mut [bool; 64]) {
            // SAFETY: as above.
            unsafe { spread_avx512(word, block) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn spread_avx512(word: u64, block: &mut [bool; 64]) {
        let bytes = _mm512_maskz_set1_epi8(word, 1);
        // SAFETY: the block has room for 64 bytes, and a bool is a byte that is 0 or 1.
        unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), bytes) };
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    fn running_counts_avx512(fits: &Fits) -> [u16; 8] {
        // SAFETY: both arrays hold eight 64-bit lanes.
        let (low, high) = unsafe {
            (
                _mm512_loadu_si512(fits.low.as_ptr().cast()),
                _mm512_loadu_si512(fits.high.as_ptr().cast()),
            )
        };
        let counts = _mm512_add_epi64(_mm512_popcnt_epi64(low), _mm512_popcnt_epi64(high));
        let counts = _mm512_cvtepi64_epi16(counts);
        let counts = _mm_add_epi16(counts, _mm_bslli_si128::<2>(counts));
        let counts = _mm_add_epi16(counts, _mm_bslli_si128::<4>(counts));
        let counts = _mm_add_epi16(counts, _mm_bslli_si128::<8>(counts));
        let mut running = [0; 8];
        // SAFETY: the array has room for eight 16-bit lanes.
        unsafe { _mm_storeu_si128(running.as_mut_ptr().cast(), counts) };
        running
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,popcnt")]
    fn lanes_up_to_avx512(counts: &[u16; 8], n: u16) -> usize {
        // SAFETY: the array holds eight 16-bit lanes.
        let counts = unsafe { _mm_loadu_si128(counts.as_ptr().cast()) };
        _mm_cmple_epu16_mask(counts, _mm_set1_epi16(n as i16)).count_ones() as usize
    }

    #[inline]
    #[target_feature(enable = "bmi1,bmi2")]
    fn nth_bit_bmi2(bits: u64, n: u32) -> u32 {
        _tzcnt_u64(_pdep_u64(1 << (n % 64), bits)) as u32
    }

    /// The eight sources of a window, one a lane, in two steps.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sources_avx512(window: u64) -> __m512i {
        const ROW: i64 = SIDE as i64;
        let all = _mm512_set1_epi64(window as i64);
        let first = _mm512_setr_epi64(0, 1, ROW, 1, ROW, 1, ROW, 1);
        let pairs = _mm512_and_si512(all, _mm512_srlv_epi64(all, first));
        let second = _mm512_setr_epi64(0, 0, 0, 1, ROW, 2, 2 * ROW, ROW);
        _mm512_and_si512(pairs, _mm512_srlv_epi64(pairs, second))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    fn fits_avx512(free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3] {
        let (low, high) = windows(free);
        let (low, high) = (sources_avx512(low), sources_avx512(high));
        let mut all = [Fits::NONE; 3];
        for slot in 0..3 {
            let table = tables[slot];
            let mask = if wanted[slot] { 0xff } else { 0 };
            // SAFETY: both arrays hold eight 64-bit lanes.
            let (mut fits_low, mut fits_high) = unsafe {
                (
                    _mm512_maskz_loadu_epi64(mask, table.low.as_ptr().cast()),
                    _mm512_maskz_loadu_epi64(mask, table.high.as_ptr().cast()),
                )
            };
            for piece in 0..PIECES {
                // SAFETY: the arrays hold two and eight 64-bit lanes.
                let (kinds, shifts) = unsafe {
                    let kinds = _mm_loadu_si128(table.kinds[piece].as_ptr().cast());
                    let shifts = _mm512_loadu_si512(table.shifts[piece].as_ptr().cast());
                    (_mm512_broadcast_i64x2(kinds), shifts)
                };
                let source_low = _mm512_permutexvar_epi64(kinds, low);
                let source_high = _mm512_permutexvar_epi64(kinds, high);
                fits_low = _mm512_and_si512(fits_low, _mm512_srlv_epi64(source_low, shifts));
                fits_high = _mm512_and_si512(fits_high, _mm512_srlv_epi64(source_high, shifts));
            }
            // SAFETY: both arrays have room for eight 64-bit lanes.
            unsafe {
                _mm512_storeu_si512(all[slot].low.as_mut_ptr().cast(), fits_low);
                _mm512_storeu_si512(all[slot].high.as_mut_ptr().cast(), fits_high);
            }
        }
        all
    }

    /// AVX2: four orientations a register, and the sources of both windows in memory.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(());

    impl Avx2 {
        /// This kernel, if the processor has what it takes.
        pub(crate) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Self(()))
        }

        /// Runs `work` compiled for this kernel's instructions.
        #[inline]
        pub(crate) fn run<T>(self, work: impl FnOnce(Self) -> T) -> T {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn run<T>(kernel: Avx2, work: impl FnOnce(Avx2) -> T) -> T {
                work(kernel)
            }
            // SAFETY: an Avx2 is made by `detect` alone, which has looked for all of these.
            unsafe { run(self, work) }
        }
    }

    impl Kernel for Avx2 {
        #[inline(always)]
        fn fits(self, free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3] {
            // SAFETY: as above.
            unsafe { fits_avx2(free, tables, wanted) }
        }

        #[inline(always)]
        fn nth_bit(self, bits: u64, n: u32) -> u32 {
            // SAFETY: as above.
            unsafe { nth_bit_bmi2(bits, n) }
        }
    }

    /// The sources of both windows, each kind as it is seen by even and by odd orientations:
    /// (low even, low odd, high even, high odd).
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sources_avx2(low: u64, high: u64) -> [__m256i; KINDS] {
        const ROW: i64 = SIDE as i64;
        let by = |even: i64, odd: i64| _mm256_setr_epi64x(even, odd, even, odd);
        let with_moved = |spaces, by| _mm256_and_si256(spaces, _mm256_srlv_epi64(spaces, by));
        let swapped = |spaces| _mm256_shuffle_epi32::<0b01_00_11_10>(spaces);
        let one = _mm256_setr_epi64x(low as i64, low as i64, high as i64, high as i64);
        let two = with_moved(one, by(1, ROW));
        let three = with_moved(two, by(1, ROW));
        let four = with_moved(two, by(2, 2 * ROW));
        let square = with_moved(two, by(ROW, 1));
        [one, two, swapped(two), three, swapped(three), four, swapped(four), square]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn fits_avx2(free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3] {
        let (low, high) = windows(free);
        let sources = sources_avx2(low, high);
        let mut all = [Fits::NONE; 3];
        for slot in 0..3 {
            if !wanted[slot] {
                continue;
            }
            let table = tables[slot];
            let (low, high) = (table.low.as_ptr().cast(), table.high.as_ptr().cast::<__m256i>());
            // SAFETY: both arrays hold two times four 64-bit lanes.
            let mut lanes = unsafe {
                [
                    _mm256_loadu_si256(low),
                    _mm256_loadu_si256(low.add(1)),
                    _mm256_loadu_si256(high),
                    _mm256_loadu_si256(high.add(1)),
                ]
            };
            for piece in 0..PIECES {
                let source = sources[table.kinds[piece][0] as usize % KINDS];
                let low = _mm256_permute4x64_epi64::<0b01_00_01_00>(source);
                let high = _mm256_permute4x64_epi64::<0b11_10_11_10>(source);
                // SAFETY: the array holds two times four 64-bit lanes.
                let (first, second) = unsafe {
                    let shifts = table.shifts[piece].as_ptr().cast::<__m256i>();
                    (_mm256_loadu_si256(shifts), _mm256_loadu_si256(shifts.add(1)))
                };
                let moved = [(low, first), (low, second), (high, first), (high, second)];
                for (lanes, (source, shifts)) in lanes.iter_mut().zip(moved) {
                    *lanes = _mm256_and_si256(*lanes, _mm256_srlv_epi64(source, shifts));
                }
            }
            let fits = &mut all[slot];
            let (low, high) =
                (fits.low.as_mut_ptr().cast(), fits.high.as_mut_ptr().cast::<__m256i>());
            // SAFETY: both arrays have room for two times four 64-bit lanes.
            unsafe {
                _mm256_storeu_si256(low, lanes[0]);
                _mm256_storeu_si256(low.add(1), lanes[1]);
                _mm256_storeu_si256(high, lanes[2]);
                _mm256_storeu_si256(high.add(1), lanes[3]);
            }
        }
        all
    }
}

/// Runs `$work`, an expression in which `$kernel` is the best kernel that this processor has. The
/// whole expression is compiled once for each.
macro_rules! with_kernel {
    (|$kernel:ident| $work:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            match $crate::simd::best() {
                $crate::simd::Best::Avx512(kernel) => kernel.run(|$kernel| $work),
                $crate::simd::Best::Avx2(kernel) => kernel.run(|$kernel| $work),
                $crate::simd::Best::Portable($kernel) => $work,
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let $kernel = $crate::fits::Portable;
            $work
        }
    }};
}
pub(crate) use with_kernel;

#[cfg(test)]
mod tests {
    use crate::edition::Edition;
    use crate::fits::{Fits, Kernel, PatchTable, Portable};
    use crate::patch::Patch;
    use crate::quilt::Quilt;
    use crate::random::Stream;

    /// Free spaces: from a few to nearly all.
    fn free(stream: &mut Stream) -> Quilt {
        let mut bits = u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64());
        for _ in 0..stream.below(4) {
            let more = u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64());
            bits = if stream.below(4) == 0 { bits & more } else { bits | more };
        }
        Quilt::from_low_bits(bits)
    }

    fn assert_same(kernel: impl Kernel) {
        let edition = Edition::named("revised").unwrap();
        let mut stream = Stream::new(1, 2);
        for _ in 0..3_000 {
            let free = free(&mut stream);
            let patches: [&Patch; 3] =
                std::array::from_fn(|_| &edition.patches()[stream.below(33) as usize]);
            let tables = patches.map(PatchTable::of);
            let wanted = std::array::from_fn(|_| stream.below(4) > 0);
            let fits = kernel.fits(free, tables.each_ref(), wanted);
            for slot in 0..3 {
                for lane in 0..8 {
                    let plain = patches[slot].orientation(lane).map_or(Quilt::EMPTY, |o| {
                        let fit = |a: &usize| o.cells().moved(*a) & free == o.cells().moved(*a);
                        let spaces = o.anchors().spaces().filter(fit);
                        spaces.fold(Quilt::EMPTY, |all, a| all | Quilt::rectangle(1, 1).moved(a))
                    });
                    let expected = if wanted[slot] { plain } else { Quilt::EMPTY };
                    assert_eq!(fits[slot].anchors(lane), expected, "{free:?}");
                    let (low, high) = (fits[slot].low[lane], fits[slot].high[lane]);
                    assert_eq!(low.count_ones() + high.count_ones(), expected.count());
                }
            }
            let counts = kernel.running_counts(&fits[0]);
            assert_eq!(counts, Portable.running_counts(&fits[0]));
            for n in 0..counts[7] {
                assert_eq!(kernel.lanes_up_to(&counts, n), Portable.lanes_up_to(&counts, n));
            }
            let bits = stream.next_u64();
            let mut spread = [false; 64];
            kernel.spread(bits, &mut spread);
            assert!((0..64).all(|at| spread[at] == (bits >> at & 1 != 0)));
            for n in 0..bits.count_ones() {
                assert_eq!(kernel.nth_bit(bits, n), Portable.nth_bit(bits, n));
            }
        }
    }

    #[test]
    fn every_kernel_finds_what_the_plain_way_finds() {
        assert_same(Portable);
        #[cfg(target_arch = "x86_64")]
        {
            super::Avx2::detect().map_or_else(|| eprintln!("no AVX2 here"), assert_same);
            super::Avx512::detect().map_or_else(|| eprintln!("no AVX-512 here"), assert_same);
        }
    }

    #[test]
    fn every_patch_of_the_game_does_with_windows() {
        for name in Edition::NAMES {
            let edition = Edition::named(name).unwrap();
            assert!(edition.patches().iter().all(|patch| !PatchTable::of(patch).plain));
        }
        let tall = Patch::new('A', 1, 1, 1, "##|#.|#.|#.|#.|#.").unwrap();
        let table = PatchTable::of(&tall);
        assert!(table.plain);
        let fits = Fits::on_whole_board(&table, Quilt::FULL);
        let placements = |o: usize| tall.orientation(o).map_or(0, |o| o.anchors().count());
        assert!((0..8).all(|o| fits.anchors(o).count() == placements(o)));
    }
}
