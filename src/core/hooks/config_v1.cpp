#include "core/hooks/config_versions.hpp"

#include "base/contains.hpp"
#include "base/duration.hpp"
#include "core/bindings/watch_place.hpp"
#include "core/hooks/conversion_config.hpp"
#include "core/hooks/selector_config.hpp"
#include "core/hooks/webhook_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace core::hooks {

namespace {

constexpr const char* conversions_key = "kubernetesCustomResourceConversion";

/// @param prefix of each message.
std::optional<std::chrono::nanoseconds> read_duration(document_reader& reader, std::string_view key,
                                                      const std::string& prefix) {
  const auto* value = reader.any(key);
  const auto refuse = [&](const std::string& problem) {
    reader.add_error(key, prefix + problem);
    return std::nullopt;
  };
  if (value == nullptr) return refuse("it is missing");
  if (!value->is_string()) return refuse("expected a duration, for example '30s' or '1h30m', got " + shown(*value));
  auto parsed = base::parse_duration(value->as_string());
  if (!parsed) return refuse(parsed.error().message);
  if (*parsed <= std::chrono::nanoseconds(0)) return refuse("expected more than 0, got '" + value->as_string() + "'");
  return *parsed;
}

std::int64_t read_burst(document_reader& settings) {
  if (!settings.has("executionBurst")) settings.add_error("executionBurst", "is required with executionMinInterval");
  const auto burst = settings.integer("executionBurst");
  if (burst && *burst < 1) settings.add_error("executionBurst", "expected 1 or more, got " + std::to_string(*burst));
  return burst.value_or(1);
}

bindings::hook_settings read_settings(document_reader& reader) {
  bindings::hook_settings settings;
  auto object = reader.object("settings");
  if (!object) return settings;
  if (object->has("timeout")) settings.timeout = read_duration(*object, "timeout", {});
  if (object->has("executionMinInterval") || object->has("executionBurst")) {
    auto interval = read_duration(*object, "executionMinInterval", "executionMinInterval is invalid: ");
    settings.rate = bindings::rate_limit{interval.value_or(std::chrono::nanoseconds(0)), read_burst(*object)};
  }
  object->refuse_others();
  return settings;
}

std::vector<std::string> read_snapshots_from(document_reader& item) {
  auto names = item.strings("includeSnapshotsFrom");
  if (item.has("includeSnapshotsFrom") && names.empty())
    item.add_error("includeSnapshotsFrom", "must have at least one item");
  return names;
}

/// The members that schedule and kubernetes bindings share.
void read_common(document_reader& item, auto& x) {
  x.name = item.filled_string_or("name", x.name);
  x.queue = item.filled_string_or("queue", x.queue);
  x.group = item.string_or("group", {});
  x.snapshots_from = read_snapshots_from(item);
  x.allow_failure = item.bool_or("allowFailure", false);
}

bindings::schedule_binding read_schedule(document_reader& item, const base::time_zone_source& zones) {
  bindings::schedule_binding x;
  read_common(item, x);
  x.crontab = read_crontab(item, zones);
  item.refuse_others();
  return x;
}

void read_wanted_events(document_reader& item, bindings::kubernetes_binding& x) {
  const bool old_name = item.has("watchEvent") && !item.has("executeHookOnEvent");
  read_events(item, old_name ? "watchEvent" : "executeHookOnEvent", {"Added", "Modified", "Deleted"}, x);
}

std::vector<std::string> read_match_names(document_reader reader) {
  if (!reader.has("matchNames")) reader.add_error("matchNames", "is required");
  auto names = reader.strings("matchNames");
  reader.refuse_others();
  return names;
}

bindings::namespace_selector read_namespaces(document_reader& item) {
  bindings::namespace_selector x;
  auto reader = item.object("namespace");
  if (!reader) return x;
  if (auto names = reader->object("nameSelector")) {
    (void)read_namespace_names(*names);
    x.names = read_match_names(std::move(*names));
  }
  if (auto labels = reader->object("labelSelector")) x.labels = read_label_selector(std::move(*labels));
  if (reader->members().empty()) item.add_error("namespace", "nameSelector or labelSelector is required");
  reader->refuse_others();
  return x;
}

/// No object has an empty name: a variable of the hook has no value. With the list of such a name, which is
/// always empty, the hook would believe that all its objects are gone.
std::vector<std::string> read_object_names(document_reader selector) {
  const auto names = selector.strings("matchNames");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty())
      selector.add_error("matchNames[" + std::to_string(i) + "]",
                         "is empty, and no object has an empty name: a variable of the hook may have no value");
  return read_match_names(std::move(selector));
}

/// Each pair of a name and a namespace is a watch of its own.
void check_watches(document_reader& item, const bindings::kubernetes_binding& x) {
  const auto names = std::max<std::size_t>(x.object_names.size(), 1);
  const auto namespaces = std::max<std::size_t>(x.namespaces.names.size(), 1);
  const auto watches_max = bindings::watches_max(x);
  if (names * namespaces <= watches_max) return;
  item.add_error(x.object_names.empty() ? "namespace" : "nameSelector",
                 fmt::format("{} names in {} namespaces would be {} watches, {} are allowed: leave the names out, and "
                             "select the objects by a label or in jqFilter",
                             names, namespaces, names * namespaces, watches_max));
}

