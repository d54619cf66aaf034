//! The loops for 512-bit lanes: what each byte is, as bits of masks.
//!
//! A comparison of 64 bytes gives a bit for each, and where continuations must stand is then a matter
//! of bits: one, two and three behind the leads. Four blocks' masks are one register, so that to
//! move and compare them costs next to nothing; and text need not be loaded again two and three bytes
//! before, which takes the more time the wider a load is. What is left to look up is whether a lead
//! may have the second byte that follows it.
//!
//! Masks become a register by way of memory ([`Lanes::store_mask`]). What was stored in parts can be
//! loaded as a whole only after the parts have reached the cache: so a group is judged when the
//! masks of the next have been stored.

use super::check::Tables;
use super::{GROUP, end, head, load, or, prefetch_group};
use crate::simd::lanes::Lanes;

/// What a group has above ASCII; the lower, the cheaper is its check.
type Class = u8;
/// Nothing above DF.
const UP_TO_DF: Class = 0;
/// Nothing above EF.
const UP_TO_EF: Class = 1;
const ANY: Class = 2;

/// After how many bytes of a class it is looked whether a cheaper one would do: it is more and more, the
/// longer none would and the less the cheaper one lasts.
const LEAST_PATIENT: usize = 1 << 10;
const MOST_PATIENT: usize = 1 << 14;
/// How many bytes of a class are worth a change.
const WORTHWHILE: usize = 1 << 11;

/// The fewest bytes that are worth a group; fewer are done sooner as short ones.
pub(super) const LEAST: usize = GROUP * 64 + 3;

/// At least [`LEAST`] bytes.
#[inline(always)]
pub(super) fn validate<S: Lanes>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let checks = Checks::new(simd);
    let mut masks = [Masks::NONE; 3];
    // The first group begins where the text does, and tells the class.
    let (mut at, mut class) =
        if is_ascii(simd, bytes) { (GROUP * S::LANES, UP_TO_DF) } else { (0, ANY) };
    let mut patience = LEAST_PATIENT;
    while bytes.len() - at > GROUP * S::LANES {
        // The others begin at a block's border in memory.
        let beyond = bytes[at..].as_ptr().addr() % S::LANES;
        if at != 0 && beyond != 0 {
            at -= beyond;
            masks[0].set_before(checks.leads(simd, simd.load(bytes, at - S::LANES)));
        }
        let rest = &bytes[at..];
        let limit = if at == 0 { GROUP * S::LANES } else { patience };
        let text = &rest[..rest.len().min(limit + 1)];
        let (judged, to) = match class {
            UP_TO_DF => checks.run::<UP_TO_DF>(simd, &mut masks, rest),
            UP_TO_EF => checks.run::<UP_TO_EF>(simd, &mut masks, text),
            _ => checks.run::<ANY>(simd, &mut masks, text),
        };
        let more_patient = MOST_PATIENT.min(2 * patience);
        match to {
            Some(to) if to == class => patience = more_patient,
            Some(to) => class = to,
            None if class < ANY => {
                class += 1;
                patience = if judged < WORTHWHILE { more_patient } else { LEAST_PATIENT };
            }
            None if at + judged == 0 => {
                head(simd, bytes)?;
                return Err(S::LANES);
            }
            None => return Err(at + judged),
        }
        at += judged;
    }
    blocks(simd, bytes, at)
}

/// The first group of `rest`, and the byte behind it.
#[inline(always)]
fn group<S: Lanes>(rest: &[u8]) -> Option<&[u8]> {
    rest.get(..GROUP * S::LANES + 1)
}

#[inline(always)]
fn is_ascii<S: Lanes>(simd: S, window: &[u8]) -> bool {
    !simd.any_high(or(simd, load(simd, window, 0)))
}

/// What is left of `rest` behind its first group, which is ASCII, and more of its kind.
#[inline(always)]
fn behind_ascii<S: Lanes>(simd: S, mut rest: &[u8]) -> &[u8] {
    loop {
        rest = &rest[GROUP * S::LANES..];
        match group::<S>(rest) {
            Some(window) if is_ascii(simd, window) => {}
            _ => return rest,
        }
    }
}

/// Block by block from `at` on, which is at least 3, to the end.
#[inline(always)]
fn blocks<S: Lanes>(simd: S, bytes: &[u8], mut at: usize) -> Result<(), usize> {
    let tables = Tables::new(simd);
    while at < bytes.len() {
        // The last block overlaps the one before it.
        at = at.min(bytes.len() - S::LANES);
        let all = simd.or(simd.load(bytes, at - 3), simd.load(bytes, at));
        if simd.any_high(all) && simd.any_nonzero(tables.errors_at(simd, bytes, at)) {
            return Err(at);
        }
        at += S::LANES;
    }
    end(bytes)
}

