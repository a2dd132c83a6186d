#pragma once

#include <optional>
#include <string>

namespace base {

/// A value that a commit has changed, for people. Texts are JSON of bounded length, without secrets.
struct value_change {
  std::string key;                   ///< `webApp.replicas`
  std::optional<std::string> before; ///< nullopt: it was absent
  std::optional<std::string> after;  ///< nullopt: it is absent now
  /// False for a value of the ConfigMap that a stronger layer hides, so that hooks and charts do not get it.
  bool effective = true;

  friend bool operator==(const value_change&, const value_change&) = default;
};

} // namespace base
