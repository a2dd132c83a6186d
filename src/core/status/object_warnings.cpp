#include "core/status/object_warnings.hpp"

#include "base/excerpt.hpp"
#include "base/utc_time.hpp"
#include "text/plain/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace core::status {

namespace {

constexpr std::size_t message_bytes_max = 600;

std::string text_at(const text::json* x, std::string_view key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

/// The time of an Event: its last occurrence. RFC 3339 texts in UTC are in the order of their times.
std::string time_of(const text::json& event) {
  if (auto time = text_at(event.find("series"), "lastObservedTime"); !time.empty()) return time;
  for (const auto* key : {"lastTimestamp", "eventTime", "firstTimestamp"})
    if (auto time = text_at(&event, key); !time.empty()) return time;
  return {};
}

std::int64_t count_of(const text::json& event) {
  const auto* series = event.find("series");
  const auto* count = series != nullptr && series->is_object() ? series->find("count") : event.find("count");
  return count == nullptr ? 1 : count->as_int().value_or(1);
}

bool says_only_that_volumes_are_late(const text::json& event) {
  return text_at(&event, "message").starts_with("Unable to attach or mount volumes");
}

/// By this order the last Event says most.
std::pair<bool, std::string> order_of(const text::json& event) {
  return {!says_only_that_volumes_are_late(event), time_of(event)};
}

} // namespace

std::string selector_of_warnings(const std::string& kind, const std::string& name) {
  auto selector = "type=Warning,involvedObject.kind=" + kind;
  if (!name.empty()) selector += ",involvedObject.name=" + name;
  return selector;
}

const text::json* last_warning(const std::vector<text::json>& events, const std::set<std::string>& names) {
  const text::json* last = nullptr;
  for (const auto& x : events) {
    const bool is_about_it = names.contains(text_at(x.find("involvedObject"), "name"));
    if (is_about_it && (last == nullptr || order_of(*last) < order_of(x))) last = &x;
  }
  return last;
}

std::string words_of_warning(const text::json& event) {
  auto words = text_at(&event, "reason");
  if (words.empty()) words = "a warning";
  const auto at_us = base::parse_utc_us(time_of(event));
  const auto count = count_of(event);
  if (at_us && count > 1)
    words += fmt::format(" ({} times, the last at {})", count, base::utc_text(*at_us));
  else if (at_us)
    words += fmt::format(" at {}", base::utc_text(*at_us));
  auto message = text_at(&event, "message");
  std::replace(message.begin(), message.end(), '\n', ' ');
  return fmt::format("{}: {}", words, text::printable(base::excerpt(base::trimmed(message), message_bytes_max)));
}

} // namespace core::status