/// The leads of a block.
#[derive(Clone, Copy)]
struct Leads {
    all: u64,
    /// E0..FF.
    wide: u64,
    /// F0..FF.
    widest: u64,
}

impl Leads {
    const NONE: Leads = Leads { all: 0, wide: 0, widest: 0 };

    /// Whether something is due behind the block.
    #[inline(always)]
    fn reach(self) -> bool {
        self.all >> 63 | self.wide >> 62 | self.widest >> 61 != 0
    }
}

/// A mask for each block of a group, a bit for each byte; and, first, one for the block before it.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u64; 1 + GROUP]);

impl Row {
    const NONE: Row = Row([0; 1 + GROUP]);

    #[inline(always)]
    fn blocks(&self) -> &[u64; GROUP] {
        let [_, blocks @ ..] = &self.0;
        blocks
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.blocks().iter().fold(0, |all, mask| all | mask) == 0
    }
}

/// What the bytes of a group are.
#[derive(Clone, Copy)]
struct Masks {
    /// 80..FF.
    high: Row,
    /// C0..FF.
    leads: Row,
    /// E0..FF; or C2..DF for [`UP_TO_DF`].
    wide: Row,
    /// F0..FF. Only for [`ANY`].
    widest: Row,
}

impl Masks {
    const NONE: Masks =
        Masks { high: Row::NONE, leads: Row::NONE, wide: Row::NONE, widest: Row::NONE };

    /// The leads of the block before.
    #[inline(always)]
    fn before(&self) -> Leads {
        Leads { all: self.leads.0[0], wide: self.wide.0[0], widest: self.widest.0[0] }
    }

    #[inline(always)]
    fn set_before(&mut self, leads: Leads) {
        self.leads.0[0] = leads.all;
        self.wide.0[0] = leads.wide;
        self.widest.0[0] = leads.widest;
    }

    /// The class of a group that was looked at as one of `CLASS`.
    fn class<const CLASS: Class>(&self) -> Class {
        if CLASS == UP_TO_DF || self.wide.is_zero() {
            UP_TO_DF
        } else if CLASS == UP_TO_EF || self.widest.is_zero() {
            UP_TO_EF
        } else {
            ANY
        }
    }
}

/// The constants of the checks.
#[derive(Clone, Copy)]
struct Checks<S: Lanes> {
    lead: S::V,
    wide: S::V,
    widest: S::V,
    to_c2: S::V,
    span_of_two: S::V,
    barred: S::V,
    barred_up_to_ef: S::V,
    sort: S::V,
}

