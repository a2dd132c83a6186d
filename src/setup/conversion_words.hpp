#pragma once

#include <string>

namespace setup {

/// Whether a file in a directory contains the key by which the configuration of a hook declares conversions,
/// or a part of this key. Hooks in such a directory may declare conversions, so the operator reads their
/// configuration before anything lists objects; other hooks can wait. True also if the files cannot be read.
/// Directories of Python environments are left out.
[[nodiscard]] bool may_have_conversions(const std::string& directory);

} // namespace setup
