//! What timing asks of a GPU.

use serde::{Deserialize, Serialize};

/// What is known of a device.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceFacts {
    pub name: String,
    /// As in machine code's names: `sm_90`.
    pub architecture: String,
    pub multiprocessors: u32,
    pub memory_bytes: u64,
    pub l2_bytes: u64,
    /// What memory can move at most, in bytes a second; 0 when the driver does not say.
    pub memory_bandwidth: f64,
    /// The CUDA version of the driver, such as "13.0".
    pub driver_cuda: String,
    /// The driver's own version, where the system says it.
    pub driver: String,
    pub uuid: String,
}

/// What the driver says of a loaded kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KernelFacts {
    pub registers: u32,
    /// Bytes a thread spills to, or keeps in, local memory.
    pub local_bytes: u32,
    pub shared_bytes: u32,
}

/// Something that a device refused or that went wrong on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// No driver or no device: nothing can be run here.
    #[error("{0}")]
    Absent(String),
    /// A call failed; the device can still be used.
    #[error("{call}: {message}")]
    Call { call: &'static str, message: String },
    /// A kernel faulted or hung: this process can do nothing more with the device.
    #[error("{call}: {message} (the kernel faulted)")]
    Lost { call: &'static str, message: String },
}

/// A GPU with one queue of work. Everything but `write`, `read`, `elapsed` and `synchronize` may return before the
/// work is done.
pub trait Device {
    type Kernel;
    type Buffer;
    /// A point in the queue.
    type Mark;
    /// Launches recorded to be replayed.
    type Graph;

    fn facts(&self) -> &DeviceFacts;

    /// Loads the kernel `entry` from machine code.
    fn load(&mut self, code: &[u8], entry: &str) -> Result<Self::Kernel, DeviceError>;

    fn kernel_facts(&self, kernel: &Self::Kernel) -> Result<KernelFacts, DeviceError>;

    fn allocate(&mut self, bytes: usize) -> Result<Self::Buffer, DeviceError>;

    fn address(&self, buffer: &Self::Buffer) -> u64;

    /// Fills the buffer from its start.
    fn write(&mut self, buffer: &Self::Buffer, bytes: &[u8]) -> Result<(), DeviceError>;

    fn read(&mut self, buffer: &Self::Buffer, bytes: &mut [u8]) -> Result<(), DeviceError>;

    /// Copies the whole of one buffer to another of the same size.
    fn copy(&mut self, from: &Self::Buffer, to: &Self::Buffer) -> Result<(), DeviceError>;

    /// Replaces what the L2 cache holds.
    fn flush_cache(&mut self) -> Result<(), DeviceError>;

    /// Launches a kernel; each word holds a parameter in its low bytes.
    fn launch(
        &mut self,
        kernel: &Self::Kernel,
        grid: [u32; 3],
        words: &[u64],
    ) -> Result<(), DeviceError>;

    fn mark(&mut self) -> Result<Self::Mark, DeviceError>;

    /// Microseconds of device time between two marks; waits for the later one.
    fn elapsed(&mut self, from: &Self::Mark, to: &Self::Mark) -> Result<f64, DeviceError>;

    /// Records launches of one kernel, with these parameters in turn, without running them.
    fn record(
        &mut self,
        kernel: &Self::Kernel,
        grid: [u32; 3],
        words: &[&[u64]],
    ) -> Result<Self::Graph, DeviceError>;

    fn replay(&mut self, graph: &Self::Graph) -> Result<(), DeviceError>;

    fn synchronize(&mut self) -> Result<(), DeviceError>;

    /// Bytes of device memory in use, by anybody.
    fn memory_in_use(&mut self) -> Result<u64, DeviceError>;
}
