// https://pkg.go.dev/github.com/google/cel-go/cel#OptionalTypes

#include "core/cel/optional_library.hpp"

#include "core/cel/functions.hpp"
#include "core/cel/ordering.hpp"

#include <memory>

namespace core::cel {
namespace {

bool is_zero(const value& x) {
  if (x.as<null>() || x.is(false)) return true;
  if (const auto* text = x.as<string_value>()) return text->view().empty();
  if (const auto* bytes = x.as<bytes_value>()) return bytes->view().empty();
  if (const auto* items = x.as<list>()) return items->size() == 0;
  if (const auto* map = x.as<core::cel::map>()) return map->size() == 0;
  if (const auto* time = x.as<duration>()) return time->nanoseconds == 0;
  const auto order = compare_numbers(x, value(std::int64_t{0}));
  return order && *order == std::partial_ordering::equivalent;
}

value of(arguments given, const call_context&) {
  return optional_of(given[0]);
}

value of_non_zero(arguments given, const call_context&) {
  return optional_of(is_zero(given[0]) ? std::nullopt : std::optional(given[0]));
}

value none(arguments, const call_context&) {
  return optional_of(std::nullopt);
}

value has_value(arguments given, const call_context&) {
  const auto* x = opaque_as<optional_value>(given[0]);
  return x ? value(x->content.has_value()) : value(no_overload("hasValue", given[0]));
}

value content_of(arguments given, const call_context&) {
  const auto* x = opaque_as<optional_value>(given[0]);
  if (!x) return no_overload("value", given[0]);
  return x->content ? *x->content : invalid("optional.none() dereference");
}

value or_value(arguments given, const call_context&) {
  const auto* x = opaque_as<optional_value>(given[0]);
  if (!x) return wrong_types("orValue", given);
  return x->content ? *x->content : given[1];
}

value or_optional(arguments given, const call_context&) {
  const auto *x = opaque_as<optional_value>(given[0]), *other = opaque_as<optional_value>(given[1]);
  if (!x || !other) return wrong_types("or", given);
  return x->content ? given[0] : given[1];
}

constexpr function table[] = {
  {"optional.of", call_form::function, 1, of},     {"optional.ofNonZeroValue", call_form::function, 1, of_non_zero},
  {"optional.none", call_form::function, 0, none}, {"hasValue", call_form::method, 1, has_value},
  {"value", call_form::method, 1, content_of},     {"orValue", call_form::method, 2, or_value},
  {"or", call_form::method, 2, or_optional},
};

} // namespace

value optional_of(std::optional<value> content) {
  return opaque_ptr(std::make_shared<optional_value>(std::move(content)));
}

bool optional_value::equals(const opaque& other, budget& steps) const {
  const auto* x = dynamic_cast<const optional_value*>(&other);
  if (!x || x->content.has_value() != content.has_value()) return false;
  return !content || equal(*content, *x->content, steps);
}

std::span<const function> optional_library() {
  return table;
}

} // namespace core::cel
