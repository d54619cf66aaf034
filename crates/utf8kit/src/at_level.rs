//! Each operation that dispatches, at a level of the caller's choice: for tests, fuzzers and
//! benchmarks, which reach every level in one process. A level that the CPU does not have runs as
//! the best one below it that it has. Not part of the stable interface.

use crate::chunks::{Utf8Chunk, Utf8Chunks};
use crate::error::Error;
use crate::kernel::count::{Count, LineFeeds, NotContinuations};
use crate::kernel::validate::Validate;
use crate::raw::WellFormed;
use crate::simd::dispatch;
use crate::simd::level::{Features, Level};
use crate::strings::{Offset, StringsError, validate_strings_with};
use crate::summary::Summary;

/// [`crate::is_utf8`].
#[must_use]
pub fn is_utf8(level: Level, bytes: &[u8]) -> bool {
    dispatch::run(Features::up_to(level), Validate(bytes)).is_ok()
}

/// [`crate::from_utf8`].
///
/// # Errors
///
/// As there.
pub fn from_utf8(level: Level, bytes: &[u8]) -> Result<&str, Error> {
    match WellFormed::prefix(Features::up_to(level), bytes) {
        (text, None) => Ok(text.as_str()),
        (_, Some(error)) => Err(error),
    }
}

/// [`crate::from_utf8_lossy`].
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8_lossy(level: Level, bytes: &[u8]) -> alloc::borrow::Cow<'_, str> {
    crate::lossy::from_utf8_lossy_with(Features::up_to(level), bytes)
}

/// [`crate::append_utf8_lossy`].
#[cfg(feature = "alloc")]
pub fn append_utf8_lossy(level: Level, bytes: &[u8], text: &mut alloc::string::String) {
    crate::lossy::append_utf8_lossy_with(Features::up_to(level), bytes, text);
}

/// [`crate::append_utf8_lossy_bytes`].
#[cfg(feature = "alloc")]
pub fn append_utf8_lossy_bytes(level: Level, bytes: &[u8], to: &mut alloc::vec::Vec<u8>) {
    crate::lossy::append_utf8_lossy_bytes_with(Features::up_to(level), bytes, to);
}

/// [`crate::count`].
#[must_use]
pub fn count(level: Level, bytes: &[u8]) -> usize {
    dispatch::run(Features::up_to(level), Count::<NotContinuations>::of(bytes))
}

/// [`crate::count_line_feeds`].
#[must_use]
pub fn count_line_feeds(level: Level, bytes: &[u8]) -> usize {
    dispatch::run(Features::up_to(level), Count::<LineFeeds>::of(bytes))
}

/// [`Summary::of`].
#[must_use]
pub fn summary(level: Level, bytes: &[u8]) -> Summary {
    Summary::with(Features::up_to(level), bytes)
}

/// The items of [`Utf8Chunks`].
pub fn utf8_chunks(level: Level, bytes: &[u8]) -> impl Iterator<Item = Utf8Chunk<'_>> {
    let features = Features::up_to(level);
    let mut chunks = Utf8Chunks::new(bytes);
    core::iter::from_fn(move || chunks.next_with(features))
}

/// [`crate::validate_strings`].
///
/// # Errors
///
/// As there.
pub fn validate_strings<O: Offset>(
    level: Level,
    buffer: &[u8],
    offsets: &[O],
) -> Result<(), StringsError> {
    validate_strings_with(Features::up_to(level), buffer, offsets)
}

/// [`crate::stream`].
pub mod stream {
    use crate::convert::{Buffer, Form, To};
    use crate::simd::level::{Features, Level};
    use crate::stream::{Progress, Runs, Transcoder, Utf8Decoder, push_with};

    /// [`Utf8Decoder::push`].
    pub fn push<'a>(level: Level, decoder: &'a mut Utf8Decoder, piece: &'a [u8]) -> Runs<'a> {
        push_with(decoder, Features::up_to(level), piece)
    }

    /// [`Transcoder::push`].
    pub fn transcode<S: To<T>, T: Form>(
        level: Level,
        transcoder: &mut Transcoder<S, T>,
        piece: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        transcoder.push_with(Features::up_to(level), piece, dst)
    }
}

/// [`crate::convert`].
pub mod convert {
    use crate::convert::{self, Buffer, Form, Progress, To};
    use crate::error::Error;
    use crate::simd::level::{Features, Level};

    /// [`convert::strict`].
    pub fn strict<S: To<T>, T: Form>(
        level: Level,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        convert::strict_with::<S, T>(Features::up_to(level), src, dst)
    }

