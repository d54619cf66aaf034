//! What is to be known of a text that is seen in pieces.

use crate::boundary::incomplete_len;
use crate::chunks::Utf8Chunks;
use crate::engine::Engine;
use crate::error::{ErrorAt, Kind};
use crate::scalar::decode::decode_at;
use crate::scalar::table::is_continuation;

/// Counts and the first error of a piece of text, made so that the summaries of adjacent pieces
/// merge into the summary of the whole, wherever it was cut.
///
/// Merging is associative, and `Summary::default()`, of the empty piece, is its identity: threads,
/// pieces of a file and partitions of a cluster can each take theirs and merge in any grouping.
/// Asked, a summary answers for its bytes as if they were a whole text. Counts that would not fit
/// 64 bits stay at their maximum. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::Summary;
///
/// let text = "naïve\ncafé".as_bytes();
/// for cut in 0..=text.len() {
///     let (a, b) = text.split_at(cut);
///     let whole = Summary::of(a).merge(Summary::of(b));
///     assert_eq!(whole, Summary::of(text));
///     assert!(whole.is_utf8());
///     assert_eq!((whole.scalars(), whole.line_feeds()), (10, 1));
///     assert_eq!(whole.characters_after_last_line_feed(), 4);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    bytes: u64,
    /// Continuations at the start, at most three: a sequence that began before may need them.
    head: Bytes,
    /// What lies between head and tail, whose meaning is settled.
    body: Units,
    line_feeds: u64,
    /// The units of the body behind its last line feed.
    after_last_line_feed: u64,
    /// An incomplete sequence at the end, at most three bytes: what comes next may complete it.
    tail: Bytes,
}

impl Summary {
    /// The summary of `piece`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"a\xFFb").subparts(), 1);
    /// ```
    #[must_use]
    pub fn of(piece: &[u8]) -> Summary {
        Engine::best().summary(piece)
    }

    fn with(engine: Engine, piece: &[u8]) -> Summary {
        let is_head = |&&byte: &&u8| is_continuation(byte);
        let (head, rest) = piece.split_at(piece.iter().take(3).take_while(is_head).count());
        let (body, tail) = rest.split_at(rest.len() - incomplete_len(rest));
        let line_feeds = engine.count_line_feeds(body);
        let last_line = match line_feeds {
            0 => 0,
            _ => body.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1),
        };
        let (before, last_line) = body.split_at(last_line);
        let mut units = Units::of(engine, before);
        let after = Units::of(engine, last_line);
        units.append(after.shifted(before.len() as u64));
        Summary {
            bytes: piece.len() as u64,
            head: Bytes::new(head),
            body: units.shifted(head.len() as u64),
            line_feeds: line_feeds as u64,
            after_last_line_feed: after.total(),
            tail: Bytes::new(tail),
        }
    }

    /// The summary of this piece and the one that follows it.
    ///
    /// ```
    /// use utf8kit::Summary;
    /// let whole = Summary::of(b"caf\xC3").merge(Summary::of(b"\xA9"));
    /// assert_eq!(whole, Summary::of("café".as_bytes()));
    /// ```
    #[must_use]
    pub fn merge(self, next: Summary) -> Summary {
        let between = if self.is_all_head() {
            Between::heads(&self, &next)
        } else {
            Between::tail_and_head(&self, &next)
        };
        let mut body = self.body;
        body.append(between.units.shifted(between.offset));
        body.append(next.body.shifted(self.bytes));
        let unbroken = self.after_last_line_feed.saturating_add(between.units.total());
        Summary {
            bytes: self.bytes.saturating_add(next.bytes),
            head: between.head,
            body,
            line_feeds: self.line_feeds.saturating_add(next.line_feeds),
            after_last_line_feed: match next.line_feeds {
                0 => unbroken.saturating_add(next.after_last_line_feed),
                _ => next.after_last_line_feed,
            },
            tail: between.tail,
        }
    }

    /// Whether the piece is nothing but continuations that an earlier sequence may need.
    fn is_all_head(&self) -> bool {
        self.bytes == u64::from(self.head.len)
    }

    /// The units of head, body and tail as a whole text.
    fn settled(&self) -> Units {
        let mut units = Units::unexpected(self.head.len);
        units.append(self.body);
        let mut tail = Units::default();
        if self.tail.len > 0 {
            tail.add_error(ErrorAt::new(0, self.tail.len, Kind::Incomplete));
        }
        units.append(tail.shifted(self.bytes - u64::from(self.tail.len)));
        units
    }

    /// Length in bytes.
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"abc").bytes(), 3);
    /// ```
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of well-formed characters (scalar values).
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of("日本語".as_bytes()).scalars(), 3);
    /// ```
    #[must_use]
    pub fn scalars(&self) -> u64 {
        self.settled().scalars
    }

    /// The number of ill-formed sequences, each a maximal subpart.
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"\xED\xA0\x80").subparts(), 3);
    /// ```
    #[must_use]
    pub fn subparts(&self) -> u64 {
        self.settled().subparts
    }

    /// The number of line feeds (0A).
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"a\nb\n").line_feeds(), 2);
    /// ```
    #[must_use]
    pub const fn line_feeds(&self) -> u64 {
        self.line_feeds
    }

    /// The number of characters behind the last line feed, or from the start where there is none;
    /// a maximal subpart counts as one.
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"a\nb\xFF").characters_after_last_line_feed(), 2);
    /// ```
    #[must_use]
    pub fn characters_after_last_line_feed(&self) -> u64 {
        let head = if self.line_feeds == 0 { self.head.len } else { 0 };
        let ends = u64::from(head) + u64::from(self.tail.len > 0);
        self.after_last_line_feed.saturating_add(ends)
    }

    /// The first ill-formed sequence.
    ///
    /// ```
    /// let summary = utf8kit::Summary::of(b"ab\xC0\xAF");
    /// assert_eq!(summary.first_error().unwrap().offset(), 2);
    /// ```
    #[must_use]
    pub fn first_error(&self) -> Option<ErrorAt> {
        self.settled().first_error
    }

    /// Whether all of it is well-formed UTF-8.
    ///
    /// ```
    /// assert!(utf8kit::Summary::of("é".as_bytes()).is_utf8());
    /// assert!(!utf8kit::Summary::of(b"\xC3").is_utf8());
    /// ```
    #[must_use]
    pub fn is_utf8(&self) -> bool {
        self.subparts() == 0
    }
}

