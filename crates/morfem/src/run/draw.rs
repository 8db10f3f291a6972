//! Random draws for sampled segmentations, reproducible from a seed.

/// How much an encoding varies, and the random numbers for it.
#[derive(Clone, Debug)]
pub struct Draw {
    alpha: f64,
    state: u64,
}

/// The increment of SplitMix64 (Steele et al. 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A smaller alpha draws the ordinary encoding too, but dividing by it would leave the range of numbers.
const LEAST: f64 = 1e-6;

impl Draw {
    /// Draws with `alpha` above 0, up to 1: the larger, the more an encoding varies. Each `stream` of a seed has its own numbers.
    pub fn new(alpha: f64, seed: u64, stream: u64) -> Self {
        let mut draw = Draw { alpha: alpha.max(LEAST), state: seed };
        draw.state = draw.next() ^ stream.wrapping_mul(STEP);
        draw
    }

    /// How much the encoding varies.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with probability alpha.
    pub fn drops(&mut self) -> bool {
        self.unit() < self.alpha
    }

    /// The index of one of several alternatives. The probability of each is proportional to the exponential of its score over alpha.
    pub fn choose(&mut self, scores: &[f64]) -> usize {
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let alpha = self.alpha;
        let weight = |score: f64| ((score - best) / alpha).exp();
        let mut left = self.unit() * scores.iter().map(|&score| weight(score)).sum::<f64>();
        let is_chosen = |&score: &f64| {
            left -= weight(score);
            left < 0.0
        };
        // Rounding may leave a little.
        scores.iter().position(is_chosen).unwrap_or(scores.len() - 1)
    }
}
