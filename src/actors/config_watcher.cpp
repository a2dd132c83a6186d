#include "actors/config_watcher.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/text/json.hpp"
#include "kube/request.hpp"
#include "kube/response.hpp"

#include <map>
#include <utility>

namespace actors {

namespace {

/// How often a write is tried again when somebody else has written in between. Each try reads fresh content; a writer
/// that loses this often in a row faces a loop of somebody else's, and the hook run is retried later anyway.
constexpr unsigned write_tries_max = 8;

const subscription_key subscription = "config-map";

kube::resource config_maps() {
  return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {"cm"}};
}

std::map<std::string, std::string> data_of(const core::json& object) {
  std::map<std::string, std::string> data;
  const auto* found = object.find("data");
  if (found == nullptr || !found->is_object()) return data;
  for (const auto& [key, value] : found->as_object())
    if (value.is_string()) data.emplace(key, value.as_string());
  return data;
}

std::string version_of(const core::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata != nullptr ? metadata->string_at("resourceVersion").value_or("") : "";
}

/// Whether a version of one object comes before another. They rise as numbers do (Kubernetes API Concepts, "Resource
/// versions"); of those that are no numbers nothing is known.
bool is_older(const std::string& a, const std::string& b) {
  const auto is_number = [](const std::string& x) { return x.find_first_not_of("0123456789") == std::string::npos; };
  if (!is_number(a) || !is_number(b)) return false;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Why a section must not be written, although nobody has changed it as far as its content goes: somebody has written
/// what is no content.
std::optional<std::string> reason_not_to_write(const core::configuration& now, const core::json* fresh,
                                               const std::string& key) {
  for (const auto& x : now.errors)
    if (x.key == key) return x.reason;
  const auto* data = fresh != nullptr ? fresh->find("data") : nullptr;
  if (data != nullptr && data->find(key) != nullptr && now.section(key) == nullptr)
    return "ConfigMap: '" + key + "' is false, which disables the module";
  return std::nullopt;
}

} // namespace

config_watcher_state::config_watcher_state(base<config_watcher_actor>* self, config_map_place place,
                                           kube_client_actor kube, supervisor_actor supervisor)
  : self_(self), place_(std::move(place)), kube_(std::move(kube)), supervisor_(std::move(supervisor)) {}

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
  if (std::exchange(begun_, true)) return;
  watch_spec spec;
  spec.api_version = "v1";
  spec.kind = "ConfigMap";
  spec.namespace_name = place_.namespace_name;
  spec.field_selector = "metadata.name=" + place_.name;
  self_->ask(
    supervisor_, open_watch{{}, spec},
    [this](const watch_opened& opened) {
      informer_ = opened.informer;
      auto binding = std::make_shared<core::kubernetes_binding>();
      binding->name = subscription;
      binding->kind = "ConfigMap";
      self_->tell(informer_,
                  subscribe{{}, subscription, observer_actor(config_watcher_actor(self_)), std::move(binding)});
    },
    [](const std::string&) {});
}

void config_watcher_state::listed() {
  self_->ask(
    informer_, read_snapshot{{}, subscription},
    [this](const snapshot_read& x) {
      if (const auto* objects = std::get_if<std::shared_ptr<const core::object_list>>(&x.objects)) take(**objects);
    },
    [](const std::string&) {});
}

void config_watcher_state::take(const core::object_list& objects) {
  if (objects.empty())
    tell_if_changed({});
  else
    adopt_event(*objects.front().object);
}

void config_watcher_state::changed(const object_changed& x) {
  if (x.event.event != core::watch_event::deleted) return adopt_event(*x.event.object.object);
  if (ahead_.empty()) return tell_if_changed({});
  // Which of the two is older can not be told: the text of a deleted object may be the last one before its deletion.
  look();
}

void config_watcher_state::look() {
  get([this](const core::result<std::string>& fresh) {
    if (fresh) return adopt_answer(*fresh);
    // Whatever keeps the API server from answering: the event has said that the ConfigMap is gone.
    ahead_.clear();
    tell_if_changed({});
  });
}

void config_watcher_state::get(std::function<void(const core::result<std::string>&)> then) {
  self_->ask(
    kube_, call_api{{}, kube::get_request(config_maps(), {place_.namespace_name, place_.name, {}})},
    [then](const api_answered& answer) { then(kube::body_of(answer.response)); },
    [then](const std::string& reason) { then(core::fail(core::error_code::unavailable, reason)); });
}

void config_watcher_state::adopt_event(const std::string& object_text) {
  const auto object = core::parse_json(object_text);
  if (!object) return; // what the API server sends parses; the informer has read its metadata already
  seen_ = version_of(*object);
  if (is_older(seen_, ahead_)) return;
  ahead_.clear();
  adopt(*object);
}

