#include "core/webhooks/webhook_owners.hpp"

#include "text/json/json_parts.hpp"

#include <utility>

namespace core::webhooks {

using text::json;
using text::member;

std::string owners_text(const owners_by_name& all) {
  json::object_type items;
  for (const auto& [name, x] : all) {
    const auto owner = json::object({{"hook", x.hook}, {"module", x.module}});
    items.emplace_back(name, x.file.empty() ? owner : owner.with("file", x.file));
  }
  auto text = json::object(std::move(items)).dump();
  return text.size() > owners_bytes_max ? std::string() : text;
}

owners_by_name owners_in(const json* configuration) {
  owners_by_name all;
  if (configuration == nullptr) return all;
  const auto& annotations = member(member(*configuration, "metadata"), "annotations");
  const auto written = annotations.is_object() ? annotations.string_at(owners_annotation) : std::nullopt;
  const auto read = text::parse_json(written.value_or(""));
  if (!read || !read->is_object()) {
    for (const auto& x : text::items(member(*configuration, "webhooks")))
      if (const auto name = x.is_object() ? x.string_at("name") : std::nullopt) all.try_emplace(*name);
    return all;
  }
  for (const auto& [name, x] : read->as_object())
    all.insert_or_assign(name, x.is_object()
                                 ? webhook_owner{x.string_at("module").value_or(""), x.string_at("hook").value_or(""),
                                                 x.string_at("file").value_or("")}
                                 : webhook_owner{});
  return all;
}

std::string words_on(const webhook_owner& x) {
  return x.module.empty() ? "global hook '" + x.hook + "'" : "hook '" + x.hook + "' of module '" + x.module + "'";
}

} // namespace core::webhooks
