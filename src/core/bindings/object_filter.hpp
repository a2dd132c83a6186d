#pragma once

#include "base/error.hpp"
#include "base/evaluation_limit.hpp"
#include "text/plain/text_range.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace core::bindings {

class filter_program;

/// A compiled jq program that is applied to objects. Copies are cheap and share the program with all filters
/// of the same text; any thread may use them at any time. Results are the same as with gojq: keys are sorted
/// even inside the program (`.[]`, `to_entries`, `tojson`), and integers keep all digits.
class object_filter {
public:
  /// Compiles a program: takes about a millisecond for a new text, and no time for a known text. Errors
  /// (`invalid_input`) contain the message of jq.
  [[nodiscard]] static base::result<object_filter> compile(const std::string& program);

  /// Whether errors show the program and all of jq's message, or hide the program, which may contain secrets,
  /// and any content of the object (jq_message.hpp).
  enum class report { whole, without_content };

  /// Applies the program to a JSON text. The result is compact JSON with sorted keys: `null` if the program
  /// gives no value, the value if it gives a single value, else an array of all values. A failure concerns
  /// this object only. Errors: `timeout` if the program exceeds the limit (a C function of jq is not
  /// interrupted: the limit takes effect when it returns); `invalid_input` for all other failures.
  [[nodiscard]] base::result<std::string> apply(std::string_view object,
                                                base::evaluation_limit& limit = *base::no_evaluation_limit(),
                                                report how = report::whole) const;
  /// Like `apply` above, but faster for a program that cannot read managed fields.
  /// @param managed_fields the part of the text with the managed fields and one adjacent comma; empty: they
  /// are absent, or their place is unknown.
  [[nodiscard]] base::result<std::string> apply(std::string_view object, text::text_range managed_fields,
                                                base::evaluation_limit& limit, report how = report::whole) const;

  [[nodiscard]] const std::string& program() const noexcept;

private:
  explicit object_filter(std::shared_ptr<filter_program> program);

  std::shared_ptr<filter_program> program_;
};

} // namespace core::bindings
