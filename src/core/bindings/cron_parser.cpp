#include "core/bindings/cron.hpp"

#include "base/duration.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace core::bindings {

namespace {

using std::chrono::seconds;

struct field_range {
  std::string_view title;
  unsigned low;
  unsigned high;
  std::string_view names; ///< three letters each; the first name means `low`
  std::string_view span;  ///< describes the names in messages
};

constexpr std::array<field_range, 6> ranges{{
  {"second", 0, 59, "", ""},
  {"minute", 0, 59, "", ""},
  {"hour", 0, 23, "", ""},
  {"day of month", 1, 31, "", ""},
  {"month", 1, 12, "janfebmaraprmayjunjulaugsepoctnovdec", "JAN to DEC"},
  {"day of week", 0, 7, "sunmontuewedthufrisat", "SUN to SAT"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> descriptors{{
  {"@yearly", "0 0 0 1 1 *"},
  {"@annually", "0 0 0 1 1 *"},
  {"@monthly", "0 0 0 1 * *"},
  {"@weekly", "0 0 0 * * 0"},
  {"@daily", "0 0 0 * * *"},
  {"@midnight", "0 0 0 * * *"},
  {"@hourly", "0 0 * * * *"},
}};

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> out;
  for (;;) {
    auto begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) return out;
    text.remove_prefix(begin);
    auto size = std::min(text.find_first_of(separators), text.size());
    out.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<unsigned> number_or_name(std::string_view text, const field_range& range) {
  if (text.size() == 3) {
    std::string lower;
    for (unsigned char c : text) lower += static_cast<char>(std::tolower(c));
    auto at = range.names.find(lower);
    if (at != std::string_view::npos && at % 3 == 0) return static_cast<unsigned>(at / 3) + range.low;
  }
  return number(text);
}

/// An item of a field's list: `low`, `low-high` or `*`, optionally with `/step`.
struct element {
  unsigned low = 0;
  unsigned high = 0;
  unsigned step = 1;
  bool is_star = false;
};

tl::unexpected<base::error> wrong(std::string reason) {
  return base::fail(base::error_code::invalid_input, std::move(reason));
}

base::result<unsigned> parse_value(std::string_view text, const field_range& range) {
  if (text.empty()) return wrong("a number is missing");
  const auto value = number_or_name(text, range);
  if (!value)
    return wrong("'" + std::string(text) + "' is no number"
                 + (range.span.empty() ? "" : " and no name from " + std::string(range.span)));
  if (*value < range.low || *value > range.high)
    return wrong("expected values from " + std::to_string(range.low) + " to " + std::to_string(range.high));
  return *value;
}

/// Parses the part before the step: `*`, `low` or `low-high`.
base::result<element> parse_span(std::string_view text, const field_range& range, unsigned last) {
  if (text == "*" || text == "?") return element{range.low, last, 1, true};
  const auto hyphen = text.find('-');
  auto low = parse_value(text.substr(0, hyphen), range);
  auto high = hyphen == std::string_view::npos ? low : parse_value(text.substr(hyphen + 1), range);
  if (!low) return tl::unexpected(low.error());
  if (!high) return tl::unexpected(high.error());
  if (*low > *high)
    return wrong("the range '" + std::string(text) + "' ends before it begins"
                 + (range.high == 7 && *high == 0 ? ": write 7 for a Sunday at its end" : ""));
  return element{*low, *high, 1, false};
}

base::result<element> parse_element(std::string_view text, const field_range& range) {
  const auto slash = text.find('/');
  const auto span = text.substr(0, slash);
  // `*` ends at 6 for days of the week, so that it does not count Sunday (0 and 7) twice.
  const unsigned last = std::min(range.high, range.title == "day of week" ? 6U : range.high);
  auto x = parse_span(span, range, last);
  if (!x || slash == std::string_view::npos) return x;
  const auto step_text = text.substr(slash + 1);
  const auto step = number(step_text);
  if (!step || *step == 0) return wrong("the step '" + std::string(step_text) + "' must be a number, 1 or more");
  x->step = *step;
  // `5/15` means from 5 to the end of the range.
  if (!x->is_star && span.find('-') == std::string_view::npos) x->high = std::max(x->low, last);
  return x;
}

base::result<std::uint64_t> parse_field(std::string_view text, const field_range& range) {
  std::uint64_t bits = 0;
  for (auto part : split(text, ",")) {
    auto x = parse_element(part, range);
    if (!x) return tl::unexpected(x.error());
    if (x->is_star) bits |= crontab_star;
    // 64 bits, so that a large step cannot overflow.
    for (std::uint64_t value = x->low; value <= x->high; value += x->step)
      bits |= std::uint64_t{1} << (range.high == 7 ? value % 7 : value);
  }
  if (bits == 0) return wrong("it has no values");
  return bits;
}

} // namespace

/// Fills a crontab from its text.
class crontab_parser {
public:
  crontab_parser(std::string_view text, const base::time_zone_source& zones) : text_(text), zones_(zones) {}

  base::result<crontab> parse() {
    auto words = split(text_, " \t\r\n");
    std::string_view name = "Local";
    if (!words.empty() && words[0].starts_with("TZ=")) {
      name = words[0].substr(3);
      words.erase(words.begin());
    }
    auto zone = find_zone(name);
    if (!zone) return invalid(zone.error().message);
    made_.zone_ = std::move(*zone);
    if (words.empty()) return invalid("it is empty");
    return words[0].starts_with('@') ? parse_descriptor(words) : parse_fields(std::move(words));
  }

private:
  /// As in Go's `time.LoadLocation`, an empty name means UTC, and `Local` means the machine's zone.
  [[nodiscard]] base::result<base::time_zone_ptr> find_zone(std::string_view name) const {
    if (name.empty() || name == "UTC") return base::utc();
    return zones_(name == "Local" ? "" : name);
  }

  [[nodiscard]] tl::unexpected<base::error> invalid(const std::string& reason) const {
    return base::fail(base::error_code::invalid_input, "crontab is invalid: '" + std::string(text_) + "': " + reason);
  }

  base::result<crontab> parse_descriptor(const std::vector<std::string_view>& words) {
    if (words.size() == 1)
      for (const auto& [name, fields] : descriptors)
        if (words[0] == name) return parse_fields(split(fields, " "));
    if (words[0] != "@every" || words.size() != 2) {
      std::string known;
      for (const auto& descriptor : descriptors) known.append(descriptor.first).append(", ");
      return invalid("unknown descriptor, expected " + known + "or @every with a duration, for example '@every 1h30m'");
    }
    auto every = base::parse_duration(words[1]);
    if (!every) return invalid(every.error().message);
    // Whole seconds, and at least a second, like robfig/cron, the library of the predecessor.
    made_.every_ = std::max(seconds(1), std::chrono::duration_cast<seconds>(*every));
    return made_;
  }

  base::result<crontab> parse_fields(std::vector<std::string_view> words) {
    // crontab(5) has five fields and no seconds, so the second is 0.
    if (words.size() == 5) words.insert(words.begin(), "0");
    if (words.size() != crontab::fields) return invalid("expected 5 or 6 fields, got " + std::to_string(words.size()));
    for (std::size_t i = 0; i < crontab::fields; ++i) {
      auto bits = parse_field(words[i], ranges[i]);
      if (!bits)
        return invalid(std::string(ranges[i].title) + " '" + std::string(words[i]) + "': " + bits.error().message);
      made_.bits_[i] = *bits;
    }
    return made_;
  }

  std::string_view text_;
  const base::time_zone_source& zones_;
  crontab made_;
};

base::result<crontab> parse_crontab(std::string_view text, const base::time_zone_source& zones) {
  return crontab_parser(text, zones).parse();
}

} // namespace core::bindings