impl<S: Lanes> Checks<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        Checks {
            lead: simd.splat(0xC0),
            wide: simd.splat(0xE0),
            widest: simd.splat(0xF0),
            to_c2: simd.splat(0xC2_u8.wrapping_neg()),
            span_of_two: simd.splat(0xDF - 0xC2),
            barred: simd.load(&const { second::barred(0xF4) }, 0),
            barred_up_to_ef: simd.load(&const { second::barred(0xEF) }, 0),
            sort: simd.load(&const { second::sorts() }, 0),
        }
    }

    /// Judges the groups of `text` as of `CLASS`. Gives how many bytes are judged, and the class to go
    /// on with. There is none where something is wrong, or beyond the class.
    ///
    /// `masks[0]` has the leads before the text, and then those before what is not judged.
    #[inline(always)]
    fn run<const CLASS: Class>(
        &self,
        simd: S,
        masks: &mut [Masks; 3],
        text: &[u8],
    ) -> (usize, Option<Class>) {
        let [mut now, mut next, mut spare] = masks.each_mut();
        let mut rest = text;
        let mut to = Some(CLASS);
        'text: while let Some(window) = group::<S>(rest) {
            let mut wrong = self.look::<CLASS>(simd, window, now, next);
            // Of the first group of `rest`, `now` and `wrong` tell all.
            let mut behind = &rest[GROUP * S::LANES..];
            let mut ascii = false;
            while let Some(window) = group::<S>(behind) {
                if is_ascii(simd, window) {
                    ascii = true;
                    break;
                }
                let wrong_behind = self.look::<CLASS>(simd, window, next, spare);
                if self.any_error::<CLASS>(simd, now, wrong) {
                    to = None;
                    break 'text;
                }
                rest = behind;
                wrong = wrong_behind;
                (now, next, spare) = (next, spare, now);
                behind = &rest[GROUP * S::LANES..];
            }
            if self.any_error::<CLASS>(simd, now, wrong) {
                to = None;
                break;
            }
            rest = behind;
            (now, next, spare) = (next, spare, now);
            if !ascii {
                to = Some(spare.class::<CLASS>());
                break;
            }
            if now.before().reach() {
                to = None;
                break;
            }
            now.set_before(Leads::NONE);
            rest = behind_ascii(simd, rest);
        }
        let before = now.before();
        masks[0].set_before(before);
        (text.len() - rest.len(), to)
    }

    /// Stores what the bytes of a group are in `masks`, and the last of it where those of the next
    /// group will be. Gives what is wrong for other reasons than those masks tell.
    #[inline(always)]
    fn look<const CLASS: Class>(
        &self,
        simd: S,
        window: &[u8],
        masks: &mut Masks,
        next_masks: &mut Masks,
    ) -> S::V {
        prefetch_group(simd, window);
        let mut wrong = simd.splat(0);
        let (mut leads, mut wide, mut widest) = (0, 0, 0);
        let mut block = 0;
        while block < GROUP {
            let x = simd.load(window, block * S::LANES);
            let next = simd.load(window, block * S::LANES + 1);
            block += 1;
            simd.store_mask(simd.high_bits(x), &mut masks.high.0[block]);
            leads = simd.bits(simd.at_most(self.lead, x));
            simd.store_mask(leads, &mut masks.leads.0[block]);
            if CLASS == UP_TO_DF {
                let from_c2 = simd.add(x, self.to_c2);
                let of_two = simd.bits(simd.at_most(from_c2, self.span_of_two));
                simd.store_mask(of_two, &mut masks.wide.0[block]);
                continue;
            }
            let barred = if CLASS == ANY { self.barred } else { self.barred_up_to_ef };
            let barred = simd.keep(leads, simd.permute8(x, barred));
            wrong = simd.or(wrong, simd.and(barred, simd.permute8(next, self.sort)));
            wide = simd.high_bits(barred);
            simd.store_mask(wide, &mut masks.wide.0[block]);
            if CLASS == ANY {
                widest = simd.bits(simd.at_most(self.widest, x));
                simd.store_mask(widest, &mut masks.widest.0[block]);
            }
        }
        simd.store_mask(leads, &mut next_masks.leads.0[0]);
        simd.store_mask(wide, &mut next_masks.wide.0[0]);
        simd.store_mask(widest, &mut next_masks.widest.0[0]);
        wrong
    }

    /// Whether a group is not well-formed, or not of `CLASS`.
    #[inline(always)]
    fn any_error<const CLASS: Class>(&self, simd: S, masks: &Masks, mut wrong: S::V) -> bool {
        let leads = simd.load_masks(masks.leads.blocks());
        let continuations = simd.and_not(simd.load_masks(masks.high.blocks()), leads);
        let mut due = simd.load_masks_up::<1>(&masks.leads.0);
        if CLASS == UP_TO_DF {
            wrong = simd.xor(leads, simd.load_masks(masks.wide.blocks()));
        } else {
            due = simd.or(due, simd.load_masks_up::<2>(&masks.wide.0));
        }
        if CLASS == ANY {
            due = simd.or(due, simd.load_masks_up::<3>(&masks.widest.0));
        }
        simd.any_nonzero(simd.or(wrong, simd.xor(due, continuations)))
    }

    /// The leads of a block.
    #[inline(always)]
    fn leads(&self, simd: S, x: S::V) -> Leads {
        Leads {
            all: simd.bits(simd.at_most(self.lead, x)),
            wide: simd.bits(simd.at_most(self.wide, x)),
            widest: simd.bits(simd.at_most(self.widest, x)),
        }
    }
}

/// What the second byte of a character may be: in sorts, of which each lead bars some.
mod second {
    const UP_TO_8F: u8 = 1 << 0;
    const UP_TO_9F: u8 = 1 << 1;
    const UP_TO_BF: u8 = 1 << 2;
    const ANY: u8 = UP_TO_8F | UP_TO_9F | UP_TO_BF;
    /// No sort: the lead is E0..FF. The top bit, which is cheap to test.
    const WIDE: u8 = 1 << 7;

    /// The sort of a continuation, by its low six bits.
    pub(super) const fn sorts() -> [u8; 64] {
        let mut sorts = [UP_TO_BF; 64];
        let mut low = 0;
        while low < 0x20 {
            sorts[low] = if low < 0x10 { UP_TO_8F } else { UP_TO_9F };
            low += 1;
        }
        sorts
    }

    /// The sorts that may not follow a lead, by its low six bits. Nothing may follow one above `most`.
    pub(super) const fn barred(most: u8) -> [u8; 64] {
        let mut barred = [WIDE | ANY; 64];
        let mut lead = 0xC0;
        while lead <= most {
            barred[(lead - 0xC0) as usize] = match lead {
                0xC0 | 0xC1 => ANY,
                0xC2..=0xDF => 0,
                // Overlong.
                0xE0 => WIDE | UP_TO_8F | UP_TO_9F,
                0xF0 => WIDE | UP_TO_8F,
                // Surrogates.
                0xED => WIDE | UP_TO_BF,
                // Above U+10FFFF.
                0xF4 => WIDE | UP_TO_9F | UP_TO_BF,
                _ => WIDE,
            };
            lead += 1;
        }
        barred
    }
}
