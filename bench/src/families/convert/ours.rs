//! utf8kit's functions.

use bytemuck::Pod;
use utf8kit::convert::{self, Form, Progress, Stop, To};

use super::{FAILED, units, units_mut};
use crate::families::{Call, Function};
use crate::peers::Peer;

pub(super) const fn strict<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    let call = |src: &[u8], dst: &mut [u8]| into_slice::<S, T>(src, dst).unwrap_or(FAILED);
    Function { peer: Peer::Utf8kit, name: "strict", call: Call::Convert(call) }
}

fn into_slice<S, T>(src: &[u8], dst: &mut [u8]) -> Option<usize>
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    bytes_of::<T>(convert::strict::<S, T>(units(src)?, units_mut::<T::Unit>(dst)?))
}

pub(super) const fn lossy<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    let call = |src: &[u8], dst: &mut [u8]| lossy_into_slice::<S, T>(src, dst).unwrap_or(FAILED);
    Function { peer: Peer::Utf8kit, name: "lossy", call: Call::Convert(call) }
}

fn lossy_into_slice<S, T>(src: &[u8], dst: &mut [u8]) -> Option<usize>
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    bytes_of::<T>(convert::lossy::<S, T>(units(src)?, units_mut::<T::Unit>(dst)?))
}

fn bytes_of<T: Form>(progress: Progress) -> Option<usize> {
    match progress {
        Progress { written, stop: Stop::Done, .. } => Some(written * size_of::<T::Unit>()),
        _ => None,
    }
}

pub(super) const fn strict_len<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    let call = |src: &[u8]| len::<S, T>(src).unwrap_or(FAILED);
    Function { peer: Peer::Utf8kit, name: "strict_len", call: Call::Each(call) }
}

fn len<S, T>(src: &[u8]) -> Option<usize>
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    convert::strict_len::<S, T>(units(src)?).ok()
}

pub(super) const fn validate<S: To<S, Unit: Pod>>() -> Function {
    let call =
        |src: &[u8]| units(src).is_some_and(|src| convert::validate::<S>(src).is_ok()).into();
    Function { peer: Peer::Utf8kit, name: "validate", call: Call::Each(call) }
}
