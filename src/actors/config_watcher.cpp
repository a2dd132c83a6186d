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
    adopt(*objects.front().object);
}

void config_watcher_state::changed(const object_changed& x) {
  if (x.event.event == core::watch_event::deleted)
    tell_if_changed({});
  else
    adopt(*x.event.object.object);
}

void config_watcher_state::adopt(const std::string& object_text) {
  const auto object = core::parse_json(object_text);
  if (!object) return; // what the API server sends parses; the informer has read its metadata already
  tell_if_changed(core::read_configuration(data_of(*object), current_ ? *current_ : core::configuration{}));
}

void config_watcher_state::tell_if_changed(core::configuration now) {
  const bool first = current_ == nullptr;
  if (!first && core::differences(*current_, now).empty()) return;
  current_ = std::make_shared<const core::configuration>(std::move(now));
  for (auto& to : std::exchange(waiting_, {})) self_->answer(to, configuration_read{{}, current_});
  if (!first) self_->tell(supervisor_, config_changed{{}, current_});
}

// -- writing -----------------------------------------------------------------

promise<section_written> config_watcher_state::write(const write_section& x) {
  auto to = self_->later<section_written>();
  read_for_write(x, 1, to);
  return to;
}

void config_watcher_state::read_for_write(const write_section& x, unsigned tries, promise<section_written> to) {
  self_->ask(
    kube_, call_api{{}, kube::get_request(config_maps(), {place_.namespace_name, place_.name, {}})},
    [this, x, tries, to](const api_answered& answer) { send_write(x, kube::body_of(answer.response), tries, to); },
    [this, to](const std::string& reason) mutable {
      self_->answer(to, section_written{{}, core::fail(core::error_code::unavailable, reason)});
    });
}

void config_watcher_state::send_write(const write_section& x, const core::result<std::string>& current, unsigned tries,
                                      promise<section_written> to) {
  const bool absent = !current && current.error().code == core::error_code::not_found;
  if (!current && !absent) return self_->answer(to, section_written{{}, tl::unexpected(current.error())});
  const auto value = x.text.empty() ? core::json{} : core::json{x.text};
  auto metadata = core::json::object({{"name", place_.name}, {"namespace", place_.namespace_name}});
  kube::http_request request;
  if (absent) {
    const auto object = core::json::object({{"apiVersion", "v1"},
                                            {"kind", "ConfigMap"},
                                            {"metadata", metadata},
                                            {"data", core::json::object({{x.key, value}})}});
    request = kube::create_request(config_maps(), {place_.namespace_name, {}, {}}, object.dump());
  } else {
    // Only this key is touched; the resourceVersion makes sure that nobody has written since it was read.
    const auto object = core::parse_json(*current);
    const auto* meta = object ? object->find("metadata") : nullptr;
    const auto version = meta != nullptr ? meta->string_at("resourceVersion") : std::nullopt;
    const auto patch =
      core::json::object({{"metadata", core::json::object({{"resourceVersion", version.value_or("")}})},
                          {"data", core::json::object({{x.key, value}})}});
    kube::patch_options options;
    options.body = patch.dump();
    request = kube::patch_request(config_maps(), {place_.namespace_name, place_.name, {}}, std::move(options));
  }
  self_->ask(
    kube_, call_api{{}, std::move(request)},
    [this, x, tries, to](const api_answered& answer) mutable {
      const auto body = kube::body_of(answer.response);
      if (body) return self_->answer(to, section_written{});
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
