#pragma once

#include "base/error.hpp"
#include "base/jq_limit.hpp"
#include "text/plain/text_range.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace core::bindings {

class filter_program;

/// A compiled jq program that is applied to objects. Copies are cheap and share the program with all filters
/// of the same text; any thread may use them at any time. Answers are those of gojq: keys come in their order
/// also within the program (`.[]`, `to_entries`, `tojson`), and integers keep all their digits.
class object_filter {
public:
  /// A known text costs no time, a new text a few milliseconds. Errors (`invalid_input`) carry jq's own text.
  [[nodiscard]] static base::result<object_filter> compile(const std::string& program);

  /// Whether errors show the program, which may contain secrets. Of jq's message they show only words that
  /// are no content of the object, see jq_message.hpp.
  enum class report { whole, without_content };

  /// Applies the program to a JSON text. The answer is compact JSON with sorted keys: `null` if the program
  /// gave no value, the value if it gave a single value, else an array. A failure concerns this object only.
  /// Errors: `timeout` if the program used more than the limit allows; a function of jq that is written in C
  /// is not interrupted, the limit counts when it returns. `invalid_input` for all other failures.
  [[nodiscard]] base::result<std::string> apply(std::string_view object, base::jq_limit& limit = *base::no_jq_limit(),
                                                report how = report::whole) const;
  /// The same, faster for a program that cannot look at managed fields.
  /// @param managed_fields the part of the text that holds them, with a comma beside it; empty: they are
  /// absent, or their place is unknown.
  [[nodiscard]] base::result<std::string> apply(std::string_view object, text::text_range managed_fields,
                                                base::jq_limit& limit, report how = report::whole) const;

  [[nodiscard]] const std::string& program() const noexcept;

private:
  explicit object_filter(std::shared_ptr<filter_program> program);

  std::shared_ptr<filter_program> program_;
};

} // namespace core::bindings
