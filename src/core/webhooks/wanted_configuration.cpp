#include "core/webhooks/wanted_configuration.hpp"

#include "core/webhooks/webhook_path.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace core::webhooks {

namespace {

using text::json;
using entries = std::map<std::string, json, std::less<>>;

entries entries_of(const json* configuration) {
  entries all;
  const auto* list = configuration == nullptr ? nullptr : configuration->find("webhooks");
  if (list == nullptr || !list->is_array()) return all;
  for (const auto& x : list->as_array())
    if (const auto name = x.string_at("name")) all.insert_or_assign(*name, x);
  return all;
}

std::string annotation(const json* configuration, const char* key) {
  const auto* metadata = configuration == nullptr ? nullptr : configuration->find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations == nullptr ? std::string() : annotations->string_at(key).value_or("");
}

std::string metadata_text(const json& configuration, const char* key) {
  const auto* metadata = configuration.find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at(key).value_or("");
}

/// An entry of a webhook that is not known yet: the way to its hook is known by its name.
json kept(const json& entry, const std::string& name, const webhook_terms& terms) {
  return entry.with("clientConfig", client_config(terms, webhook_path(name), entry.find("clientConfig")));
}

entries wanted_entries(bindings::webhook_kind kind, const webhook_wish& wish, const webhook_terms& terms,
                       const entries& now) {
  entries wanted;
  for (const auto& x : wish.webhooks) {
    if (x.binding->kind != kind) continue;
    const auto at = now.find(x.binding->name);
    wanted.insert_or_assign(x.binding->name,
                            wanted_webhook(*x.binding, terms, at == now.end() ? nullptr : &at->second));
  }
  if (!wish.is_complete)
    for (const auto& [name, x] : now) wanted.try_emplace(name, kept(x, name, terms));
  return wanted;
}

json list_of(const entries& all) {
  json::array_type items;
  for (const auto& [name, x] : all) items.push_back(x);
  return json::array(std::move(items));
}

/// The fields of cert-manager are left out, so that they stay its own.
json without_injected(const json& entry, const webhook_terms& terms) {
  const auto* config = entry.find("clientConfig");
  return terms.authorities.empty() && config != nullptr ? entry.with("clientConfig", config->without("caBundle"))
                                                        : entry;
}

json annotations_of(const webhook_terms& terms) {
  json::object_type all{{platform_annotation, terms.place.owner}};
  if (!terms.place.inject_ca_from.empty()) all.emplace_back(injection_annotation, terms.place.inject_ca_from);
  return json::object(std::move(all));
}

bool is_marked(const json& now, const webhook_terms& terms) {
  const auto wanted = annotations_of(terms);
  const auto& all = wanted.as_object();
  return std::all_of(all.begin(), all.end(),
                     [&](const auto& x) { return annotation(&now, x.first.c_str()) == x.second.as_string(); });
}

configuration_step::apply applied(bindings::webhook_kind kind, const webhook_terms& terms, const entries& wanted) {
  json::array_type items;
  for (const auto& [name, x] : wanted) items.push_back(without_injected(x, terms));
  return {json::object({{"apiVersion", "admissionregistration.k8s.io/v1"},
                        {"kind", configuration_kind(kind)},
                        {"metadata", json::object({{"name", terms.place.configuration + "-hooks"},
                                                   {"labels", json::object({{"heritage", "addon-operator"}})},
                                                   {"annotations", annotations_of(terms)}})},
                        {"webhooks", json::array(std::move(items))}})};
}

configuration_step::replace replaced(const json& now, const entries& wanted) {
  return {json::array(
    {json::object(
       {{"op", "test"}, {"path", "/metadata/resourceVersion"}, {"value", metadata_text(now, "resourceVersion")}}),
     json::object({{"op", "add"}, {"path", "/webhooks"}, {"value", list_of(wanted)}})})};
}

} // namespace

const char* configuration_kind(bindings::webhook_kind kind) noexcept {
  return kind == bindings::webhook_kind::validating ? "ValidatingWebhookConfiguration" : "MutatingWebhookConfiguration";
}

std::string platform_of(const json& configuration) {
  return annotation(&configuration, platform_annotation);
}

configuration_change next_change(bindings::webhook_kind kind, const webhook_wish& wish, const webhook_terms& terms,
                                 const json* now, earlier_write before) {
  const auto present = entries_of(now);
  const auto wanted = wanted_entries(kind, wish, terms, present);
  const auto platform = annotation(now, platform_annotation);
  if (!platform.empty() && platform != terms.place.owner) {
    if (names_of(kind, wish).empty()) return configuration_step::none{};
    return configuration_step::leave{platform};
  }
  if (wanted.empty()) {
    const bool is_ours = now != nullptr && !platform.empty();
    if (!is_ours || !wish.is_complete) return configuration_step::none{};
    return configuration_step::remove{metadata_text(*now, "uid"), metadata_text(*now, "resourceVersion")};
  }
  // A configuration that only has webhooks of the predecessor stays as it is until a hook asks for it.
  if (platform.empty() && names_of(kind, wish).empty()) return configuration_step::none{};
  if (now != nullptr && is_marked(*now, terms) && present == wanted) return configuration_step::none{};
  if (now == nullptr || before == earlier_write::none) return applied(kind, terms, wanted);
  return replaced(*now, wanted);
}

std::string names_of(bindings::webhook_kind kind, const webhook_wish& wish) {
  std::string names;
  for (const auto& x : wish.webhooks)
    if (x.binding->kind == kind) names += (names.empty() ? "" : ", ") + x.binding->name;
  return names;
}

} // namespace core::webhooks
