#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace kube::watch {

/// The paths whose connections break, while the API server answers requests for other paths: a proxy, or the
/// server of an API group, ends the connection in the middle of a list. Such a break concerns the readers of
/// this path alone. It is no sign of an outage, and puts no run of a hook in doubt.
///
/// The first break at a path is no proof: the API server may be about to stop. The next break at the same
/// path within `between_max_us` is a proof if another path has got an answer since the first break, this
/// path has got none, and the last answer for any path is at most `moment_us` old. Bound: `kept_max` paths; a
/// break at a further path counts as a sign of an outage.
class broken_paths {
public:
  static constexpr std::size_t kept_max = 100;
  /// Two breaks with more time between them may be of two outages.
  static constexpr std::int64_t between_max_us = 120'000'000;
  /// If no path was answered for longer, the API server may be away.
  static constexpr std::int64_t moment_us = 60'000'000;

  /// The connection of a request for this path was refused, or has broken.
  /// @param path without names: `/apis/example.com/v1/namespaces/{namespace}/widgets`
  /// @returns true if the path alone is at fault
  /// @param now_us of a steady clock
  bool broke(const std::string& path, std::int64_t now_us);
  /// A request for this path has got a whole answer of the API server.
  void answered(const std::string& path, std::int64_t now_us);

  /// True if the last connections for this path have broken, and the path alone is at fault.
  [[nodiscard]] bool is_broken(const std::string& path) const;

private:
  struct breaks {
    std::int64_t last_us = 0;     ///< the last break
    bool others_answered = false; ///< since the first break
    bool is_proven = false;
  };

  std::map<std::string, breaks> paths_;
  std::int64_t answered_us_ = 0; ///< the last answer for any path
};

/// The error for readers of such a path: names the path, and the places to look at.
[[nodiscard]] base::error error_of_path(const base::error& reason, const std::string& path);

} // namespace kube::watch
