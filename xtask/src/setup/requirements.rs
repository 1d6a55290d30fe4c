//! The pinned packages: reading `requirements.txt`, and the hash that identifies it.

use sha2::{Digest, Sha256};

use super::super::failure::Failure;

/// A package at an exact version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    pub name: String,
    pub version: String,
}

impl Pin {
    /// The folder that an installer leaves for this package in `site-packages`.
    pub fn dist_info(&self) -> String {
        format!("{}-{}.dist-info", self.name.replace('-', "_"), self.version)
    }
}

/// The content of `requirements.txt`.
#[derive(Debug)]
pub struct Requirements {
    pins: Vec<Pin>,
    hash: String,
}

impl Requirements {
    /// Reads `name==version` lines, each followed by the `--hash=sha256:` lines of its wheels.
    ///
    /// # Errors
    /// A requirement that is not pinned to one version, or that has no hash: what is installed has to be decided by
    /// this file alone.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut pins: Vec<(Pin, usize)> = Vec::new();
        for (index, raw) in text.lines().enumerate() {
            let line = raw.trim().trim_end_matches('\\').trim();
            let wrong = |found: &str| {
                Failure::Finding(format!(
                    "{}:{}:1: {found}: {line:?}",
                    super::REQUIREMENTS,
                    index + 1
                ))
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(hash) = line.strip_prefix("--hash=sha256:") {
                let valid = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
                match pins.last_mut() {
                    Some((_, hashes)) if valid => *hashes += 1,
                    Some(_) => return Err(wrong("not a SHA-256 hash")),
                    None => return Err(wrong("a hash before any package")),
                }
                continue;
            }
            let (name, version) = line
                .split_once("==")
                .filter(|(name, version)| is_word(name) && is_word(version))
                .ok_or_else(|| wrong("expected name==version"))?;
            pins.push((
                Pin {
                    name: name.to_owned(),
                    version: version.to_owned(),
                },
                0,
            ));
        }
        if let Some((pin, _)) = pins.iter().find(|(_, hashes)| *hashes == 0) {
            return Err(Failure::Finding(format!(
                "{}: {} has no hash",
                super::REQUIREMENTS,
                pin.name
            )));
        }
        Ok(Self {
            pins: pins.into_iter().map(|(pin, _)| pin).collect(),
            hash: format!("{:x}", Sha256::digest(text.as_bytes())),
        })
    }

    /// The packages, in the file's order.
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }

    /// SHA-256 of the file, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str =
        "--hash=sha256:87d70d15eef71200e1dd251162828e10dbf4d4e18d77b0a191dd62520bd48568";

    fn refused(text: &str) -> String {
        Requirements::parse(text)
            .expect_err("should be refused")
            .to_string()
    }

    #[test]
    fn reads_pins_hashes_and_comments() {
        let text =
            format!("# head\n\na-b==1.2 \\\n    {HASH} \\\n    {HASH}\n# wheel\nc==3\n{HASH}\n");
        let read = Requirements::parse(&text).unwrap();
        let names: Vec<_> = read.pins().iter().map(Pin::dist_info).collect();
        assert_eq!(names, ["a_b-1.2.dist-info", "c-3.dist-info"]);
    }

    #[test]
    fn any_change_of_the_file_changes_the_hash() {
        let one = Requirements::parse(&format!("a==1\n{HASH}\n")).unwrap();
        let two = Requirements::parse(&format!("a==2\n{HASH}\n")).unwrap();
        assert_ne!(one.hash(), two.hash());
        assert_eq!(one.hash().len(), 64);
    }

    #[test]
    fn refuses_what_does_not_decide_the_installation() {
        assert!(refused("a>=1\n").contains(":1:1: expected name==version"));
        assert!(refused("\na==1\n  --hash=sha256:xyz\n").contains(":3:1: not a SHA-256 hash"));
        assert!(refused(HASH).contains("a hash before any package"));
        assert!(refused("a==1\nb==2\n").contains("a has no hash"));
    }

    #[test]
    fn the_projects_own_file_pins_what_is_needed() {
        let read = Requirements::parse(include_str!("../../requirements.txt")).unwrap();
        for needed in [
            "cuda-tile",
            "nvidia-cuda-tileiras",
            "nvidia-curand",
            "libclang",
            "numpy",
        ] {
            assert!(read.pins().iter().any(|pin| pin.name == needed), "{needed}");
        }
    }
}
