#include "core/cel/value.hpp"

#include "base/overload.hpp"
#include "core/cel/ordering.hpp"

#include <algorithm>
#include <charconv>

namespace core::cel {
namespace {

value number_of(const text::json& json, json_numbers numbers) {
  const auto& text = json.number_text();
  // Most numbers are short, and a double has them exactly.
  constexpr std::size_t exact_digits = 15;
  std::int64_t whole = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), whole);
  const bool is_whole = fault == std::errc() && end == text.data() + text.size();
  if (is_whole && numbers == json_numbers::by_notation) return whole;
  if (is_whole && text.size() <= exact_digits && text != "-0") return static_cast<double>(whole);
  return json.as_double();
}

bool is_less(const map::entry& a, const map::entry& b) {
  return compare_keys(a.first, b.first) < 0;
}

} // namespace

list::list(std::vector<value> items) : items_(std::make_shared<const std::vector<value>>(std::move(items))) {}

std::size_t list::size() const noexcept {
  return json_ ? json_->size() : items_->size();
}

value list::at(std::size_t i) const {
  if (!json_) return (*items_)[i];
  return from_json((*json_)[i], numbers_, types_ ? types_->types_of_item(i) : nullptr);
}

map::map(std::vector<entry> entries) : entries_(std::make_shared<const std::vector<entry>>(std::move(entries))) {}

std::optional<map> map::of(std::vector<entry> entries) {
  std::sort(entries.begin(), entries.end(), is_less);
  const auto same =
    std::adjacent_find(entries.begin(), entries.end(), [](const entry& a, const entry& b) { return !is_less(a, b); });
  if (same != entries.end()) return std::nullopt;
  return map(std::move(entries));
}

std::size_t map::size() const noexcept {
  return json_ ? json_->as_object().size() : entries_->size();
}

value map::key_at(std::size_t i) const {
  if (json_) return string_value{characters::borrowed(json_->as_object()[i].first)};
  return (*entries_)[i].first;
}

value map::value_at(std::size_t i) const {
  if (!json_) return (*entries_)[i].second;
  const auto& [key, content] = json_->as_object()[i];
  return typed_member(key, content);
}

value map::typed_member(std::string_view key, const text::json& content) const {
  return from_json(content, numbers_, types_ ? types_->types_of_member(key) : nullptr);
}

std::optional<value> map::find(const value& key) const {
  if (json_) {
    const auto* text = key.as<string_value>();
    return text ? find_field(text->view()) : std::nullopt;
  }
  const auto at = std::lower_bound(entries_->begin(), entries_->end(), key,
                                   [](const entry& a, const value& k) { return compare_keys(a.first, k) < 0; });
  if (at == entries_->end() || compare_keys(at->first, key) != 0) return std::nullopt;
  return at->second;
}

std::optional<value> map::find_field(std::string_view key) const {
  if (!json_) return find(value(string_value{characters::borrowed(key)}));
  const auto* member = json_->find(key);
  if (!member) return std::nullopt;
  return typed_member(key, *member);
}

value from_json(const text::json& json, json_numbers numbers, const json_types* types) {
  if (types && (json.is_number() || json.is_string()))
    if (auto typed = types->typed(json)) return std::move(*typed);
  switch (json.type()) {
    case text::json::kind::null: return null();
    case text::json::kind::boolean: return json.as_bool();
    case text::json::kind::number: return number_of(json, numbers);
    case text::json::kind::string: return string_value{characters::borrowed(json.as_string())};
    case text::json::kind::array: return list(json.as_array(), numbers, types);
    case text::json::kind::object: return map(json, numbers, types);
  }
  return null();
}

type_name type_of(const value& x) {
  return std::visit(base::overload{
                      [](null) { return type_name{"null_type"}; },
                      [](bool) { return type_name{"bool"}; },
                      [](std::int64_t) { return type_name{"int"}; },
                      [](std::uint64_t) { return type_name{"uint"}; },
                      [](double) { return type_name{"double"}; },
                      [](const string_value&) { return type_name{"string"}; },
                      [](const bytes_value&) { return type_name{"bytes"}; },
                      [](const list&) { return type_name{"list"}; },
                      [](const map&) { return type_name{"map"}; },
                      [](const timestamp&) { return type_name{"google.protobuf.Timestamp"}; },
                      [](const duration&) { return type_name{"google.protobuf.Duration"}; },
                      [](const type_name&) { return type_name{"type"}; },
                      [](const opaque_ptr& y) { return type_name{y->type()}; },
                      [](const failure_ptr&) { return type_name{"error"}; },
                    },
                    x.content());
}

failure no_overload(std::string_view function, const value& a) {
  return {failure_kind::no_overload,
          "no such overload: " + std::string(function) + " of " + std::string(type_of(a).name)};
}

failure no_overload(std::string_view function, const value& a, const value& b) {
  return {failure_kind::no_overload, "no such overload: " + std::string(function) + " of "
                                       + std::string(type_of(a).name) + " and " + std::string(type_of(b).name)};
}

} // namespace core::cel
