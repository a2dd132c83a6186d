#pragma once

#include "core/lint/rules.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace core::lint {

/// A fault of a platform on disk.
struct finding {
  rule kind;
  severity level;                    ///< that of the rule, unless the finding is less certain
  std::string path;                  ///< of a file or directory; empty: the platform as a whole
  std::optional<std::size_t> line{}; ///< from 1
  std::string text;                  ///< the reason and the next step, for people
};

/// The line that a message of a reader names for the file: `web/values.yaml: line 3: …` has 3.
/// @param path of the file, as the message names it
[[nodiscard]] std::optional<std::size_t> line_in(const std::string& message, const std::string& path);

/// The first path below `root` that a message of a reader names; empty: it names no such path.
[[nodiscard]] std::string path_in(const std::string& message, const std::string& root);

/// Whether a file silences findings of a rule in itself: a line contains `lint: off CODE REASON`. Without a
/// reason the line has no effect.
[[nodiscard]] bool silences(const std::string& file, rule kind);

} // namespace core::lint
