#include "core/cel/regular_expression.hpp"

#include "text/plain/utf8.hpp"

#include <re2/re2.h>

#include <algorithm>

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

std::vector<std::string_view> regular_expression::matches_in(std::string_view text, std::size_t max) const {
  std::vector<std::string_view> all;
  const re2::StringPiece whole(text.data(), text.size());
  const char* last_end = nullptr;
  for (std::size_t at = 0; at <= text.size() && all.size() < max;) {
    re2::StringPiece match;
    if (!compiled_->Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1)) break;
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    if (!match.empty() || match.data() != last_end) all.push_back(text.substr(begin, match.size()));
    last_end = match.data() + match.size();
    at = begin + match.size();
    if (match.empty()) at += std::max<std::size_t>(text::utf8_length(text.substr(at)), 1);
  }
  return all;
}

} // namespace core::cel
