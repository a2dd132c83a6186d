#include "core/cel/collections.hpp"

#include "core/cel/functions.hpp"
#include "core/cel/ordering.hpp"
#include "core/cel/value_text.hpp"

#include <algorithm>
#include <cmath>

namespace core::cel {

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
    std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::optional<std::int64_t> whole_number(const value& x) {
  if (const auto* whole = x.as<std::int64_t>()) return *whole;
  if (const auto* number = x.as<double>()) {
    if (std::trunc(*number) != *number || std::fabs(*number) >= 0x1p63) return std::nullopt;
    return static_cast<std::int64_t>(*number);
  }
  const auto* whole = x.as<std::uint64_t>();
  if (!whole || *whole >= std::uint64_t{1} << 63U) return std::nullopt;
  return static_cast<std::int64_t>(*whole);
}

value no_such_key(const value& key) {
  return failure{failure_kind::no_such_key, "no such key: " + short_text(key)};
}

namespace {

value size_of(arguments given, const call_context& context) {
  const auto& x = given[0];
  if (const auto* text = x.as<string_value>()) {
    context.steps.spend_bytes(text->view().size());
    return static_cast<std::int64_t>(code_points(text->view()));
  }
  if (const auto* items = x.as<list>()) return static_cast<std::int64_t>(items->size());
  if (const auto* map = x.as<core::cel::map>()) return static_cast<std::int64_t>(map->size());
  if (const auto* bytes = x.as<bytes_value>()) return static_cast<std::int64_t>(bytes->view().size());
  return no_overload("size", x);
}

value item_at(const list& items, const value& index) {
  const auto i = whole_number(index);
  if (!i) return no_overload("_[_]", items, index);
  if (*i < 0 || static_cast<std::uint64_t>(*i) >= items.size())
    // Without the numbers, which may come from a secret.
    return invalid("index out of bounds");
  return items.at(static_cast<std::size_t>(*i));
}

value at_index(arguments given, const call_context& context) {
  if (const auto* items = given[0].as<list>()) return item_at(*items, given[1]);
  const auto* map = given[0].as<core::cel::map>();
  if (!map) return no_overload("_[_]", given[0], given[1]);
  if (!spend_search(given[1], context.steps)) return null();
  if (auto found = map->find(given[1])) return std::move(*found);
  const bool is_key = given[1].as<string_value>() || given[1].as<bool>() || compare_numbers(given[1], given[1]);
  return is_key ? no_such_key(given[1]) : value(no_overload("_[_]", given[0], given[1]));
}

constexpr function table[] = {
  {"size", call_form::function, 1, size_of},
  {"size", call_form::method, 1, size_of},
  {"_[_]", call_form::function, 2, at_index},
};

} // namespace

std::span<const function> collection_functions() {
  return table;
}

} // namespace core::cel
