//! The official cuTile Python compiler as an oracle.
//!
//! It imports, that is executes, the sources it compiles: commands that use it say so and are
//! asked for by name (`--frontend official`, `conform`).

mod oracle;

pub use oracle::{Answer, Oracle, OracleError, OracleRejection};