    /// [`convert::lossy`].
    pub fn lossy<S: To<T>, T: Form>(
        level: Level,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        convert::lossy_with::<S, T>(Features::up_to(level), src, dst)
    }

    /// [`convert::strict_len`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn strict_len<S: To<T>, T: Form>(level: Level, src: &[S::Unit]) -> Result<usize, Error> {
        convert::strict_len_with::<S, T>(Features::up_to(level), src)
    }

    /// [`convert::lossy_len`].
    #[must_use]
    pub fn lossy_len<S: To<T>, T: Form>(level: Level, src: &[S::Unit]) -> usize {
        convert::lossy_len_with::<S, T>(Features::up_to(level), src)
    }

    /// [`convert::strict_owned`].
    ///
    /// # Errors
    ///
    /// As there.
    #[cfg(feature = "alloc")]
    pub fn strict_owned<S: To<T>, T: Form>(
        level: Level,
        src: &[S::Unit],
    ) -> Result<T::Owned, Error> {
        convert::owned::strict_owned_with::<S, T>(Features::up_to(level), src)
    }

    /// [`convert::lossy_owned`].
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn lossy_owned<S: To<T>, T: Form>(level: Level, src: &[S::Unit]) -> T::Owned {
        convert::owned::lossy_owned_with::<S, T>(Features::up_to(level), src)
    }

    /// [`convert::validate`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn validate<S: To<S>>(level: Level, src: &[S::Unit]) -> Result<(), Error> {
        convert::validate_with::<S>(Features::up_to(level), src)
    }

    /// The name of the kernel that a conversion runs, and how many bytes of `src` it left to be taken one
    /// by one. `dst` has room.
    pub fn trace<S: To<T>, T: Form>(
        level: Level,
        src: &[S::Unit],
        dst: &mut [T::Unit],
        is_lossy: bool,
    ) -> (&'static str, usize) {
        convert::trace::<S, T>(Features::up_to(level), src, dst, is_lossy)
    }
}

/// [`crate::position`].
pub mod position {
    #[cfg(feature = "alloc")]
    use crate::position::Index;
    use crate::position::{self, LineColumn, LineEnds, Text, Unit};
    use crate::simd::level::{Features, Level};

    /// [`position::convert`].
    #[must_use]
    pub fn convert<T: Text + ?Sized>(
        level: Level,
        text: &T,
        from: Unit,
        offset: usize,
        to: Unit,
    ) -> usize {
        position::convert_with(|| Features::up_to(level), text, from, offset, to)
    }

    /// [`position::convert_all`].
    pub fn convert_all<T: Text + ?Sized>(
        level: Level,
        text: &T,
        from: Unit,
        offsets: impl IntoIterator<Item = usize>,
        to: Unit,
    ) -> impl Iterator<Item = usize> {
        position::convert_all_with(Features::up_to(level), text, from, offsets, to)
    }

    /// [`position::line_column`].
    #[must_use]
    pub fn line_column<T: Text + ?Sized>(
        level: Level,
        text: &T,
        byte: usize,
        ends: LineEnds,
        unit: Unit,
    ) -> LineColumn {
        position::line_column_with(|| Features::up_to(level), text, byte, ends, unit)
    }

    /// [`position::line_columns`].
    pub fn line_columns<T: Text + ?Sized>(
        level: Level,
        text: &T,
        bytes: impl IntoIterator<Item = usize>,
        ends: LineEnds,
        unit: Unit,
    ) -> impl Iterator<Item = LineColumn> {
        position::line_columns_with(Features::up_to(level), text, bytes, ends, unit)
    }

    /// [`position::byte_offset`].
    #[must_use]
    pub fn byte_offset<T: Text + ?Sized>(
        level: Level,
        text: &T,
        at: LineColumn,
        ends: LineEnds,
        unit: Unit,
    ) -> usize {
        position::byte_offset_with(|| Features::up_to(level), text, at, ends, unit)
    }

    /// [`position::byte_offsets`].
    pub fn byte_offsets<T: Text + ?Sized>(
        level: Level,
        text: &T,
        places: impl IntoIterator<Item = LineColumn>,
        ends: LineEnds,
        unit: Unit,
    ) -> impl Iterator<Item = usize> {
        position::byte_offsets_with(Features::up_to(level), text, places, ends, unit)
    }

    /// [`Index::new`]; its methods run at the same level.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn index<T: AsRef<[u8]>>(level: Level, text: T, ends: LineEnds) -> Index<T> {
        Index::with(Features::up_to(level), text, ends)
    }
}
