#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace core::cel {

/// A compiled regular expression with the syntax of RE2, which CEL demands. A search takes time linear in the
/// text. Copies are cheap; may be used from any thread.
class regular_expression {
public:
  /// An error names the fault of the pattern, or that the program of the pattern is too large.
  [[nodiscard]] static base::result<regular_expression> compile(std::string_view pattern);

  /// True if the pattern matches anywhere in the text.
  [[nodiscard]] bool found_in(std::string_view text) const;

  /// The first matches from left to right, at most `max`, as `FindAllString` of Go has them: without an empty
  /// match right behind another match.
  [[nodiscard]] std::vector<std::string_view> matches_in(std::string_view text, std::size_t max) const;

private:
  explicit regular_expression(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

} // namespace core::cel
