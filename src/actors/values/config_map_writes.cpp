#include "actors/values/config_map_writes.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/backoff.hpp"
#include "kube/objects/resource_version.hpp"
#include "sys/log/log.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace actors::values {

namespace {

using namespace std::chrono_literals;

/// The time limit for repeating a write because other clients write in between. If it is reached, another
/// client evidently writes in a loop; the queue then tries the run of the hook again.
constexpr auto write_limit = 30s;

/// A write that takes longer than this is reported to the SUPERVISOR.
constexpr auto write_slow = 5s;

/// The wait before the next try of a write. The second try begins at once, because edits by hand are rare.
/// Later tries wait for a random and growing time, so that two writers in a loop do not collide again and
/// again.
std::chrono::microseconds pause_before(unsigned next_try, std::uint64_t random) {
  if (next_try <= 2) return 0us;
  const std::chrono::microseconds most = base::backoff{80ms, 1000ms}.after(next_try - 2);
  return std::chrono::microseconds(random % static_cast<std::uint64_t>(most.count()));
}

/// The reason why a section must not be written: the user's text is invalid, or it is `false`. Neither is
/// visible in the section's content, because an invalid section keeps its last content.
std::optional<std::string> reason_not_to_write(const core::config::configuration& now, const std::string& key) {
  for (const auto& x : now.errors)
    if (x.key == key) return x.reason;
  if (now.switched_off.contains(key)) return "ConfigMap: '" + key + "' is false, which disables the module";
  return std::nullopt;
}

/// True if the section of a ConfigMap has this content already.
bool is_written(const text::json& object, const std::string& key, const std::optional<text::json>& content) {
  const auto* data = object.find("data");
  const auto text = data == nullptr ? std::nullopt : data->string_at(key);
  const auto present = text::parse_yaml(text.value_or(""));
  return text && content && present && *present == *content;
}

/// The subject of a problem, for messages.
std::string subject_of(const messages::write_section& x) {
  return "config values of " + x.by;
}

} // namespace

framework::promise<messages::section_written> config_map_writes::begin(const messages::write_section& x) {
  auto to = self_->later<messages::section_written>();
  note({.what = x, .to = to});
  return to;
}

void config_map_writes::begin_own(messages::write_section x) {
  note({.what = std::move(x), .to = std::nullopt});
}

void config_map_writes::note(section_write x) {
  const auto number = ++last_write_;
  x.since_us = self_->shared().wall_time_us();
  x.began_us = self_->shared().steady_time_us();
  writes_.emplace(number, std::move(x));
  self_->remind(write_slow, messages::section_write_slow{{}, number});
  read(number);
}

void config_map_writes::read(std::uint64_t number) {
  access_.call(cluster::records::read_request(place_),
               [this, number](const base::result<text::json>& fresh) { compare(number, fresh); });
}

void config_map_writes::compare(std::uint64_t number, const base::result<text::json>& fresh) {
  const bool absent = !fresh && fresh.error().code == base::error_code::not_found;
  if (!fresh && !absent) return finish(number, {.result = tl::unexpected(fresh.error())});
  const auto& what = writes_.at(number).what;
  const auto* known = absent ? nullptr : &*fresh;
  // The state that was just read is adopted at once, before the watch shows it.
  const auto current = access_.adopt(known);
  if (const auto reason = reason_not_to_write(*current, what.key))
    return finish(
      number, {.result = base::fail(base::error_code::invalid_input, "the section is not written over: " + *reason)});
  const auto* section = current->section(what.key);
  const auto none = text::json::object();
  if (!((section != nullptr ? *section : none) == what.before.value_or(none)))
    // The patch was computed for an older content. The VALUES STORE computes it again on top of the edit, so
    // the edit is not lost.
    return finish(number, {.is_overtaken = true, .configuration = current});
  send(number, known);
}

void config_map_writes::send(std::uint64_t number, const text::json* known) {
  auto& write = writes_.at(number);
  const auto& key = write.what.key;
  const auto& text = write.what.text;
  // Checked here, because an error of the API server would name neither the section nor the hook.
  if (const auto bytes = cluster::records::bytes_with(known, key, text); bytes > core::config::config_map_bytes_max)
    return finish(number, {.result = base::fail(
                             base::error_code::invalid_input,
                             fmt::format("ConfigMap '{}' would be too large: {} bytes with {} in section '{}', "
                                         "and the API server takes no more than {}",
                                         place_.name, bytes, text.size(), key, core::config::config_map_bytes_max))});
  // The keys of hooks may be back in the meantime.
  if (!write.to && known != nullptr && is_written(*known, key, write.what.before)) return finish(number, {});
  ++write.tries;
  write.is_update = known != nullptr;
  const auto* before = write.what.before ? &*write.what.before : nullptr;
  const auto after = text::parse_yaml(text).value_or(text::json::object());
  const auto keys = access_.keys->annotation_after(key, before, after, write.what.by);
  access_.keys->writing(key, before, after, write.what.by);
  access_.call(cluster::records::write_request(place_, known, key, text, keys),
               [this, number](const base::result<text::json>& object) { written(number, object); });
}

void config_map_writes::written(std::uint64_t number, const base::result<text::json>& object) {
  if (object) {
    const auto& what = writes_.at(number).what;
    access_.keys->written(what.key);
    sys::log::log_info(
      "config_map_written",
      {{"version", kube::objects::resource_version_of(*object)}, {"section", what.key}, {"by", what.by}});
    return finish(number,
                  {.configuration = access_.adopt(&*object), .version = kube::objects::resource_version_of(*object)});
  }
  using base::error_code;
  const auto code = object.error().code;
  // The ConfigMap was deleted after it was read: the next try creates it.
  const bool was_deleted = code == error_code::not_found && writes_.at(number).is_update;
  if (code == error_code::conflict || code == error_code::already_exists || was_deleted) return try_again(number);
  finish(number, {.result = base::fail("ConfigMap '" + place_.name + "'", object.error())});
}

void config_map_writes::try_again(std::uint64_t number) {
  const auto& write = writes_.at(number);
  const std::chrono::microseconds passed(self_->shared().steady_time_us() - write.began_us);
  if (passed >= write_limit)
    return finish(number,
                  {.result = base::fail(base::error_code::conflict,
                                        fmt::format("another client writes ConfigMap '{}' all the time: {} writes of "
                                                    "section '{}' in {} s came too late",
                                                    place_.name, write.tries, write.what.key, write_limit.count()))});
  const auto pause = pause_before(write.tries + 1, self_->shared().random());
  if (pause == 0us) return read(number);
  self_->remind(pause, messages::section_write_due{{}, number});
}

void config_map_writes::report_slow(const messages::section_write_slow& x) {
  const auto write = writes_.find(x.write);
  if (write == writes_.end()) return;
  auto& slow = write->second;
  slow.is_slow = true;
  const std::string reason =
    slow.tries > 1 ? "come too late for other writes of the ConfigMap since " : "wait for the API server since ";
  self_->tell(supervisor_,
              messages::module_state_changed{{}, subject_of(slow.what), reason + framework::time_text(slow.since_us)});
}

void config_map_writes::finish(std::uint64_t number, messages::section_written answer) {
  auto write = std::move(writes_.extract(number).mapped());
  // Only a problem that was reported needs to be withdrawn.
  if (write.is_slow) self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(write.what), std::nullopt});
  if (write.to) self_->answer(*write.to, std::move(answer));
}

} // namespace actors::values
