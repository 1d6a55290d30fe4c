use std::process::ExitCode;

fn main() -> ExitCode {
    tileport::cli::main()
}
