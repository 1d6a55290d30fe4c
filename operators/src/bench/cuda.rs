//! A CUDA device through the driver, which is loaded when a device is opened and not before.
//!
//! This is the only file of the crate with `unsafe`: the driver's calls. Each block says why it is sound. What a
//! launched kernel does to memory is not ours to promise; the guard zones and the supervising process are there for it.

#![allow(unsafe_code)]

use std::ffi::{CString, c_void};
use std::sync::Arc;

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{
    self, CUdevice_attribute_enum as Attribute, CUevent_flags_enum, CUfunction_attribute_enum,
    CUgraphInstantiate_flags, CUstreamCaptureMode_enum,
};
use cudarc::driver::{CudaContext, CudaEvent, CudaGraph, CudaStream};

use super::device::{Device, DeviceError, DeviceFacts, KernelFacts};

/// A device, its context and one stream.
pub struct Cuda {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    facts: DeviceFacts,
    /// Written to replace the L2 cache's content.
    scratch: Buffer,
    scratch_byte: u8,
}

/// Device memory, freed when dropped.
pub struct Buffer {
    address: sys::CUdeviceptr,
    bytes: usize,
    context: Arc<CudaContext>,
}

/// A loaded kernel; the module is unloaded when dropped.
pub struct Kernel {
    module: sys::CUmodule,
    function: sys::CUfunction,
    context: Arc<CudaContext>,
}

impl Cuda {
    /// Opens device number `ordinal`.
    ///
    /// # Errors
    /// [`DeviceError::Absent`], with a plain sentence, where there is no driver or no such device.
    pub fn open(ordinal: usize) -> Result<Self, DeviceError> {
        // SAFETY: only tries to open the library by name.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::Absent(
                "no NVIDIA driver is installed here (libcuda was not found): run this on the machine with the GPU"
                    .to_owned(),
            ));
        }
        let count = result::init()
            .and_then(|()| CudaContext::device_count())
            .map_err(|error| {
                DeviceError::Absent(format!("the NVIDIA driver finds no GPU: {}", text(error)))
            })?;
        if usize::try_from(count).unwrap_or(0) <= ordinal {
            return Err(DeviceError::Absent(format!(
                "there is no GPU number {ordinal}: the driver finds {count}"
            )));
        }
        let context = CudaContext::new(ordinal).map_err(call("cuDevicePrimaryCtxRetain"))?;
        let stream = context.new_stream().map_err(call("cuStreamCreate"))?;
        let facts = facts(&context).map_err(call("cuDeviceGetAttribute"))?;
        let scratch_bytes = usize::try_from(facts.l2_bytes * 3).unwrap_or(0);
        let scratch = Buffer::new(&context, scratch_bytes.max(128 << 20))?;
        Ok(Self {
            context,
            stream,
            facts,
            scratch,
            scratch_byte: 0,
        })
    }
}

fn facts(context: &Arc<CudaContext>) -> Result<DeviceFacts, DriverError> {
    let attribute = |which| context.attribute(which).map(i64::from);
    let (major, minor) = context.compute_capability()?;
    // Kilohertz times two transfers a cycle, times bits, in bytes.
    let clock = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE).unwrap_or(0);
    let width = attribute(Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH).unwrap_or(0);
    let mut version = 0;
    // SAFETY: writes one integer to the place given.
    let known = unsafe { sys::cuDriverGetVersion(&mut version) }.result();
    let unsigned = |value: i64| u64::try_from(value).unwrap_or(0);
    let uuid: String = context
        .uuid()?
        .bytes
        .iter()
        .map(|byte| format!("{:02x}", byte.cast_unsigned()))
        .collect();
    Ok(DeviceFacts {
        name: context.name()?,
        architecture: format!("sm_{major}{minor}"),
        multiprocessors: u32::try_from(attribute(
            Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        )?)
        .unwrap_or(0),
        memory_bytes: context.total_mem()? as u64,
        l2_bytes: unsigned(attribute(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?),
        memory_bandwidth: clock as f64 * 1e3 * 2.0 * width as f64 / 8.0,
        driver_cuda: match known {
            Ok(()) => format!("{}.{}", version / 1000, version % 1000 / 10),
            Err(_) => String::new(),
        },
        driver: kernel_driver(),
        uuid,
    })
}

/// The driver's own version, from the kernel module's description.
fn kernel_driver() -> String {
    let text = std::fs::read_to_string("/proc/driver/nvidia/version").unwrap_or_default();
    text.split_whitespace()
        .find(|word| word.contains('.') && word.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
        .unwrap_or("")
        .to_owned()
}

impl Buffer {
    fn new(context: &Arc<CudaContext>, bytes: usize) -> Result<Self, DeviceError> {
        context.bind_to_thread().map_err(call("cuCtxSetCurrent"))?;
        // SAFETY: the memory is written before it is read; it is freed once, on drop.
        let address = unsafe { result::malloc_sync(bytes.max(1)) }.map_err(call("cuMemAlloc"))?;
        Ok(Self {
            address,
            bytes,
            context: context.clone(),
        })
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // A lost context has freed everything already; there is nobody to tell.
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: allocated by `new`, freed here only. Freeing waits for work that uses it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: loaded by `load`, unloaded here only; launches were waited for by reading their results.
            let _ = unsafe { result::module::unload(self.module) };
        }
    }
}

