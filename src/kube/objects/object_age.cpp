#include "kube/objects/object_age.hpp"

#include "base/utc_time.hpp"

#include <algorithm>
#include <string_view>

namespace kube::objects {

namespace {

using seconds_since_epoch = std::optional<std::int64_t>;

seconds_since_epoch time_at(const text::json& object, std::string_view key) {
  const auto us = base::parse_utc_us(object.string_at(key).value_or(""));
  return us ? seconds_since_epoch(*us / 1'000'000) : std::nullopt;
}

seconds_since_epoch creation_time(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::nullopt : time_at(*metadata, "creationTimestamp");
}

/// The time of the last write. Each client that has written the object has an entry. If the entries are
/// missing, a later write may have left no trace, so the time is unknown.
seconds_since_epoch write_time(const text::json& object) {
  auto last = creation_time(object);
  if (!last) return std::nullopt;
  const auto* writes = object.find("metadata")->find("managedFields");
  if (writes == nullptr || !writes->is_array() || writes->as_array().empty()) return std::nullopt;
  for (const auto& write : writes->as_array()) {
    const auto time = time_at(write, "time");
    if (!time) return std::nullopt;
    last = std::max(*last, *time);
  }
  return last;
}

std::optional<std::chrono::seconds> between(seconds_since_epoch time, seconds_since_epoch answered) {
  if (!time || !answered || *time > *answered) return std::nullopt;
  return std::chrono::seconds(*answered - *time);
}

} // namespace

std::optional<std::chrono::seconds> age_since_creation(const text::json& object,
                                                       std::optional<std::int64_t> answered_s) {
  return between(creation_time(object), answered_s);
}

std::optional<std::chrono::seconds> age_since_write(const text::json& object, std::optional<std::int64_t> answered_s) {
  return between(write_time(object), answered_s);
}

} // namespace kube::objects
