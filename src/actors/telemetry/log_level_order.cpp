#include "actors/telemetry/log_level_order.hpp"

#include "base/duration.hpp"
#include "base/excerpt.hpp"

#include <string>

namespace actors::telemetry {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds usual_time = 30min;
/// A level that is forgotten must not fill the disk of a log for ever.
constexpr std::chrono::nanoseconds time_max = 24h;

tl::unexpected<base::error> refuse(const std::string& expected, const std::string& given) {
  return base::fail(base::error_code::invalid_input, expected + ", got '" + base::excerpt(given) + "'");
}

} // namespace

base::result<log_level_order> read_log_level_order(const debug_query& query) {
  const auto value = query.find("value");
  const std::string level = value == query.end() ? std::string() : value->second;
  const auto known = sys::log::parse_log_level(level);
  if (!known) return refuse("'value' must be debug, info, warning or error", level);
  const auto given = query.find("for");
  if (given == query.end()) return log_level_order{*known, usual_time};
  const auto time = base::parse_duration(given->second);
  if (!time || *time <= 0ns || *time > time_max)
    return refuse("'for' must be a duration above 0 and up to 24h, for example 10m", given->second);
  return log_level_order{*known, *time};
}

} // namespace actors::telemetry
