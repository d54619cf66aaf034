//! utf8kit's functions.

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use utf8kit::convert::{self, Form, Progress, Stop, To};

use super::FAILED;
use crate::families::{Call, Function};
use crate::peers::Peer;

pub(super) const fn strict<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    Function { peer: Peer::Utf8kit, name: "strict", call: Call::Convert(into_slice::<S, T>) }
}

fn into_slice<S, T>(src: &[u8], dst: &mut [u8]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    bytes_of::<T>(convert::strict::<S, T>(cast_slice(src), cast_slice_mut::<u8, T::Unit>(dst)))
}

pub(super) const fn lossy<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    Function { peer: Peer::Utf8kit, name: "lossy", call: Call::Convert(lossy_into_slice::<S, T>) }
}

fn lossy_into_slice<S, T>(src: &[u8], dst: &mut [u8]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    bytes_of::<T>(convert::lossy::<S, T>(cast_slice(src), cast_slice_mut::<u8, T::Unit>(dst)))
}

fn bytes_of<T: Form>(progress: Progress) -> usize {
    match progress {
        Progress { written, stop: Stop::Done, .. } => written * size_of::<T::Unit>(),
        _ => FAILED,
    }
}

pub(super) const fn strict_len<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    Function { peer: Peer::Utf8kit, name: "strict_len", call: Call::Each(len::<S, T>) }
}

fn len<S, T>(src: &[u8]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    convert::strict_len::<S, T>(cast_slice(src)).unwrap_or(FAILED)
}

pub(super) const fn validate<S: To<S, Unit: Pod>>() -> Function {
    Function { peer: Peer::Utf8kit, name: "validate", call: Call::Each(is_valid::<S>) }
}

fn is_valid<S: To<S, Unit: Pod>>(src: &[u8]) -> usize {
    convert::validate::<S>(cast_slice(src)).is_ok().into()
}
