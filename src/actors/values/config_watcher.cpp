#include "actors/values/config_watcher.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/resource_version.hpp"
#include "kube/response.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors {

namespace {

using namespace std::chrono_literals;

/// How long a write is tried again while somebody else writes in between. After so long, somebody else writes in a loop;
/// the hook run is retried later anyway.
constexpr auto write_limit = 30s;

/// A write that takes longer than this is reported to the SUPERVISOR.
constexpr auto write_slow = 5s;

/// How long a write waits before its next try. Edits by hand come one by one, so the second try begins at once; others
/// that write in a loop get out of step by a random time that grows.
std::chrono::microseconds pause_before(unsigned next_try, std::uint64_t random) {
  if (next_try <= 2) return 0us;
  const std::chrono::microseconds most = std::min<std::chrono::microseconds>(10ms * (1U << std::min(next_try, 8U)), 1s);
  return std::chrono::microseconds(random % static_cast<std::uint64_t>(most.count()));
}

/// The reason why a section must not be written although its content is as before: somebody has written something that
/// is no content, an error or `false`.
std::optional<std::string> reason_not_to_write(const core::configuration& now, const core::json* fresh,
                                               const std::string& key) {
  for (const auto& x : now.errors)
    if (x.key == key) return x.reason;
  const auto* data = fresh != nullptr ? fresh->find("data") : nullptr;
  if (data != nullptr && data->find(key) != nullptr && now.section(key) == nullptr)
    return "ConfigMap: '" + key + "' is false, which disables the module";
  return std::nullopt;
}

/// Of a problem, for people.
std::string subject_of(const write_section& x) {
  return "config values of " + x.by;
}

} // namespace

config_watcher_state::config_watcher_state(base<config_watcher_actor>* self, config_map_place place,
                                           kube_client_actor kube, supervisor_actor supervisor)
  : self_(self), place_(std::move(place)), kube_(std::move(kube)), supervisor_(std::move(supervisor)),
    objects_(self, supervisor_, "config-map") {}

// -- reading -----------------------------------------------------------------

promise<configuration_read> config_watcher_state::read() {
  auto to = self_->later<configuration_read>();
  if (current_) {
    self_->answer(to, configuration_read{{}, current_});
    return to;
  }
  waiting_.push_back(to);
  begin();
  return to;
}

void config_watcher_state::begin() {
  if (!objects_.is_closed()) return;
  watch_spec spec;
  spec.api_version = "v1";
  spec.kind = "ConfigMap";
  spec.namespace_name = place_.namespace_name;
  spec.field_selector = "metadata.name=" + place_.name;
  objects_.open(std::move(spec));
}

void config_watcher_state::listed() {
  objects_.take_list();
  objects_.read([this](const core::object_list& objects) { take(objects); });
}

void config_watcher_state::take(const core::object_list& objects) {
  if (objects.empty())
    adopt_content({});
  else
    adopt_event(*objects.front().object);
}

void config_watcher_state::changed(const object_changed& x) {
  if (x.event.event != core::watch_event::deleted) return adopt_event(*x.event.object.object);
  if (!lag_.is_behind()) return adopt_content({});
  // Nobody knows which of the two is older: the text of a deleted object may be the last one before its deletion.
  look();
}

void config_watcher_state::look() {
  call(read_request(place_), [this](const core::result<core::json>& fresh) {
    if (fresh) return adopt_answer(*fresh);
    // Whatever keeps the API server from answering: the event has said that the ConfigMap is gone.
    lag_.forget_answers();
    adopt_content({});
  });
}

void config_watcher_state::call(kube::http_request request, std::function<void(const core::result<core::json>&)> then) {
  self_->ask(
    kube_, call_api{{}, std::move(request)},
    [then](const api_answered& answer) { then(kube::json_of(answer.response)); },
    [then](const std::string& reason) { then(core::fail(core::error_code::unavailable, reason)); });
}

void config_watcher_state::adopt_event(const std::string& object_text) {
  const auto object = core::parse_json(object_text);
  if (!object) return; // what the API server sends parses; the informer has read its metadata already
  if (lag_.take_event(kube::resource_version_of(*object))) adopt(*object);
}

void config_watcher_state::adopt_answer(const core::json& object) {
  if (lag_.take_answer(kube::resource_version_of(object))) adopt(object);
}

void config_watcher_state::adopt(const core::json& object) {
  adopt_content(configuration_of(object, current_ ? *current_ : core::configuration{}));
}

void config_watcher_state::adopt_content(core::configuration now) {
  now.number = ++last_content_;
  const auto before = std::exchange(current_, std::make_shared<const core::configuration>(std::move(now)));
  for (auto& to : std::exchange(waiting_, {})) self_->answer(to, configuration_read{{}, current_});
  if (before && !core::differences(*before, *current_).empty()) self_->tell(supervisor_, config_changed{{}, current_});
}

// -- writing -----------------------------------------------------------------

promise<section_written> config_watcher_state::write(const write_section& x) {
  auto to = self_->later<section_written>();
  const auto number = ++last_write_;
  writes_.emplace(number, section_write{.what = x, .to = to, .began_us = self_->shared().wall_time_us()});
  self_->remind(write_slow, section_write_slow{{}, number});
  read_for_write(number);
  return to;
}

