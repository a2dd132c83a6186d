#pragma once

#include <optional>
#include <string>

namespace base {

/// A value that differs after a commit, for people: texts are JSON, bounded in length, and without secrets.
struct value_change {
  std::string key;                   ///< `webApp.replicas`
  std::optional<std::string> before; ///< nullopt: it was absent
  std::optional<std::string> after;  ///< nullopt: it is absent now
  /// False for a value of the ConfigMap that a stronger layer hides, so that hooks and charts do not get it.
  bool effective = true;

  friend bool operator==(const value_change&, const value_change&) = default;
};

} // namespace base
