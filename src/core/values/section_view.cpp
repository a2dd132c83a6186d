#include "core/values/section_view.hpp"

#include <algorithm>

namespace core {
namespace {

json without_secrets(const section_schemas& schemas, json values) {
  if (schemas.unusable) return json(hidden_value);
  for (const auto* schema : {&schemas.config, &schemas.values})
    if (*schema) values = (*schema)->without_secrets(values);
  return values;
}

/// The value at a place inside a section, for people. Only the schema knows the way down to it, so the value is wrapped
/// in its parents for the check.
json without_secrets_at(const section_schemas& schemas, const json_pointer& place, const json& value) {
  if (schemas.unusable) return json(hidden_value);
  if (place.tokens.empty()) return value;
  const auto inside = [&] { return place.tokens.begin() + 1; };
  auto nested = value;
  for (auto token = place.tokens.rbegin(); token != std::make_reverse_iterator(inside()); ++token)
    nested = json::object({{*token, nested}});
  nested = without_secrets(schemas, nested);
  for (auto token = inside(); token != place.tokens.end(); ++token) {
    const auto* below = nested.find(*token);
    // Something on the way is secret as a whole.
    if (!below) return json(hidden_value);
    nested = json(*below);
  }
  return nested;
}

} // namespace

json view_of_values(const section_schemas& schemas, const json& values, secrets which) {
  return which == secrets::shown ? values : without_secrets(schemas, values);
}

json view_of_patch(const section_schemas& schemas, const json_patch& patch, secrets which) {
  json::array_type operations;
  for (const auto& operation : patch) {
    using kind = patch_operation::kind;
    json::object_type members{{"op", name(operation.op)}, {"path", operation.path.text()}};
    if (operation.op == kind::move || operation.op == kind::copy)
      members.emplace_back("from", operation.from.text());
    else if (operation.op != kind::remove)
      members.emplace_back("value", which == secrets::shown
                                      ? operation.value
                                      : without_secrets_at(schemas, operation.path, operation.value));
    operations.push_back(json::object(std::move(members)));
  }
  return json::array(std::move(operations));
}

} // namespace core
