#include "core/webhooks/foreign_writes.hpp"

#include "core/webhooks/wanted_configuration.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>

namespace core::webhooks {

namespace {

using text::items;
using text::json;
using text::member;

std::string string_at(const json& object, const char* key) {
  return object.is_object() ? object.string_at(key).value_or("") : std::string();
}

const json::array_type& writes_of(const json& object) {
  return items(member(member(object, "metadata"), "managedFields"));
}

std::string difference_of(const json& now, const json& wanted) {
  for (const auto& [key, value] : wanted.as_object())
    if (member(now, key) != value) return "." + key;
  for (const auto& [key, value] : now.as_object())
    if (wanted.find(key) == nullptr) return "." + key;
  return {};
}

bool leads_here(const json& entry, const registration& place) {
  const auto& config = member(entry, "clientConfig");
  const auto& service = member(config, "service");
  if (service.is_object())
    return string_at(service, "namespace") == place.namespace_name && string_at(service, "name") == place.service;
  const auto url = string_at(config, "url");
  return url.empty() || (!place.url.empty() && url.starts_with(place.url));
}

} // namespace

std::string last_writer(const json& object, const std::vector<std::string>& fields) {
  std::string writer;
  std::string at;
  for (const auto& write : writes_of(object)) {
    const auto* known = &member(write, "fieldsV1");
    for (const auto& field : fields) known = &member(*known, field);
    // The times are in RFC 3339, all in UTC, so their order is that of their texts.
    const auto time = string_at(write, "time");
    if (known->is_null() || string_at(write, "manager") == registration_manager || time < at) continue;
    writer = string_at(write, "manager");
    at = time;
  }
  return writer;
}

std::string last_writer_of_entry(const json& configuration, const std::string& name) {
  auto writer = last_writer(configuration, {"f:webhooks", "k:" + json::object({{"name", name}}).dump()});
  return writer.empty() ? last_writer(configuration, {"f:webhooks"}) : writer;
}

entry_difference first_difference(const entries_by_name& now, const entries_by_name& wanted) {
  const auto field = [](const std::string& name) { return "webhooks[" + name + "]"; };
  for (const auto& [name, entry] : wanted) {
    const auto at = now.find(name);
    if (at == now.end()) return {name, field(name)};
    if (const auto key = difference_of(at->second, entry); !key.empty()) return {name, field(name) + key};
  }
  for (const auto& [name, entry] : now)
    if (!wanted.contains(name)) return {name, field(name)};
  return {{}, "metadata"};
}

bool is_foreign_entry(const json& configuration, const json& entry, const registration& place) {
  if (leads_here(entry, place)) return false;
  const auto key = "k:" + json::object({{"name", string_at(entry, "name")}}).dump();
  bool has_writer = false;
  for (const auto& write : writes_of(configuration)) {
    if (member(member(member(write, "fieldsV1"), "f:webhooks"), key).is_null()) continue;
    if (string_at(write, "manager") == registration_manager) return false;
    has_writer = true;
  }
  return has_writer;
}

entries_by_name own_entries_of(const json* configuration, const registration& place) {
  auto all = entries_of(configuration);
  std::erase_if(all, [&](const auto& x) { return is_foreign_entry(*configuration, x.second, place); });
  return all;
}

} // namespace core::webhooks
