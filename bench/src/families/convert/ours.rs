//! utf8kit's functions.

use bytemuck::Pod;
use utf8kit::convert::{self, Form, Progress, Stop, To};

use super::FAILED;
use crate::families::units::{Tells, Writes};
use crate::families::{Call, Function};
use crate::peers::Peer;

pub(super) const fn strict<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    Function { peer: Peer::Utf8kit, name: "strict", call: Call::Units(&Writes(into_slice::<S, T>)) }
}

fn into_slice<S, T>(src: &[S::Unit], dst: &mut [T::Unit]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    written(convert::strict::<S, T>(src, dst))
}

pub(super) const fn lossy<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    Function {
        peer: Peer::Utf8kit,
        name: "lossy",
        call: Call::Units(&Writes(lossy_into_slice::<S, T>)),
    }
}

fn lossy_into_slice<S, T>(src: &[S::Unit], dst: &mut [T::Unit]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form<Unit: Pod>,
{
    written(convert::lossy::<S, T>(src, dst))
}

fn written(progress: Progress) -> usize {
    match progress {
        Progress { written, stop: Stop::Done, .. } => written,
        _ => FAILED,
    }
}

pub(super) const fn strict_len<S, T>() -> Function
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    Function { peer: Peer::Utf8kit, name: "strict_len", call: Call::Units(&Tells(len::<S, T>)) }
}

fn len<S, T>(src: &[S::Unit]) -> usize
where
    S: To<T, Unit: Pod>,
    T: Form,
{
    convert::strict_len::<S, T>(src).unwrap_or(FAILED)
}

pub(super) const fn validate<S: To<S, Unit: Pod>>() -> Function {
    Function { peer: Peer::Utf8kit, name: "validate", call: Call::Units(&Tells(is_valid::<S>)) }
}

fn is_valid<S: To<S, Unit: Pod>>(src: &[S::Unit]) -> usize {
    convert::validate::<S>(src).is_ok().into()
}
