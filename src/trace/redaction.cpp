#include "trace/redaction.hpp"

#include "base/excerpt.hpp"
#include "base/missing_right.hpp"
#include "text/json/json_extent.hpp"
#include "text/json/value_kind.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace trace {

namespace {

constexpr std::size_t bytes_max = 1'000;

/// The texts before a wrong value in messages.
constexpr std::array<std::string_view, 2> before_values{"got ", "Invalid value: "};

constexpr std::string_view jq_failure = "jq filter '";
constexpr std::string_view jq_failed = "' failed: ";

/// The API server shows the text that it could not decode between these marks.
constexpr std::string_view excerpt_begin = "...|";
constexpr std::string_view excerpt_end = "|...";

/// Whether a list is a part of a rule for a missing right, which users need to paste.
bool is_in_right(std::string_view text, std::size_t at) {
  constexpr std::size_t rule_bytes_max = 400;
  const auto from = at - std::min(at, rule_bytes_max);
  const auto begin = text.substr(from, at - from).rfind('{');
  return begin != std::string_view::npos && base::end_of_right(text, from + begin) > at;
}

/// The range of the content that begins at `at`; nullopt: no content begins there.
std::optional<text::text_range> content_at(std::string_view text, std::size_t at) {
  if (text::begins_json(text, at))
    return is_in_right(text, at) ? std::nullopt : std::optional(text::text_range{at, text::end_of_json(text, at)});
  if (const auto secret = text::secret_at(text, at)) return secret;
  const auto rest = text.substr(at);
  for (const auto words : before_values)
    if (rest.starts_with(words) && !text::begins_with_kind_name(rest.substr(words.size())))
      return text::text_range{at + words.size(), text::end_of_value(text, at + words.size())};
  if (rest.starts_with(excerpt_begin)) {
    const auto begin = at + excerpt_begin.size();
    return text::text_range{begin, std::min(text.find(excerpt_end, begin), text.size())};
  }
  return std::nullopt;
}

/// The first failure of a jq filter.
struct jq_error {
  std::size_t begin = 0;
  std::size_t reason = 0; ///< repeats the content of an object
};

std::optional<jq_error> jq_error_in(std::string_view text) {
  const auto begin = text.find(jq_failure);
  const auto failed = begin == std::string_view::npos ? begin : text.find(jq_failed, begin);
  if (failed == std::string_view::npos) return std::nullopt;
  return jq_error{begin, failed + jq_failed.size()};
}

} // namespace

std::string redacted_summary(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  // The failure is looked for once, and not behind each beginning of its words.
  const auto find = [failure = jq_error_in(text)](std::string_view x, std::size_t at) {
    if (!failure || at < failure->begin) return content_at(x, at);
    return std::optional(text::text_range{std::max(at, failure->reason), x.size()});
  };
  return base::excerpt(text::with_parts_hidden(text, find), bytes_max);
}

void redact(event& x) {
  x.summary = redacted_summary(x.summary);
  for (auto& [name, text] : x.facts) text = redacted_summary(text);
}

} // namespace trace
