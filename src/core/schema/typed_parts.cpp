// The types that a schema gives to values in rules of Kubernetes:
// https://kubernetes.io/docs/reference/using-api/cel/#cel-types-and-openapi-types

#include "core/cel/moments.hpp"
#include "core/schema/node.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>

namespace core::schema {
namespace {

bool has_type(const node& x, node::value_type type) {
  return std::find(x.types.begin(), x.types.end(), type) != x.types.end();
}

std::optional<cel::value> typed_number(const node& x, const text::json& number) {
  const bool is_integer = has_type(x, node::value_type::integer), is_number = has_type(x, node::value_type::number);
  if (is_number && !is_integer) return number.as_double();
  const auto whole = is_integer && !is_number ? number.as_int() : std::nullopt;
  return whole ? std::optional<cel::value>(*whole) : std::nullopt;
}

template <class T>
std::optional<cel::value> value_of(const std::optional<T>& x) {
  return x ? std::optional<cel::value>(*x) : std::nullopt;
}

std::optional<cel::value> typed_text(std::string_view format, const std::string& text) {
  if (format == "date-time") return value_of(cel::read_timestamp(text));
  if (format == "date") return value_of(cel::read_timestamp(text + "T00:00:00Z"));
  if (format == "duration") return value_of(cel::read_duration(text));
  if (format != "byte") return std::nullopt;
  auto bytes = text::decode_base64(text);
  return bytes ? std::optional(cel::value::bytes(std::move(*bytes))) : std::nullopt;
}

/// The first answer of the schemas that a value must match all.
template <class Ask>
auto first_of(const std::vector<node_ptr>& parts, Ask ask) -> decltype(ask(*parts.front())) {
  for (const auto& part : parts)
    if (auto found = ask(*part)) return found;
  return {};
}

} // namespace

std::optional<cel::value> node::typed(const text::json& scalar) const {
  std::optional<cel::value> own;
  if (scalar.is_number())
    own = typed_number(*this, scalar);
  else if (format)
    own = typed_text(format->name, scalar.as_string());
  return own ? own : first_of(all_of, [&](const node& part) { return part.typed(scalar); });
}

const cel::json_types* node::types_of_member(std::string_view key) const {
  if (const auto* known = property(key)) return known;
  for (const auto& [expression, schema] : pattern_properties)
    if (expression.found_in(key)) return schema.get();
  if (additional) return additional.get();
  return first_of(all_of, [&](const node& part) { return part.types_of_member(key); });
}

const cel::json_types* node::types_of_item(std::size_t i) const {
  if (i < tuple.size()) return tuple[i].get();
  if (items) return items.get();
  if (additional_items) return additional_items.get();
  return first_of(all_of, [&](const node& part) { return part.types_of_item(i); });
}

} // namespace core::schema
