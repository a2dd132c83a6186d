#include "core/webhooks/wanted_conversion.hpp"

#include "text/json/json_parts.hpp"

#include <utility>

namespace core::webhooks {

namespace {

using text::items;
using text::json;
using text::member;

std::string string_at(const json& object, const char* key) {
  return object.is_object() ? object.string_at(key).value_or("") : std::string();
}

std::string path_of(const json& definition) {
  return "/" + string_at(member(definition, "metadata"), "name");
}

/// Whether a webhook of this platform, perhaps at another place, or of flant/shell-operator is set.
bool is_own(const webhook_terms& terms, const json& config, const std::string& path, const std::string& marked) {
  const auto& service = member(config, "service");
  const bool is_at_path = string_at(service, "path") == path || string_at(config, "url").ends_with(path);
  const bool is_near = string_at(service, "namespace") == terms.place.namespace_name;
  return is_at_path && (marked == terms.place.owner || (marked.empty() && service.is_object() && is_near));
}

/// The client that has written the conversion; empty: not known.
std::string writer_of(const json& definition) {
  for (const auto& entry : items(member(member(definition, "metadata"), "managedFields")))
    if (!member(member(member(entry, "fieldsV1"), "f:spec"), "f:conversion").is_null())
      return string_at(entry, "manager");
  return {};
}

std::string words_on(const json& config, const json& definition) {
  const auto& service = member(config, "service");
  const auto place = service.is_object()
                       ? "service " + string_at(service, "namespace") + "/" + string_at(service, "name")
                       : string_at(config, "url");
  const auto writer = writer_of(definition);
  return place + (writer.empty() ? "" : ", written by " + writer);
}

json wanted(const webhook_terms& terms, const std::string& path, const json& config) {
  return json::object({{"strategy", "Webhook"},
                       {"webhook", json::object({{"clientConfig", client_config(terms, path, &config)},
                                                 {"conversionReviewVersions", json::array({"v1", "v1beta1"})}})}});
}

json annotations_of(const webhook_terms& terms) {
  json::object_type all{{conversion_annotation, terms.place.owner}};
  if (!terms.place.inject_ca_from.empty()) all.emplace_back(injection_annotation, terms.place.inject_ca_from);
  return json::object(std::move(all));
}

/// Leaves the authority out if cert-manager writes it, so that cert-manager keeps the field.
json applied(const webhook_terms& terms, const json& now, json conversion) {
  if (terms.authorities.empty()) {
    const auto webhook = member(conversion, "webhook");
    const auto config = member(webhook, "clientConfig").without("caBundle");
    conversion = conversion.with("webhook", webhook.with("clientConfig", config));
  }
  const auto& metadata = member(now, "metadata");
  return json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                       {"kind", "CustomResourceDefinition"},
                       {"metadata", json::object({{"name", string_at(metadata, "name")},
                                                  {"uid", string_at(metadata, "uid")},
                                                  {"annotations", annotations_of(terms)}})},
                       {"spec", json::object({{"conversion", std::move(conversion)}})}});
}

} // namespace

definition_change next_change(const webhook_terms& terms, const json& now, earlier_write before) {
  const auto& conversion = member(member(now, "spec"), "conversion");
  const auto& config = member(member(conversion, "webhook"), "clientConfig");
  const auto path = path_of(now);
  const auto marked = conversion_platform_of(now);
  if (!marked.empty() && marked != terms.place.owner) return definition_step::leave{"platform " + marked};
  if (string_at(conversion, "strategy") == "Webhook" && !is_own(terms, config, path, marked))
    return definition_step::leave{words_on(config, now)};
  auto next = wanted(terms, path, config.is_object() ? config : json::object());
  if (marked == terms.place.owner && conversion == next) return definition_step::none{};
  if (before == earlier_write::applied) return definition_step::changed{};
  return definition_step::apply{applied(terms, now, std::move(next))};
}

std::string conversion_platform_of(const json& definition) {
  return string_at(member(member(definition, "metadata"), "annotations"), conversion_annotation);
}

bool is_converted_by(const json& definition, const std::string& platform) {
  return conversion_platform_of(definition) == platform
         && string_at(member(member(definition, "spec"), "conversion"), "strategy") == "Webhook";
}

} // namespace core::webhooks
