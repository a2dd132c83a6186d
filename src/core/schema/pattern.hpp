#pragma once

#include "base/error.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace core::schema {

/// A compiled regular expression with the syntax of RE2, which is the syntax of Go. A search takes time
/// linear in the text, whatever the expression is. Copies are cheap; may be used from any thread.
class pattern {
public:
  /// An error names the fault of the expression.
  [[nodiscard]] static base::result<pattern> compile(const std::string& expression);

  /// Compiles an expression in the source of this program: a wrong expression is a bug, which a test of its
  /// caller finds.
  [[nodiscard]] static pattern fixed(const char* expression);

  /// True if the expression matches anywhere in the text.
  [[nodiscard]] bool found_in(std::string_view text) const;
  [[nodiscard]] const std::string& expression() const;

private:
  explicit pattern(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

} // namespace core::schema
