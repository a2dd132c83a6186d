#pragma once

#include "core/base/error.hpp"
#include "core/base/evaluation_limit.hpp"
#include "core/text/text_range.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace core {

/// A compiled jq program that is applied to objects. Compiling costs milliseconds, applying microseconds.
/// An instance may move between threads but is used by one at a time. Integers beyond 2^53 lose digits in the result.
class object_filter {
public:
  /// Errors (`invalid_input`) carry jq's own text.
  [[nodiscard]] static result<object_filter> compile(std::string program);

  object_filter(object_filter&&) noexcept;
  object_filter& operator=(object_filter&&) noexcept;
  ~object_filter();

  /// Whether errors may repeat what jq reports, which often is a piece of the object.
  enum class report { whole, without_content };

  /// Applies the program to one JSON text. The answer is compact JSON with sorted keys: `null` if the program gave
  /// nothing, its value if it gave one, an array if it gave several. A failure concerns this object only.
  /// Errors: `timeout` if the program used more than the limit allows; a function of jq that is written in C is not
  /// interrupted, the limit counts when it returns. `invalid_input` for all other failures.
  [[nodiscard]] result<std::string> apply(std::string_view object, evaluation_limit& limit = *no_evaluation_limit(),
                                          report how = report::whole);
  /// The same, faster for a program that cannot look at managed fields.
  /// @param managed_fields the part of the text that holds them, with a comma beside it; empty: there are none, or nobody
  /// knows.
  [[nodiscard]] result<std::string> apply(std::string_view object, text_range managed_fields, evaluation_limit& limit,
                                          report how = report::whole);

  [[nodiscard]] const std::string& program() const noexcept;

private:
  struct state;
  explicit object_filter(std::unique_ptr<state> x);

  std::unique_ptr<state> state_;
};

} // namespace core
