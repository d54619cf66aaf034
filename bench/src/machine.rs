//! What a figure depends on beside the code: the CPU, and what else it is doing.

use std::fs;

/// The name that the CPU gives itself.
pub(crate) fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        info.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim())
        })
    };
    match (field("model name"), field("cpu family"), field("model")) {
        // Virtual machines often name only the maker; family and model tell the core.
        (Some(name), Some(family), Some(model)) => {
            format!("{name} (family {family}, model {model})")
        }
        (Some(name), ..) => name.to_owned(),
        _ => "unknown".to_owned(),
    }
}

/// The load average of the last minute: a busy machine explains odd figures.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Keeps this process, and those it starts, on one CPU: cores of one machine differ (by their
/// neighbours, if by nothing else), and processes that are compared must not sit on different ones.
#[cfg(target_os = "linux")]
pub(crate) fn pin(wanted: Option<usize>) -> Result<Option<usize>, String> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None).map_err(|error| error.to_string())?;
    let last = (0..CpuSet::MAX_CPU).rfind(|&cpu| allowed.is_set(cpu));
    let Some(cpu) = wanted.or(last).filter(|&cpu| cpu < CpuSet::MAX_CPU) else {
        return Err("no such CPU".into());
    };
    let mut only = CpuSet::new();
    only.set(cpu);
    match sched_setaffinity(None, &only) {
        Ok(()) => Ok(Some(cpu)),
        Err(error) => Err(format!("cannot stay on CPU {cpu}: {error}")),
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(wanted: Option<usize>) -> Result<Option<usize>, String> {
    match wanted {
        None => Ok(None),
        Some(_) => Err("--cpu works on Linux only".into()),
    }
}
