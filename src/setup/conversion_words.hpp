#pragma once

#include <string>

namespace setup {

/// Whether a file of a directory has the name of the key for conversions, so that hooks in the directory may
/// have them: such hooks are asked before anything lists objects, and other hooks need not be. True also if
/// the files cannot be read. Directories of Python environments are passed by.
[[nodiscard]] bool may_have_conversions(const std::string& directory);

} // namespace setup