impl Device for Cuda {
    type Kernel = Kernel;
    type Buffer = Buffer;
    type Mark = CudaEvent;
    type Graph = CudaGraph;

    fn facts(&self) -> &DeviceFacts {
        &self.facts
    }

    fn load(&mut self, code: &[u8], entry: &str) -> Result<Kernel, DeviceError> {
        let entry = CString::new(entry).map_err(|_| DeviceError::Call {
            call: "cuModuleGetFunction",
            message: "the kernel's name contains a zero byte".to_owned(),
        })?;
        // The driver takes an image without a length: it must be whole, which the ELF header's tables are asked for.
        if !is_whole_elf(code) {
            return Err(DeviceError::Call {
                call: "cuModuleLoadData",
                message: "the machine code is no ELF file, or is cut off".to_owned(),
            });
        }
        // SAFETY: the image lies in memory as whole as its header says.
        let module = unsafe { result::module::load_data(code.as_ptr().cast()) }
            .map_err(call("cuModuleLoadData"))?;
        // SAFETY: the module was just loaded.
        match unsafe { result::module::get_function(module, entry) } {
            Ok(function) => Ok(Kernel {
                module,
                function,
                context: self.context.clone(),
            }),
            Err(error) => {
                // SAFETY: nothing was made from the module.
                let _ = unsafe { result::module::unload(module) };
                Err(call("cuModuleGetFunction")(error))
            }
        }
    }

