#include "core/cel/moments.hpp"

#include "core/cel/function.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace core::cel {
namespace {

constexpr std::int64_t second_min = -62135596800; // 0001-01-01T00:00:00Z
constexpr std::int64_t second_max = 253402300799; // 9999-12-31T23:59:59Z
constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

value out_of_range(const char* type) {
  return invalid(std::string(type) + " is out of range");
}

bool is_in_range(std::int64_t seconds) {
  return seconds >= second_min && seconds <= second_max;
}

/// `005` for 5 and 3
std::string padded(std::int64_t number, std::size_t digits) {
  auto text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// `.5` for half a second; empty for 0.
std::string fraction_text(std::int64_t nanoseconds) {
  if (nanoseconds == 0) return {};
  auto text = "." + padded(nanoseconds, 9);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

/// Reads a text from left to right.
class reader {
public:
  explicit reader(std::string_view text) : text_(text) {}

  /// Exactly that many digits.
  std::optional<int> number(std::size_t digits) {
    int x = 0;
    const auto part = text_.substr(0, digits);
    const auto end = std::from_chars(part.data(), part.data() + part.size(), x).ptr;
    if (part.size() != digits || end != part.data() + digits || part.front() == '-') return std::nullopt;
    text_.remove_prefix(digits);
    return x;
  }
  bool take(std::string_view mark) {
    if (!text_.starts_with(mark)) return false;
    text_.remove_prefix(mark.size());
    return true;
  }
  /// All digits that follow.
  std::string_view digits() {
    const auto end = std::min(text_.find_first_not_of("0123456789"), text_.size());
    const auto part = text_.substr(0, end);
    text_.remove_prefix(end);
    return part;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return text_; }

private:
  std::string_view text_;
};

/// The first nine digits of a fraction of a second, as nanoseconds.
std::int64_t nanoseconds_of(std::string_view digits) {
  std::string nine(digits.substr(0, 9));
  nine.resize(9, '0');
  std::int64_t x = 0;
  std::from_chars(nine.data(), nine.data() + nine.size(), x);
  return x;
}

/// `HH:MM` in seconds
std::optional<std::int64_t> hours_and_minutes(reader& text) {
  const auto hours = text.number(2);
  if (!hours || !text.take(":")) return std::nullopt;
  const auto minutes = text.number(2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return (*hours * 60 + *minutes) * 60;
}

std::optional<std::int64_t> date_in_seconds(reader& text) {
  const auto year = text.number(4);
  if (!year || !text.take("-")) return std::nullopt;
  const auto month = text.number(2);
  if (!month || !text.take("-")) return std::nullopt;
  const auto day = text.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count();
}

struct unit {
  std::string_view name;
  std::int64_t nanoseconds;
};

/// A unit that begins another stands behind it.
constexpr unit units[] = {
  {"ns", 1},
  {"us", 1'000},
  {"\u00b5s", 1'000},
  {"\u03bcs", 1'000},
  {"ms", 1'000'000},
  {"s", nanoseconds_per_second},
  {"m", 60 * nanoseconds_per_second},
  {"h", 3600 * nanoseconds_per_second},
};

/// `1.5h` in nanoseconds; negative, because the smallest duration has no positive counterpart.
std::optional<std::int64_t> negative_part(reader& text) {
  const auto whole = text.digits();
  const auto fraction = text.take(".") ? text.digits() : std::string_view();
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const auto* unit = std::find_if(std::begin(units), std::end(units), [&](const auto& x) { return text.take(x.name); });
  if (unit == std::end(units)) return std::nullopt;
  std::int64_t count = 0;
  const auto fault = std::from_chars(whole.data(), whole.data() + whole.size(), count).ec;
  std::int64_t result = 0;
  if (!whole.empty() && fault != std::errc()) return std::nullopt;
  if (__builtin_mul_overflow(-count, unit->nanoseconds, &result)) return std::nullopt;
  // Digits beyond a nanosecond do not count.
  auto scale = unit->nanoseconds;
  std::int64_t small = 0;
  for (const char digit : fraction) {
    if (scale == 1) break;
    // In nanoseconds a minute and an hour are no powers of ten, so a small scale leaves a rest when it is
    // divided by ten; the rest counts for this digit.
    small += (digit - '0') * (scale / 10) + (digit - '0') * (scale % 10) / 10;
    scale /= 10;
  }
  if (__builtin_sub_overflow(result, small, &result)) return std::nullopt;
  return result;
}

} // namespace

value moment_of(std::int64_t seconds) {
  if (!is_in_range(seconds)) return out_of_range("timestamp");
  return timestamp{seconds, 0};
}

value add(const timestamp& moment, const duration& time) {
  auto seconds = moment.seconds + time.nanoseconds / nanoseconds_per_second;
  auto nanoseconds = moment.nanoseconds + time.nanoseconds % nanoseconds_per_second;
  if (nanoseconds < 0) {
    nanoseconds += nanoseconds_per_second;
    --seconds;
  } else if (nanoseconds >= nanoseconds_per_second) {
    nanoseconds -= nanoseconds_per_second;
    ++seconds;
  }
  if (!is_in_range(seconds)) return out_of_range("timestamp");
  return timestamp{seconds, static_cast<std::int32_t>(nanoseconds)};
}

value add(const duration& a, const duration& b) {
  duration sum;
  if (__builtin_add_overflow(a.nanoseconds, b.nanoseconds, &sum.nanoseconds)) return out_of_range("duration");
  return sum;
}

value subtract(const timestamp& moment, const duration& time) {
  const auto opposite = subtract(duration{0}, time);
  const auto* negative = opposite.as<duration>();
  return negative ? add(moment, *negative) : opposite;
}

value subtract(const duration& a, const duration& b) {
  duration difference;
  if (__builtin_sub_overflow(a.nanoseconds, b.nanoseconds, &difference.nanoseconds)) return out_of_range("duration");
  return difference;
}

value between(const timestamp& end, const timestamp& begin) {
  duration difference;
  if (__builtin_mul_overflow(end.seconds - begin.seconds, nanoseconds_per_second, &difference.nanoseconds)
      || __builtin_add_overflow(difference.nanoseconds, end.nanoseconds - begin.nanoseconds, &difference.nanoseconds))
    return out_of_range("duration");
  return difference;
}

std::string text_of(const timestamp& x) {
  const std::chrono::sys_seconds moment{std::chrono::seconds(x.seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(moment - day);
  return padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()), 2) + "-"
         + padded(static_cast<unsigned>(date.day()), 2) + "T" + padded(clock.hours().count(), 2) + ":"
         + padded(clock.minutes().count(), 2) + ":" + padded(clock.seconds().count(), 2) + fraction_text(x.nanoseconds)
         + "Z";
}

std::string text_of(const duration& x) {
  const auto seconds = x.nanoseconds / nanoseconds_per_second;
  const auto rest = x.nanoseconds % nanoseconds_per_second;
  const std::string sign = seconds == 0 && rest < 0 ? "-" : "";
  return sign + std::to_string(seconds) + fraction_text(rest < 0 ? -rest : rest) + "s";
}

std::optional<timestamp> read_timestamp(std::string_view text) {
  reader all(text);
  const auto date = date_in_seconds(all);
  if (!date || !(all.take("T") || all.take("t"))) return std::nullopt;
  const auto clock = hours_and_minutes(all);
  if (!clock || !all.take(":")) return std::nullopt;
  const auto seconds = all.number(2);
  if (!seconds || *seconds > 59) return std::nullopt;
  std::string_view fraction;
  if (all.take(".")) {
    fraction = all.digits();
    if (fraction.empty()) return std::nullopt;
  }
  std::int64_t offset = 0;
  if (!all.take("Z") && !all.take("z")) {
    const int sign = all.rest().starts_with('-') ? -1 : 1;
    if (!all.take("-") && !all.take("+")) return std::nullopt;
    const auto ahead = hours_and_minutes(all);
    if (!ahead) return std::nullopt;
    offset = sign * *ahead;
  }
  const auto moment = *date + *clock + *seconds - offset;
  if (!all.rest().empty() || !is_in_range(moment)) return std::nullopt;
  return timestamp{moment, static_cast<std::int32_t>(nanoseconds_of(fraction))};
}

std::optional<duration> read_duration(std::string_view text) {
  reader all(text);
  const bool is_negative = all.take("-");
  if (!is_negative) all.take("+");
  if (all.rest() == "0") return duration{0};
  std::int64_t negative = 0;
  do {
    const auto part = negative_part(all);
    if (!part || __builtin_add_overflow(negative, *part, &negative)) return std::nullopt;
  } while (!all.rest().empty());
  if (is_negative) return duration{negative};
  duration result;
  if (__builtin_sub_overflow(std::int64_t{0}, negative, &result.nanoseconds)) return std::nullopt;
  return result;
}

std::optional<std::int64_t> read_offset(std::string_view text) {
  reader all(text);
  const int sign = all.take("-") ? -1 : 1;
  if (sign == 1) all.take("+");
  const auto ahead = hours_and_minutes(all);
  if (!ahead || !all.rest().empty()) return std::nullopt;
  return sign * *ahead;
}

} // namespace core::cel