void config_watcher_state::read_for_write(std::uint64_t number) {
  call(read_request(place_),
       [this, number](const core::result<core::json>& fresh) { compare_and_write(number, fresh); });
}

void config_watcher_state::compare_and_write(std::uint64_t number, const core::result<core::json>& fresh) {
  const bool absent = !fresh && fresh.error().code == core::error_code::not_found;
  if (!fresh && !absent) return finish_write(number, {.result = tl::unexpected(fresh.error())});
  if (absent && !lag_.is_behind()) adopt_content({});
  if (fresh) adopt_answer(*fresh);
  const auto& what = writes_.at(number).what;
  const auto* known = absent ? nullptr : &*fresh;
  if (const auto reason = reason_not_to_write(*current_, known, what.key))
    return finish_write(
      number, {.result = core::fail(core::error_code::invalid_input, "the section is not written over: " + *reason)});
  const auto* section = current_->section(what.key);
  const auto none = core::json::object();
  if (!((section != nullptr ? *section : none) == what.before.value_or(none)))
    return finish_write(number, {.is_overtaken = true, .configuration = current_});
  send_write(number, known);
}

void config_watcher_state::send_write(std::uint64_t number, const core::json* known) {
  auto& write = writes_.at(number);
  const auto& key = write.what.key;
  const auto& text = write.what.text;
  if (const auto bytes = bytes_with(known, key, text); bytes > core::config_map_bytes_max)
    return finish_write(
      number, {.result = core::fail(core::error_code::invalid_input,
                                    fmt::format("ConfigMap '{}' would be too large: {} bytes with {} in section '{}', "
                                                "and the API server takes no more than {}",
                                                place_.name, bytes, text.size(), key, core::config_map_bytes_max))});
  ++write.tries;
  write.is_update = known != nullptr;
  call(write_request(place_, known, key, text),
       [this, number](const core::result<core::json>& object) { written(number, object); });
}

void config_watcher_state::written(std::uint64_t number, const core::result<core::json>& object) {
  if (object) {
    const auto& what = writes_.at(number).what;
    sys::log_info("config_map_written",
                  {{"version", kube::resource_version_of(*object)}, {"section", what.key}, {"by", what.by}});
    adopt_answer(*object);
    return finish_write(number, {.configuration = current_, .version = kube::resource_version_of(*object)});
  }
  using core::error_code;
  const auto code = object.error().code;
  const bool was_deleted = code == error_code::not_found && writes_.at(number).is_update;
  if (code == error_code::conflict || code == error_code::already_exists || was_deleted) return try_again(number);
  finish_write(number, {.result = core::fail("ConfigMap '" + place_.name + "'", object.error())});
}

void config_watcher_state::try_again(std::uint64_t number) {
  const auto& write = writes_.at(number);
  const std::chrono::microseconds passed(self_->shared().wall_time_us() - write.began_us);
  if (passed >= write_limit)
    return finish_write(
      number, {.result = core::fail(core::error_code::conflict,
                                    fmt::format("ConfigMap '{}' is written by somebody else all the time: {} writes of "
                                                "section '{}' in {} s came too late",
                                                place_.name, write.tries, write.what.key, write_limit.count()))});
  const auto pause = pause_before(write.tries + 1, self_->shared().random());
  if (pause == 0us) return read_for_write(number);
  self_->remind(pause, section_write_due{{}, number});
}

void config_watcher_state::write_again(const section_write_due& x) {
  read_for_write(x.write);
}

void config_watcher_state::report_slow(const section_write_slow& x) {
  const auto write = writes_.find(x.write);
  if (write == writes_.end()) return;
  auto& slow = write->second;
  slow.is_slow = true;
  const std::string reason =
    slow.tries > 1 ? "come too late for other writes of the ConfigMap since " : "wait for the API server since ";
  self_->tell(supervisor_, module_state_changed{{}, subject_of(slow.what), reason + time_text(slow.began_us)});
}

void config_watcher_state::finish_write(std::uint64_t number, section_written answer) {
  auto write = std::move(writes_.extract(number).mapped());
  if (write.is_slow) self_->tell(supervisor_, module_state_changed{{}, subject_of(write.what), std::nullopt});
  self_->answer(write.to, std::move(answer));
}

config_watcher_actor::behavior_type config_watcher_state::make_behavior() {
  return behavior(
    self_, [this](const read_configuration&) { return read(); }, [this](const write_section& x) { return write(x); },
    [this](const objects_listed&) { listed(); }, [this](const object_changed& x) { changed(x); },
    [this](const section_write_due& x) { write_again(x); }, [this](const section_write_slow& x) { report_slow(x); });
}

config_watcher_actor config_watcher(caf::actor_system& system, const context_ptr& shared, config_map_place place,
                                    const kube_client_actor& kube, const supervisor_actor& supervisor) {
  return spawn<config_watcher_state>(system, placement::shared, shared, "config watcher", std::move(place), kube,
                                     supervisor);
}

} // namespace actors
