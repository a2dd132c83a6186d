#pragma once

#include <string_view>

namespace core::releases {

/// The marks of a file whose content was lost while the file stayed.
enum class file_damage {
  none,
  nul_bytes,   ///< the file, or its end, is NUL bytes: written before the machine lost power
  lfs_pointer, ///< a pointer of Git LFS in place of the file: a checkout without Git LFS
};

/// The damage that the content shows. A file with other NUL bytes is a binary file and counts as sound.
/// (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md)
[[nodiscard]] file_damage damage_of(std::string_view content);

/// Names the damage for people: `a pointer of Git LFS in place of the file`; empty for `none`.
[[nodiscard]] std::string_view words(file_damage x);

} // namespace core::releases
