#include "core/webhooks/wanted_configuration.hpp"

#include "core/webhooks/foreign_writes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace core::webhooks {

namespace {

using text::json;
std::string annotation(const json* configuration, const char* key) {
  const auto* metadata = configuration == nullptr ? nullptr : configuration->find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations == nullptr ? std::string() : annotations->string_at(key).value_or("");
}

std::string metadata_text(const json& configuration, const char* key) {
  const auto* metadata = configuration.find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at(key).value_or("");
}

json list_of(const entries_by_name& all) {
  json::array_type items;
  for (const auto& [name, x] : all) items.push_back(x);
  return json::array(std::move(items));
}

/// Leaves the authority out if cert-manager writes it, so that cert-manager keeps the field.
json without_injected(const json& entry, const webhook_terms& terms) {
  const auto* config = entry.find("clientConfig");
  const bool is_injected = terms.authorities.empty() && !terms.place.inject_ca_from.empty();
  return is_injected && config != nullptr ? entry.with("clientConfig", config->without("caBundle")) : entry;
}

json annotations_of(const webhook_terms& terms, const owners_by_name& owners) {
  json::object_type all{{owners_annotation, owners_text(owners)}, {platform_annotation, terms.place.owner}};
  if (!terms.place.inject_ca_from.empty()) all.emplace_back(injection_annotation, terms.place.inject_ca_from);
  return json::object(std::move(all));
}

bool is_marked(const json& now, const webhook_terms& terms, const owners_by_name& owners) {
  const auto wanted = annotations_of(terms, owners);
  const auto& all = wanted.as_object();
  return std::all_of(all.begin(), all.end(),
                     [&](const auto& x) { return annotation(&now, x.first.c_str()) == x.second.as_string(); });
}

configuration_step::apply applied(bindings::webhook_kind kind, const webhook_terms& terms, const entry_choice& wanted) {
  json::array_type items;
  for (const auto& [name, x] : wanted.entries) items.push_back(without_injected(x, terms));
  return {json::object({{"apiVersion", "admissionregistration.k8s.io/v1"},
                        {"kind", configuration_kind(kind)},
                        {"metadata", json::object({{"name", terms.place.configuration + "-hooks"},
                                                   {"labels", json::object({{"heritage", "addon-operator"}})},
                                                   {"annotations", annotations_of(terms, wanted.owners)}})},
                        {"webhooks", json::array(std::move(items))}})};
}

/// The wanted entries and those of other clients.
entries_by_name entries_beside(const json& now, const registration& place, const entries_by_name& wanted) {
  auto all = wanted;
  const auto own = own_entries_of(&now, place);
  for (const auto& [name, x] : entries_of(&now))
    if (!own.contains(name)) all.try_emplace(name, x);
  return all;
}

configuration_step::replace replaced(const json& now, const entries_by_name& wanted) {
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
                                 const json* now, earlier_write before, const entry_verdicts& verdicts) {
  const auto present = own_entries_of(now, terms.place);
  const auto chosen = choose_entries(kind, wish, terms, present, verdicts, owners_in(now));
  const auto& wanted = chosen.entries;
  const auto platform = annotation(now, platform_annotation);
  if (!platform.empty() && platform != terms.place.owner) {
    if (names_of(kind, wish).empty()) return configuration_step::none{};
    return configuration_step::leave{platform};
  }
  // As long as neither hooks nor the operator's own user are known, there is nothing better to write.
  if (wish.webhooks.empty() && !wish.are_claimed && !wanted.empty() && !terms.user) return configuration_step::none{};
  const bool has_foreign = present.size() < entries_of(now).size();
  if (wanted.empty()) {
    const bool is_ours = now != nullptr && !platform.empty();
    if (!is_ours || !wish.is_complete || (has_foreign && present.empty())) return configuration_step::none{};
    if (has_foreign && before == earlier_write::none) return applied(kind, terms, chosen);
    if (has_foreign) return replaced(*now, entries_beside(*now, terms.place, wanted));
    return configuration_step::remove{metadata_text(*now, "uid"), metadata_text(*now, "resourceVersion")};
  }
  // A configuration without a platform, for example of flant/shell-operator, stays as it is until a hook asks
  // for a webhook in it.
  if (platform.empty() && names_of(kind, wish).empty()) return configuration_step::none{};
  if (now != nullptr && is_marked(*now, terms, chosen.owners) && present == wanted) return configuration_step::none{};
  if (now == nullptr || before == earlier_write::none) return applied(kind, terms, chosen);
  return replaced(*now, entries_beside(*now, terms.place, wanted));
}

bool drops_conditions(const json& written, const json& kept) {
  const auto has_conditions = [](const auto& x) { return x.second.find("matchConditions") != nullptr; };
  const auto before = entries_of(&written);
  const auto after = entries_of(&kept);
  return std::any_of(before.begin(), before.end(), has_conditions)
         && std::none_of(after.begin(), after.end(), has_conditions);
}

std::string names_of(bindings::webhook_kind kind, const webhook_wish& wish) {
  std::string names;
  for (const auto& x : wish.webhooks)
    if (x.binding->kind == kind) names += (names.empty() ? "" : ", ") + x.binding->name;
  return names;
}

} // namespace core::webhooks