impl Engine {
    /// [`Summary::of`] by this engine.
    #[must_use]
    pub fn summary(self, piece: &[u8]) -> Summary {
        Summary::with(self, piece)
    }
}

/// What the place where two pieces meet comes to.
struct Between {
    head: Bytes,
    tail: Bytes,
    units: Units,
    /// Of `units`, in the merged piece.
    offset: u64,
}

impl Between {
    /// `a` is nothing but continuations, and stays undecided as far as three bytes go; further
    /// ones belong to no sequence.
    fn heads(a: &Summary, b: &Summary) -> Between {
        let run = a.head.and(b.head);
        let (head, surplus) = run.as_slice().split_at(run.as_slice().len().min(3));
        Between {
            head: Bytes::new(head),
            tail: b.tail,
            // At most three.
            units: Units::unexpected(surplus.len() as u8),
            offset: head.len() as u64,
        }
    }

    /// The tail of `a` may go on in the head of `b`.
    fn tail_and_head(a: &Summary, b: &Summary) -> Between {
        let joint = a.tail.and(b.head);
        let joint = joint.as_slice();
        let mut units = Units::default();
        let mut tail = b.tail;
        let mut at = 0;
        while at < joint.len() {
            match decode_at(joint, at) {
                Ok(scalar) => {
                    units.scalars += 1;
                    at += scalar.len_utf8();
                }
                Err(error) if error.kind() == Kind::Incomplete && b.is_all_head() => {
                    tail = Bytes::new(&joint[at..]);
                    break;
                }
                Err(error) => {
                    // If it is incomplete, more follows in `b`, and it is no continuation.
                    units.add_error(ErrorAt::of(0, error).cut_short());
                    at += error.subpart_len();
                }
            }
        }
        Between { head: a.head, tail, units, offset: a.bytes - u64::from(a.tail.len) }
    }
}

/// Counts of units: scalar values and maximal subparts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Units {
    scalars: u64,
    subparts: u64,
    first_error: Option<ErrorAt>,
}

impl Units {
    /// The units of `bytes`, a part of a body: what is unfinished at its end is not to be
    /// completed, because the tail that follows starts another sequence.
    fn of(engine: Engine, bytes: &[u8]) -> Units {
        let mut units = Units::default();
        for chunk in Utf8Chunks::new(bytes).with_engine(engine) {
            units.scalars += engine.count(chunk.valid().as_bytes()) as u64;
            if let Some(error) = chunk.error() {
                units.add_error(ErrorAt::of(0, error).cut_short());
            }
        }
        units
    }

    /// Continuations that belong to no sequence.
    fn unexpected(count: u8) -> Units {
        let first = ErrorAt::new(0, 1, Kind::UnexpectedContinuation);
        Units { scalars: 0, subparts: count.into(), first_error: (count > 0).then_some(first) }
    }

    fn add_error(&mut self, error: ErrorAt) {
        self.subparts += 1;
        self.first_error = self.first_error.or(Some(error));
    }

    /// These units behind `before` bytes.
    fn shifted(mut self, before: u64) -> Units {
        self.first_error = self.first_error.map(|error| error.shifted(before));
        self
    }

    /// Adds what follows; its error is already where it stands in the whole.
    fn append(&mut self, next: Units) {
        self.scalars = self.scalars.saturating_add(next.scalars);
        self.subparts = self.subparts.saturating_add(next.subparts);
        self.first_error = self.first_error.or(next.first_error);
    }

    fn total(&self) -> u64 {
        self.scalars.saturating_add(self.subparts)
    }
}

/// A few bytes: a head or a tail has at most three, the two side by side at most six.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bytes<const MAX: usize = 3> {
    /// Those that there are, then zeros.
    bytes: [u8; MAX],
    len: u8,
}

impl Default for Bytes {
    fn default() -> Self {
        Bytes::new(&[])
    }
}

impl<const MAX: usize> Bytes<MAX> {
    fn new(slice: &[u8]) -> Self {
        let mut bytes = [0; MAX];
        bytes[..slice.len()].copy_from_slice(slice);
        // `MAX` is at most six.
        Bytes { bytes, len: slice.len() as u8 }
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl Bytes {
    fn and(self, next: Bytes) -> Bytes<6> {
        let mut joint = Bytes::<6>::new(self.as_slice());
        joint.bytes[usize::from(self.len)..][..usize::from(next.len)]
            .copy_from_slice(next.as_slice());
        joint.len += next.len;
        joint
    }
}
