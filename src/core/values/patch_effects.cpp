#include "core/values/patch_effects.hpp"

#include "core/values/pointer_map.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace core::values {
namespace {

using places = std::map<text::json_pointer, std::optional<text::json>>;

/// Lays places over a value in a pass for each level. As in a merge of layers, a parent that is not an object
/// becomes an object.
/// @param first,last sorted places, not empty, all inside `value`: their first `depth` tokens are its path
text::json lay_over_members(const text::json& value, places::const_iterator first, places::const_iterator last,
                            std::size_t depth) {
  const bool sets = std::any_of(first, last, [](const auto& x) { return x.second.has_value(); });
  if (!sets && !value.is_object()) return value;
  const auto known = value.is_object() ? value.as_object() : text::json::object_type{};
  text::json::object_type changed;
  changed.reserve(known.size() + static_cast<std::size_t>(std::distance(first, last)));
  auto member = known.begin();
  while (first != last) {
    const auto& token = first->first.tokens[depth];
    const auto next = std::find_if(first, last, [&](const auto& x) { return x.first.tokens[depth] != token; });
    for (; member != known.end() && member->first < token; ++member) changed.push_back(*member);
    const auto* below = member != known.end() && member->first == token ? &member->second : nullptr;
    if (first->first.tokens.size() > depth + 1) {
      auto inside = lay_over_members(below ? *below : text::json(), first, next, depth + 1);
      // A removal inside an absent parent does not create the parent.
      if (below || inside.is_object()) changed.emplace_back(token, std::move(inside));
    } else if (first->second) {
      changed.emplace_back(token, *first->second);
    }
    if (below) ++member;
    first = next;
  }
  changed.insert(changed.end(), member, known.end());
  return text::json::object(std::move(changed));
}

} // namespace

base::result<patch_effects::applied> patch_effects::apply(const text::json& document,
                                                          const text::json_patch& patch) const {
  std::vector<text::json_pointer> touched;
  text::patched_document current(document);
  for (std::size_t i = 0; i < patch.size(); ++i) {
    const auto& operation = patch[i];
    // Lists are found in the document as it is before the operation.
    if (operation.op != text::patch_operation::kind::test) touched.push_back(current.outside_lists(operation.path));
    if (operation.op == text::patch_operation::kind::move) touched.push_back(current.outside_lists(operation.from));
    if (auto done = current.apply(operation); !done) return base::fail("operation " + std::to_string(i), done.error());
  }
  applied result{.document = current.value(), .effects = *this};
  for (auto& place : touched) result.effects.record(std::move(place), result.document);
  return result;
}

void patch_effects::record(text::json_pointer place, const text::json& document) {
  const auto now = [&](const text::json_pointer& where) {
    const auto* value = text::find_at(document, where);
    return value ? std::optional(*value) : std::nullopt;
  };
  text::json_pointer around;
  for (std::size_t depth = 0; depth <= place.tokens.size(); ++depth) {
    if (depth > 0) around.tokens.push_back(place.tokens[depth - 1]);
    if (const auto known = places_.find(around); known != places_.end()) {
      known->second = now(around);
      return;
    }
  }
  erase_inside(places_, place);
  auto value = now(place);
  places_.emplace(std::move(place), std::move(value));
}

text::json patch_effects::lay_over(const text::json& document) const {
  if (places_.empty()) return document;
  // A patch may also replace the whole document: a place without tokens.
  if (const auto& [place, value] = *places_.begin(); place.tokens.empty()) return value.value_or(text::json());
  return lay_over_members(document, places_.begin(), places_.end(), 0);
}

std::string patch_effects::digest() const {
  text::md5_sum sum;
  for (const auto& [place, value] : places_) {
    sum.add(place.text());
    sum.add(value ? "=" + value->dump() + "\n" : "\n");
  }
  return sum.hex();
}

text::json_patch patch_effects::operations() const {
  text::json_patch patch;
  for (const auto& [place, value] : places_) {
    const auto op = value ? text::patch_operation::kind::add : text::patch_operation::kind::remove;
    patch.push_back({.op = op, .path = place, .from = {}, .value = value.value_or(text::json())});
  }
  return patch;
}

} // namespace core::values
