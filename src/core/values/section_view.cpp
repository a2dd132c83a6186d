#include "core/values/section_view.hpp"

#include <algorithm>

namespace core::values {
namespace {

text::json without_secrets(const schema::section_schemas& schemas, text::json values) {
  if (schemas.unusable) return text::json(base::hidden_value);
  for (const auto* schema : {&schemas.config, &schemas.values})
    if (*schema) values = (*schema)->without_secrets(values);
  return values;
}

/// The value at a place of a section, without secrets. A parent on the path may be marked as secret, too, so
/// the schema is applied to the value inside all of its parents.
text::json without_secrets_at(const schema::section_schemas& schemas, const text::json_pointer& place,
                              const text::json& value) {
  if (schemas.unusable) return text::json(base::hidden_value);
  if (place.tokens.empty()) return value;
  // The first token is the key of the section, which its schemas do not contain.
  const auto inside = [&] { return place.tokens.begin() + 1; };
  auto nested = value;
  for (auto token = place.tokens.rbegin(); token != std::make_reverse_iterator(inside()); ++token)
    nested = text::json::object({{*token, nested}});
  nested = without_secrets(schemas, nested);
  for (auto token = inside(); token != place.tokens.end(); ++token) {
    const auto* below = nested.find(*token);
    // A parent on the path is marked as secret, so all of its content is hidden.
    if (!below) return text::json(base::hidden_value);
    nested = text::json(*below);
  }
  return nested;
}

} // namespace

text::json view_of_values(const schema::section_schemas& schemas, const text::json& values, secrets which) {
  return which == secrets::shown ? values : without_secrets(schemas, values);
}

text::json view_of_patch(const schema::section_schemas& schemas, const text::json_patch& patch, secrets which) {
  text::json::array_type operations;
  for (const auto& operation : patch) {
    using kind = text::patch_operation::kind;
    text::json::object_type members{{"op", text::name(operation.op)}, {"path", operation.path.text()}};
    if (operation.op == kind::move || operation.op == kind::copy)
      members.emplace_back("from", operation.from.text());
    else if (operation.op != kind::remove)
      members.emplace_back("value", which == secrets::shown
                                      ? operation.value
                                      : without_secrets_at(schemas, operation.path, operation.value));
    operations.push_back(text::json::object(std::move(members)));
  }
  return text::json::array(std::move(operations));
}

} // namespace core::values
