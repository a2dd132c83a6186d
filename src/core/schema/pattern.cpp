#include "core/schema/pattern.hpp"

#include <re2/re2.h>

namespace core::schema {

base::result<pattern> pattern::compile(const std::string& expression) {
  RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_shared<const RE2>(expression, options);
  if (!compiled->ok())
    return base::fail(base::error_code::invalid_input, "invalid pattern '" + expression + "': " + compiled->error());
  return pattern(std::move(compiled));
}

pattern pattern::fixed(const char* expression) {
  return compile(expression).value();
}

bool pattern::found_in(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_);
}

const std::string& pattern::expression() const {
  return compiled_->pattern();
}

} // namespace core::schema
