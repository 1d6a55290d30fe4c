use std::process::ExitCode;

/// The official Rust compiler copies syntax trees; with the system's allocator that is half the
/// time of a migration.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tileport::cli::main()
}