void config_watcher_state::adopt_answer(const std::string& object_text) {
  const auto object = core::parse_json(object_text);
  if (!object) return;
  auto version = version_of(*object);
  if (is_older(version, seen_) || is_older(version, ahead_)) return; // the answers to two writes may change places
  if (version != seen_) ahead_ = std::move(version);
  adopt(*object);
}

void config_watcher_state::adopt(const core::json& object) {
  tell_if_changed(core::read_configuration(data_of(object), current_ ? *current_ : core::configuration{}));
}

void config_watcher_state::tell_if_changed(core::configuration now) {
  const auto before = std::exchange(current_, std::make_shared<const core::configuration>(std::move(now)));
  for (auto& to : std::exchange(waiting_, {})) self_->answer(to, configuration_read{{}, current_});
  if (before && !core::differences(*before, *current_).empty()) self_->tell(supervisor_, config_changed{{}, current_});
}

// -- writing -----------------------------------------------------------------

promise<section_written> config_watcher_state::write(const write_section& x) {
  auto to = self_->later<section_written>();
  read_for_write(x, 1, to);
  return to;
}

void config_watcher_state::read_for_write(const write_section& x, unsigned tries, promise<section_written> to) {
  get([this, x, tries, to](const core::result<std::string>& fresh) { compare_and_write(x, fresh, tries, to); });
}

void config_watcher_state::compare_and_write(const write_section& x, const core::result<std::string>& fresh,
                                             unsigned tries, promise<section_written> to) {
  const bool absent = !fresh && fresh.error().code == core::error_code::not_found;
  if (!fresh && !absent) return self_->answer(to, section_written{{}, tl::unexpected(fresh.error())});
  if (absent && ahead_.empty()) tell_if_changed({});
  if (fresh) adopt_answer(*fresh);
  const auto object = absent ? core::json() : core::parse_json(*fresh).value_or(core::json());
  const auto* known = absent ? nullptr : &object;
  if (const auto reason = reason_not_to_write(*current_, known, x.key))
    return self_->answer(
      to, section_written{{}, core::fail(core::error_code::invalid_input, "it is not written over: " + *reason)});
  const auto* section = current_->section(x.key);
  const auto none = core::json::object();
  if (!((section != nullptr ? *section : none) == x.before.value_or(none)))
    return self_->answer(to, section_written{{}, {}, current_});
  send_write(x, write_request(x, known), tries, to);
}

kube::http_request config_watcher_state::write_request(const write_section& x, const core::json* fresh) const {
  const auto data = core::json::object({{x.key, x.text}});
  if (fresh == nullptr) {
    const auto metadata = core::json::object({{"name", place_.name}, {"namespace", place_.namespace_name}});
    const auto object =
      core::json::object({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}});
    return kube::create_request(config_maps(), {place_.namespace_name, {}, {}}, object.dump());
  }
  // Only this key is touched; the resourceVersion makes sure that nobody has written since it was read.
  const auto metadata = core::json::object({{"resourceVersion", version_of(*fresh)}});
  kube::patch_options options;
  options.body = core::json::object({{"metadata", metadata}, {"data", data}}).dump();
  return kube::patch_request(config_maps(), {place_.namespace_name, place_.name, {}}, std::move(options));
}

void config_watcher_state::send_write(const write_section& x, kube::http_request request, unsigned tries,
                                      promise<section_written> to) {
  self_->ask(
    kube_, call_api{{}, std::move(request)},
    [this, x, tries, to](const api_answered& answer) mutable {
      const auto body = kube::body_of(answer.response);
      if (body) {
        adopt_answer(*body);
        return self_->answer(to, section_written{});
      }
      const auto code = body.error().code;
      const bool overtaken = code == core::error_code::conflict || code == core::error_code::already_exists;
      if (overtaken && tries < write_tries_max) return read_for_write(x, tries + 1, to);
      self_->answer(to, section_written{{}, core::fail("ConfigMap '" + place_.name + "'", body.error())});
    },
    [this, to](const std::string& reason) mutable {
      self_->answer(to, section_written{{}, core::fail(core::error_code::unavailable, reason)});
    });
}

config_watcher_actor::behavior_type config_watcher_state::make_behavior() {
  return behavior(
    self_, [this](const read_configuration&) { return read(); }, [this](const write_section& x) { return write(x); },
    [this](const objects_listed&) { listed(); }, [this](const object_changed& x) { changed(x); });
}

config_watcher_actor config_watcher(caf::actor_system& system, const context_ptr& shared, config_map_place place,
                                    const kube_client_actor& kube, const supervisor_actor& supervisor) {
  return spawn<config_watcher_state>(system, placement::shared, shared, "config watcher", std::move(place), kube,
                                     supervisor);
}

} // namespace actors
