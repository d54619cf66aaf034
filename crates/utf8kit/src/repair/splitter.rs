//! The parts of an input that comes in pieces.
//!
//! A piece may end inside a character, or inside a unit of a policy. Such an end is carried over to
//! the next piece: it is joined with the start of that in a small buffer, until the carried bytes are
//! settled, and the rest of the piece is taken from where it is.

use core::fmt;

use super::policy::subpart_len;
use super::{Part, Policy};
use crate::engine::Engine;
use crate::error::Kind;
use crate::raw::WellFormed;

/// What is carried, and enough behind it to settle all of that.
const JOINED: usize = 4 * Policy::MAX_LOOKAHEAD;

/// Divides text that comes in pieces into [parts](Part), with ill-formed bytes in the units of a
/// [`Policy`].
///
/// However the input is cut, empty pieces included, the parts are the same as those of the whole
/// ([`Parts`](super::Parts)), but for where text and runs are cut. Fewer bytes than the policy's
/// [lookahead](Policy::lookahead) are held back, in the splitter itself. Does not allocate, cannot
/// panic.
///
/// ```
/// use utf8kit::repair::{Part, Policy, Splitter};
///
/// let mut text = String::new();
/// let mut take = |part: Part<'_>| match part {
///     Part::Text(good) => text.push_str(good),
///     Part::IllFormed(_) => text.push('?'),
///     _ => {}
/// };
/// let mut splitter = Splitter::new(Policy::Java);
/// // A surrogate, in two pieces: one replacement, as in Java.
/// for piece in [&b"na\xC3"[..], b"\xAFve \xED", b"\xA0\x80 caf\xE9"] {
///     splitter.push(piece, &mut take);
/// }
/// splitter.finish(&mut take);
/// assert_eq!(text, "naïve ? caf?");
/// ```
#[derive(Clone)]
pub struct Splitter {
    policy: Policy,
    engine: Engine,
    carry: [u8; JOINED],
    carried: usize,
    /// The last part was ill-formed.
    is_in_run: bool,
}

impl Splitter {
    /// A splitter at the start of an input.
    ///
    /// ```
    /// use utf8kit::repair::{Policy, Splitter};
    /// let splitter = Splitter::new(Policy::Maximal);
    /// ```
    #[must_use]
    pub fn new(policy: Policy) -> Splitter {
        let engine = Engine::best();
        Splitter { policy, engine, carry: [0; JOINED], carried: 0, is_in_run: false }
    }

    /// This splitter, which runs on `engine` and not on the best one.
    ///
    /// ```
    /// use utf8kit::repair::{Policy, Splitter};
    /// use utf8kit::{Engine, Level};
    /// let splitter = Splitter::new(Policy::PerByte).with_engine(Engine::at(Level::Scalar));
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Gives the parts of `piece` to `take`, as far as they are certain.
    ///
    /// ```
    /// use utf8kit::repair::{Part, Policy, Splitter};
    ///
    /// let mut splitter = Splitter::new(Policy::Maximal);
    /// // The last two bytes may yet become a euro sign.
    /// splitter.push(b"5 \xE2\x82", |part| assert_eq!(part, Part::Text("5 ")));
    /// splitter.push(b"\xAC", |part| assert_eq!(part, Part::Text("€")));
    /// ```
    pub fn push(&mut self, piece: &[u8], mut take: impl FnMut(Part<'_>)) {
        self.advance(piece, false, &mut take);
    }

    /// Gives what was held back, and is at the start of another input then.
    ///
    /// ```
    /// use utf8kit::repair::{Part, Policy, Splitter};
    ///
    /// let mut splitter = Splitter::new(Policy::Maximal);
    /// splitter.push(b"\xE2\x82", |_| unreachable!());
    /// splitter.finish(|part| assert_eq!(part, Part::IllFormed(b"\xE2\x82")));
    /// ```
    pub fn finish(&mut self, mut take: impl FnMut(Part<'_>)) {
        self.advance(b"", true, &mut take);
        self.is_in_run = false;
    }

    fn advance(&mut self, piece: &[u8], is_last: bool, take: &mut impl FnMut(Part<'_>)) {
        let mut rest = piece;
        if self.carried > 0 {
            let carried = self.carried;
            let more = rest.len().min(JOINED - carried);
            let mut joined = self.carry;
            joined[carried..carried + more].copy_from_slice(&rest[..more]);
            let joined = &joined[..carried + more];
            let settled = self.settle(joined, is_last, take);
            if settled < carried {
                // All of the piece is in the buffer: a full one settles all that was carried.
                self.keep(&joined[settled..]);
                return;
            }
            rest = &rest[settled - carried..];
        }
        let settled = self.settle(rest, is_last, take);
        self.keep(&rest[settled..]);
    }

    fn keep(&mut self, open: &[u8]) {
        self.carry[..open.len()].copy_from_slice(open);
        self.carried = open.len();
    }

    /// Gives the parts of `bytes` up to what the bytes behind them decide. Gives how many bytes that
    /// were.
    fn settle(&mut self, bytes: &[u8], is_last: bool, take: &mut impl FnMut(Part<'_>)) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let (text, error) = WellFormed::prefix(self.engine, &bytes[at..]);
            let text = text.as_str();
            if !text.is_empty() {
                take(Part::Text(text));
                self.is_in_run = false;
                at += text.len();
            }
            let Some(error) = error else { break };
            let rest = &bytes[at..];
            let is_open = error.kind() == Kind::Incomplete || rest.len() < self.policy.lookahead();
            if is_open && !is_last {
                break;
            }
            let len = match self.policy {
                Policy::PerRun => certain_run_len(rest, is_last),
                policy => policy.unit_len(rest),
            };
            match self.is_in_run && self.policy == Policy::PerRun {
                true => take(Part::More(&rest[..len])),
                false => take(Part::IllFormed(&rest[..len])),
            }
            self.is_in_run = true;
            at += len;
        }
        at
    }
}

/// The length of the run with which `bytes` begin, without a subpart at its end that may become a
/// character.
fn certain_run_len(bytes: &[u8], is_last: bool) -> usize {
    let mut len = 0;
    loop {
        let rest = &bytes[len..];
        match subpart_len(rest) {
            0 => return len,
            subpart if subpart == rest.len() && !is_last && rest[0] >= 0xC2 => return len,
            subpart => len += subpart,
        }
    }
}

impl fmt::Debug for Splitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let carried = &self.carry[..self.carried];
        f.debug_struct("Splitter")
            .field("policy", &self.policy)
            .field("carried", &carried)
            .finish_non_exhaustive()
    }
}
