//! The algorithms over blocks and lanes, each once for all levels. No `unsafe` here.

#![cfg_attr(
    not(any(
        all(
            target_arch = "x86_64",
            target_feature = "sse2",
            not(any(target_os = "none", target_env = "sgx"))
        ),
        feature = "emulated"
    )),
    allow(dead_code, reason = "without an ISA of ours, scalar code does the work")
)]

pub(crate) mod count;
pub(crate) mod validate;