    fn kernel_facts(&self, kernel: &Kernel) -> Result<KernelFacts, DeviceError> {
        let attribute = |which| {
            // SAFETY: the function's module is loaded as long as the kernel lives.
            unsafe { result::function::get_function_attribute(kernel.function, which) }
                .map(|value| u32::try_from(value).unwrap_or(0))
                .map_err(call("cuFuncGetAttribute"))
        };
        Ok(KernelFacts {
            registers: attribute(CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            local_bytes: attribute(CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            shared_bytes: attribute(
                CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
            )?,
        })
    }

    fn allocate(&mut self, bytes: usize) -> Result<Buffer, DeviceError> {
        Buffer::new(&self.context, bytes)
    }

    fn address(&self, buffer: &Buffer) -> u64 {
        buffer.address
    }

    fn write(&mut self, buffer: &Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.synchronize()?;
        let bytes = bytes.get(..buffer.bytes.min(bytes.len())).unwrap_or(bytes);
        // SAFETY: no more bytes than the buffer has; the copy is done when the call returns.
        unsafe { result::memcpy_htod_sync(buffer.address, bytes) }.map_err(call("cuMemcpyHtoD"))
    }

    fn read(&mut self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.synchronize()?;
        let length = buffer.bytes.min(bytes.len());
        let Some(bytes) = bytes.get_mut(..length) else {
            return Ok(());
        };
        // SAFETY: no more bytes than the buffer has; the copy is done when the call returns.
        unsafe { result::memcpy_dtoh_sync(bytes, buffer.address) }.map_err(call("cuMemcpyDtoH"))
    }

    fn copy(&mut self, from: &Buffer, to: &Buffer) -> Result<(), DeviceError> {
        let bytes = from.bytes.min(to.bytes);
        // SAFETY: no more bytes than either buffer has; freeing a buffer waits for the copy.
        unsafe {
            result::memcpy_dtod_async(to.address, from.address, bytes, self.stream.cu_stream())
        }
        .map_err(call("cuMemcpyDtoD"))
    }

    fn flush_cache(&mut self) -> Result<(), DeviceError> {
        self.scratch_byte = self.scratch_byte.wrapping_add(1);
        // SAFETY: as many bytes as the buffer has.
        unsafe {
            result::memset_d8_async(
                self.scratch.address,
                self.scratch_byte,
                self.scratch.bytes,
                self.stream.cu_stream(),
            )
        }
        .map_err(call("cuMemsetD8"))
    }

    fn launch(
        &mut self,
        kernel: &Kernel,
        grid: [u32; 3],
        words: &[u64],
    ) -> Result<(), DeviceError> {
        // The driver copies each parameter's bytes, as many as the kernel declares, before it returns.
        let mut words = words.to_vec();
        let mut pointers: Vec<*mut c_void> = words
            .iter_mut()
            .map(|word| std::ptr::from_mut(word).cast())
            .collect();
        // SAFETY: every parameter of a tile kernel takes at most eight bytes, and the plan has one word for each.
        // Addresses in it are of buffers that outlive the launch. The code sets its own threads: one a block here.
        unsafe {
            result::launch_kernel(
                kernel.function,
                grid.into(),
                (1, 1, 1),
                0,
                self.stream.cu_stream(),
                &mut pointers,
            )
        }
        .map_err(call("cuLaunchKernel"))
    }

    fn mark(&mut self) -> Result<CudaEvent, DeviceError> {
        let event = self
            .context
            .new_event(Some(CUevent_flags_enum::CU_EVENT_DEFAULT))
            .map_err(call("cuEventCreate"))?;
        event.record(&self.stream).map_err(call("cuEventRecord"))?;
        Ok(event)
    }

    fn elapsed(&mut self, from: &CudaEvent, to: &CudaEvent) -> Result<f64, DeviceError> {
        let milliseconds = from.elapsed_ms(to).map_err(call("cuEventElapsedTime"))?;
        Ok(f64::from(milliseconds) * 1e3)
    }

    fn record(
        &mut self,
        kernel: &Kernel,
        grid: [u32; 3],
        words: &[&[u64]],
    ) -> Result<CudaGraph, DeviceError> {
        self.stream
            .begin_capture(CUstreamCaptureMode_enum::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
            .map_err(call("cuStreamBeginCapture"))?;
        let launched = words
            .iter()
            .try_for_each(|words| self.launch(kernel, grid, words));
        // The capture has to end whatever happened in it.
        let graph = self
            .stream
            .end_capture(CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)
            .map_err(call("cuStreamEndCapture"));
        launched?;
        graph?.ok_or_else(|| DeviceError::Call {
            call: "cuStreamEndCapture",
            message: "nothing was captured".to_owned(),
        })
    }

    fn replay(&mut self, graph: &CudaGraph) -> Result<(), DeviceError> {
        graph.launch().map_err(call("cuGraphLaunch"))
    }

    fn synchronize(&mut self) -> Result<(), DeviceError> {
        self.stream
            .synchronize()
            .map_err(call("cuStreamSynchronize"))
    }

    fn memory_in_use(&mut self) -> Result<u64, DeviceError> {
        let (free, total) = self.context.mem_get_info().map_err(call("cuMemGetInfo"))?;
        Ok(total.saturating_sub(free) as u64)
    }
}

/// Whether `code` is a 64-bit little-endian ELF file that has all of its section table.
fn is_whole_elf(code: &[u8]) -> bool {
    fn number<const N: usize>(code: &[u8], at: usize) -> Option<u64> {
        let bytes = code.get(at..at.checked_add(N)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |value, &byte| value << 8 | u64::from(byte)),
        )
    }
    let end_of_table = || {
        let start = number::<8>(code, 0x28)?;
        let size = number::<2>(code, 0x3A)?.checked_mul(number::<2>(code, 0x3C)?)?;
        start.checked_add(size)
    };
    code.starts_with(b"\x7fELF\x02\x01")
        && end_of_table().is_some_and(|end| end <= code.len() as u64)
}

/// Turns a driver's error into ours: some mean that the context is gone.
fn call(call: &'static str) -> impl Fn(DriverError) -> DeviceError {
    move |error| {
        use sys::cudaError_enum as Code;
        let message = text(error);
        match error.0 {
            Code::CUDA_ERROR_ILLEGAL_ADDRESS
            | Code::CUDA_ERROR_LAUNCH_TIMEOUT
            | Code::CUDA_ERROR_ASSERT
            | Code::CUDA_ERROR_HARDWARE_STACK_ERROR
            | Code::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | Code::CUDA_ERROR_MISALIGNED_ADDRESS
            | Code::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | Code::CUDA_ERROR_INVALID_PC
            | Code::CUDA_ERROR_LAUNCH_FAILED
            | Code::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | Code::CUDA_ERROR_ECC_UNCORRECTABLE
            | Code::CUDA_ERROR_UNKNOWN => DeviceError::Lost { call, message },
            _ => DeviceError::Call { call, message },
        }
    }
}

fn text(error: DriverError) -> String {
    let words = |text: Result<&std::ffi::CStr, DriverError>| {
        text.map(|text| text.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    format!(
        "{} ({})",
        words(error.error_string()),
        words(error.error_name())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_off_image_never_reaches_the_driver() {
        let mut elf = vec![0u8; 0x40 + 2 * 0x40];
        elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
        elf[0x28] = 0x40;
        elf[0x3A] = 0x40;
        elf[0x3C] = 2;
        assert!(is_whole_elf(&elf));
        assert!(!is_whole_elf(&elf[..elf.len() - 1]));
        assert!(!is_whole_elf(b"\x7fELF"));
        assert!(!is_whole_elf(b"#!/bin/sh"));
    }
}
