#include "core/cel/regular_expression.hpp"

#include <re2/re2.h>

namespace core::cel {

namespace {

/// Of the program of a pattern: repetitions like `(a{1000}){1000}` would ask for more.
constexpr std::int64_t memory_max = std::int64_t{2} << 20;

} // namespace

base::result<regular_expression> regular_expression::compile(std::string_view pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(memory_max);
  auto compiled = std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!compiled->ok())
    return base::fail(base::error_code::invalid_input,
                      "invalid pattern '" + std::string(pattern) + "': " + compiled->error());
  return regular_expression(std::move(compiled));
}

bool regular_expression::found_in(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_);
}

} // namespace core::cel
