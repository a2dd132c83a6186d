#pragma once

#include "core/base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What is wrong in a schema document, in the order in which it was found. Of very much the first part is kept.
class schema_mistakes {
public:
  /// @param place the schema that is wrong: `schema.properties.port`
  void note(const std::string& place, const std::string& reason) {
    if (texts_.size() < kept_max)
      texts_.push_back(place + ": " + reason);
    else
      ++more_;
  }

  /// All of it in one error (`invalid_input`); nothing if nothing is wrong.
  [[nodiscard]] std::optional<error> as_error() const {
    if (texts_.empty()) return std::nullopt;
    std::string all;
    for (const auto& text : texts_) all += (all.empty() ? "" : "; ") + text;
    if (more_ > 0) all += "; and " + std::to_string(more_) + " more";
    return error{error_code::invalid_input, std::move(all)};
  }

private:
  static constexpr std::size_t kept_max = 20;

  std::vector<std::string> texts_;
  std::size_t more_ = 0; ///< mistakes that are only counted
};

} // namespace core
