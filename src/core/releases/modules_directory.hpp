#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the directory of modules that its module was in, by the directory's name and a digest
/// of its path. Written only if there are several directories of modules, because a module in the first may
/// hide a module of the same name in another directory.
inline constexpr std::string_view modules_directory_label = "moduleModulesDir";

/// The labels that name the directory of modules; empty if there are not several.
/// @param directories of modules, absolute
/// @param module_directory of the module, absolute
[[nodiscard]] std::map<std::string, std::string> modules_directory_labels(const std::vector<std::string>& directories,
                                                                          const std::string& module_directory);

/// Another directory of modules, which the module of the revision was in; nullopt: the same, or not known.
[[nodiscard]] std::optional<std::string> former_modules_directory(const release& last,
                                                                  const std::vector<std::string>& directories,
                                                                  const std::string& module_directory);

/// The label's words for the directory of modules of the revision, if it is none of `directories`; empty: it
/// is one of them, or not known.
[[nodiscard]] std::string lost_modules_directory(const release& last, const std::vector<std::string>& directories);

} // namespace core::releases
