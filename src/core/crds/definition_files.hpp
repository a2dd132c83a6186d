#pragma once

#include "core/crds/crd.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace core::crds {

/// The files that CustomResourceDefinitions of modules come from. They show a definition that two modules
/// have with different contents: with each start, the module that runs last overwrites the definition.
class definition_files {
public:
  /// Takes a definition that is installed.
  /// @returns a line for people if another file has the same definition with another content; else empty
  [[nodiscard]] std::string take(const definition& x);
  /// The names of all definitions, in byte order.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  /// By name: file and checksum of the content. Bound: the definitions of modules.
  std::map<std::string, std::pair<std::string, std::string>> last_;
};

} // namespace core::crds
