#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace text {
class json;
}

namespace core::releases {

/// The values of a release, for the comparison with texts of Helm. Helm, the functions of templates and the
/// API server quote values in many forms, so a text is compared with the values themselves.
///
/// Hidden are each value of at least `bytes_min` bytes, and each of its words of that size, in any case of
/// letters. Keys, names of the release, files of a chart, and words of Helm, Kubernetes and YAML stay, so
/// that a text still names its place.
class quoted_values {
public:
  static constexpr std::size_t bytes_min = 6;

  /// Hides no values.
  quoted_values() = default;
  /// @param values JSON text of the values; a text without values hides no words
  /// @param names public names, such as the release and its namespace
  quoted_values(std::string_view values, const std::vector<std::string>& names);

  /// The text with `<redacted>` in place of values and their words. Time: n log m for a text of n bytes and m
  /// values, but for values that are beginnings of each other.
  [[nodiscard]] std::string without_values(std::string_view text) const;

private:
  void add_names(const text::json& x);
  void add_values(const text::json& x);
  void add_value(const std::string& x);
  [[nodiscard]] bool is_public(const std::string& word) const;
  [[nodiscard]] std::size_t value_at(std::string_view text, std::size_t at) const;

  std::set<std::string, std::less<>> names_;  ///< words in small letters
  std::set<std::string, std::less<>> words_;  ///< of the values, in small letters
  std::set<std::string, std::less<>> values_; ///< whole values
};

} // namespace core::releases
