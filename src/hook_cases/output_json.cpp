#include "hook_cases/output_json.hpp"

#include "base/overload.hpp"
#include "text/plain/base64.hpp"

#include <string>
#include <utility>
#include <variant>

namespace hook_cases {

namespace {

using text::json;

/// A text that the operator's reader has accepted as JSON.
json parsed(const std::string& text) {
  auto value = text::parse_json(text);
  return value ? std::move(*value) : json(text);
}

void add_if_given(json::object_type& members, const char* key, const std::string& text) {
  if (!text.empty()) members.emplace_back(key, text);
}

const char* name_of(core::hooks::metric_operation::action x) {
  using action = core::hooks::metric_operation::action;
  switch (x) {
    case action::add: return "add";
    case action::set: return "set";
    case action::observe: return "observe";
    case action::expire: return "expire";
  }
  return "";
}

void add_content(json::object_type& members, const core::hooks::object_operation& operation) {
  std::visit(
    base::overload{
      [&](const core::hooks::create_object& x) { members.emplace_back("object", parsed(x.object)); },
      [](const core::hooks::delete_object&) {},
      [&](const core::hooks::patch_object& x) {
        if (x.ignore_missing) members.emplace_back("ignoreMissingObject", true);
        std::visit(
          base::overload{
            [&](const core::hooks::merge_patch& y) { members.emplace_back("patch", parsed(y.patch)); },
            [&](const core::hooks::json_patch_list& y) { members.emplace_back("patch", parsed(y.operations)); },
            [&](const core::hooks::jq_patch& y) { members.emplace_back("jqFilter", y.program); },
          },
          x.change);
      },
    },
    operation);
}

} // namespace

json as_json(const core::hooks::object_operation& x) {
  const auto& target = core::hooks::target_of(x);
  json::object_type members{{"operation", core::hooks::operation_name(x)}};
  add_if_given(members, "apiVersion", target.api_version);
  add_if_given(members, "kind", target.kind);
  add_if_given(members, "name", target.name);
  add_if_given(members, "namespace", target.namespace_name);
  add_if_given(members, "subresource", target.subresource);
  add_content(members, x);
  return json::object(std::move(members));
}

json as_json(const core::hooks::metric_operation& x) {
  json::object_type members{{"action", name_of(x.what)}};
  add_if_given(members, "name", x.name);
  add_if_given(members, "group", x.group);
  if (x.what != core::hooks::metric_operation::action::expire) members.emplace_back("value", x.value);
  if (!x.buckets.empty()) members.emplace_back("buckets", json::array({x.buckets.begin(), x.buckets.end()}));
  json::object_type labels;
  for (const auto& [name, value] : x.labels) labels.emplace_back(name, value);
  if (!labels.empty()) members.emplace_back("labels", json::object(std::move(labels)));
  return json::object(std::move(members));
}

json as_json(const core::webhooks::admission_answer& x) {
  json::object_type members{{"allowed", x.allowed}};
  add_if_given(members, "message", x.message);
  if (!x.warnings.empty()) members.emplace_back("warnings", json::array({x.warnings.begin(), x.warnings.end()}));
  if (!x.patch.empty()) {
    const auto decoded = text::decode_base64(x.patch);
    members.emplace_back("patch", decoded ? parsed(*decoded) : json(x.patch));
  }
  return json::object(std::move(members));
}

} // namespace hook_cases