void read_selectors(document_reader& item, bindings::kubernetes_binding& x) {
  if (auto names = item.object("nameSelector")) x.object_names = read_object_names(std::move(*names));
  if (auto labels = item.object("labelSelector")) x.labels = read_label_selector(std::move(*labels));
  if (auto fields = item.object("fieldSelector")) x.fields = read_field_selector(std::move(*fields));
  x.namespaces = read_namespaces(item);
  check_watches(item, x);
  const bool by_name =
    std::any_of(x.fields.begin(), x.fields.end(), [](const auto& f) { return f.field == "metadata.name"; });
  if (by_name && !x.object_names.empty())
    item.add_error("fieldSelector", "'metadata.name' cannot be used together with nameSelector.matchNames");
}

void check_api_version(document_reader& item, const std::string& text) {
  if (std::count(text.begin(), text.end(), '/') > 1)
    item.add_error("apiVersion", "expected VERSION or GROUP/VERSION, got '" + text + "'");
}

bindings::kubernetes_binding read_kubernetes(document_reader& item) {
  bindings::kubernetes_binding x;
  read_common(item, x);
  x.api_version = item.string_or("apiVersion", {});
  check_api_version(item, x.api_version);
  x.kind = item.required_string("kind");
  read_wanted_events(item, x);
  read_selectors(item, x);
  x.jq_filter = read_jq_filter(item);
  x.on_synchronization = item.bool_or("executeHookOnSynchronization", true);
  // In queue `main` the Synchronization is a task like any other, so all later tasks wait for it anyway.
  x.wait_for_synchronization = item.bool_or("waitForSynchronization", true) || x.queue == "main";
  x.keep_full_objects = item.bool_or("keepFullObjectsInMemory", true);
  // Accepted without effect, because a watch needs no periodic lists.
  (void)item.string_or("resynchronizationPeriod", {});
  item.refuse_others();
  return x;
}

void check_snapshots_from(const bindings::hook_definition& hook, const std::vector<std::string>& names,
                          const std::string& path, document_reader& reader) {
  for (const auto& name : names) {
    auto count = std::count_if(hook.kubernetes.begin(), hook.kubernetes.end(),
                               [&](const auto& binding) { return binding.name == name; });
    if (count == 0)
      reader.add_error(path, "'" + name + "' binding name not found: no kubernetes binding of this hook has it");
    else if (count > 1)
      reader.add_error(path, "there are " + std::to_string(count) + " '" + name
                               + "' binding names: give each of these kubernetes bindings a name of its own");
  }
}

/// Adds the names of all kubernetes bindings of the group to a binding's own list, each once.
void add_group(const bindings::hook_definition& hook, const std::string& group, std::vector<std::string>& names) {
  if (group.empty()) return;
  for (const auto& binding : hook.kubernetes)
    if (binding.group == group && !base::contains(names, binding.name)) names.push_back(binding.name);
}

/// The webhooks of a kind, with their complete lists of snapshots.
void add_webhooks(document_reader& reader, bindings::webhook_kind kind, bindings::hook_definition& hook) {
  const std::string key = bindings::key_of(kind);
  std::size_t index = 0;
  for (auto& item : reader.objects(key, empty_list::refused)) {
    auto webhook = read_webhook(item, kind);
    check_snapshots_from(hook, webhook.snapshots_from, key + "[" + std::to_string(index) + "].includeSnapshotsFrom",
                         reader);
    add_group(hook, webhook.group, webhook.snapshots_from);
    const auto has_name = [&webhook](const bindings::webhook_ptr& x) { return x->name == webhook.name; };
    if (std::any_of(hook.webhooks.begin(), hook.webhooks.end(), has_name))
      reader.add_error(key + "[" + std::to_string(index) + "].name",
                       "'" + webhook.name + "' is the name of another webhook of this hook: give each its own name");
    hook.webhooks.push_back(std::make_shared<const bindings::webhook_binding>(std::move(webhook)));
    ++index;
  }
}

/// The conversions, with their complete lists of snapshots.
void add_conversions(document_reader& reader, bindings::hook_definition& hook) {
  const std::string key = conversions_key;
  for (auto& item : reader.objects(key, empty_list::refused)) {
    auto conversion = read_conversion(item);
    check_snapshots_from(hook, conversion.snapshots_from,
                         key + "[" + std::to_string(hook.conversions.size()) + "].includeSnapshotsFrom", reader);
    add_group(hook, conversion.group, conversion.snapshots_from);
    hook.conversions.push_back(std::make_shared<const bindings::conversion_binding>(std::move(conversion)));
  }
}

/// Checks the bindings' own lists of snapshots, then makes them the effective lists.
void complete_snapshots_from(document_reader& reader, bindings::hook_definition& hook) {
  auto complete = [&](auto& bindings, const std::string& key) {
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      check_snapshots_from(hook, bindings[i].snapshots_from, key + "[" + std::to_string(i) + "].includeSnapshotsFrom",
                           reader);
      add_group(hook, bindings[i].group, bindings[i].snapshots_from);
    }
  };
  complete(hook.schedules, "schedule");
  complete(hook.kubernetes, "kubernetes");
}

} // namespace

bindings::hook_definition read_hook_config_v1(document_reader& reader, const hook_config_purpose& purpose) {
  bindings::hook_definition hook;
  (void)reader.has("configVersion");
  read_lifecycle(reader, purpose.owner, hook);
  hook.settings = read_settings(reader);
  for (auto& item : reader.objects("schedule", empty_list::refused))
    hook.schedules.push_back(read_schedule(item, purpose.zones));
  for (auto& item : reader.objects("kubernetes", empty_list::refused)) hook.kubernetes.push_back(read_kubernetes(item));
  complete_snapshots_from(reader, hook);
  add_webhooks(reader, bindings::webhook_kind::validating, hook);
  add_webhooks(reader, bindings::webhook_kind::mutating, hook);
  add_conversions(reader, hook);
  return hook;
}

} // namespace core::hooks
