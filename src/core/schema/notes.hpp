#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace core::schema {

/// Mistakes in a schema document, or warnings about it, in the order of discovery. A long list is cut after
/// its beginning.
class notes {
public:
  /// @param place of the mistake: `schema.properties.port`
  void note(const std::string& place, const std::string& reason) {
    if (texts_.size() < kept_max)
      texts_.push_back(place + ": " + reason);
    else
      ++more_;
  }

  /// All notes that were kept, and the number of the dropped notes.
  [[nodiscard]] std::vector<std::string> lines() const {
    auto lines = texts_;
    if (more_ > 0) lines.push_back("and " + std::to_string(more_) + " more");
    return lines;
  }

  /// The same in a single error (`invalid_input`); nullopt if there are no notes.
  [[nodiscard]] std::optional<base::error> as_error() const {
    if (texts_.empty()) return std::nullopt;
    std::string all;
    for (const auto& line : lines()) all += (all.empty() ? "" : "; ") + line;
    return base::error{base::error_code::invalid_input, std::move(all)};
  }

private:
  static constexpr std::size_t kept_max = 20;

  std::vector<std::string> texts_;
  std::size_t more_ = 0; ///< notes that are only counted
};

} // namespace core::schema
