#pragma once

#include "core/base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What is to be said about a schema document, mistakes or warnings, in the order in which it was found. Of very much the
/// first part is kept.
class schema_notes {
public:
  /// @param place what it is about: `schema.properties.port`
  void note(const std::string& place, const std::string& reason) {
    if (texts_.size() < kept_max)
      texts_.push_back(place + ": " + reason);
    else
      ++more_;
  }

  /// All of it, and how much more there is.
  [[nodiscard]] std::vector<std::string> lines() const {
    auto lines = texts_;
    if (more_ > 0) lines.push_back("and " + std::to_string(more_) + " more");
    return lines;
  }

  /// All of it in one error (`invalid_input`); nothing if there is nothing to say.
  [[nodiscard]] std::optional<error> as_error() const {
    if (texts_.empty()) return std::nullopt;
    std::string all;
    for (const auto& line : lines()) all += (all.empty() ? "" : "; ") + line;
    return error{error_code::invalid_input, std::move(all)};
  }

private:
  static constexpr std::size_t kept_max = 20;

  std::vector<std::string> texts_;
  std::size_t more_ = 0; ///< what is only counted
};

} // namespace core
