#include "core/values/patch_effects.hpp"

#include <iterator>
#include <utility>

namespace core {
namespace {

/// The place, or the outermost array on the way to it.
json_pointer place_of_effect(const json& document, const json_pointer& place) {
  json_pointer reached;
  const json* at = &document;
  for (const auto& token : place.tokens) {
    if (at && at->is_array()) break;
    reached.tokens.push_back(token);
    at = at ? at->find(token) : nullptr;
  }
  return reached;
}

/// Sets the value; parents that are no objects become objects, as where one layer is merged over another.
json set_at(const json& document, const json_pointer& place, const json& value, std::size_t depth = 0) {
  if (depth == place.tokens.size()) return value;
  const auto& token = place.tokens[depth];
  const auto* below = document.find(token);
  return document.with(token, set_at(below ? *below : json::object(), place, value, depth + 1));
}

json remove_at(const json& document, const json_pointer& place, std::size_t depth = 0) {
  const auto& token = place.tokens[depth];
  const auto* below = document.find(token);
  if (!below) return document;
  if (depth + 1 == place.tokens.size()) return document.without(token);
  return document.with(token, remove_at(*below, place, depth + 1));
}

} // namespace

result<patch_effects::applied> patch_effects::apply(const json& document, const json_patch& patch) const {
  std::vector<json_pointer> touched;
  json current = document;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    const auto& operation = patch[i];
    auto next = apply_operation(current, operation);
    if (!next) return fail("operation " + std::to_string(i), next.error());
    if (operation.op != patch_operation::kind::test) touched.push_back(place_of_effect(current, operation.path));
    if (operation.op == patch_operation::kind::move) touched.push_back(place_of_effect(current, operation.from));
    current = std::move(*next);
  }
  applied result{.document = current, .effects = *this};
  for (const auto& place : touched) result.effects.record(place, current);
  return result;
}

void patch_effects::record(const json_pointer& place, const json& document) {
  const auto now = [&](const json_pointer& where) {
    const auto* value = find_at(document, where);
    return value ? std::optional(*value) : std::nullopt;
  };
  for (auto& [known, value] : places_)
    if (known.contains(place)) {
      value = now(known);
      return;
    }
  std::erase_if(places_, [&](const auto& entry) { return place.contains(entry.first); });
  places_.emplace(place, now(place));
}

json patch_effects::lay_over(const json& document) const {
  json changed = document;
  for (const auto& [place, value] : places_)
    changed = value ? set_at(changed, place, *value) : remove_at(changed, place);
  return changed;
}

json_patch patch_effects::operations() const {
  json_patch patch;
  for (const auto& [place, value] : places_) {
    const auto op = value ? patch_operation::kind::add : patch_operation::kind::remove;
    patch.push_back({.op = op, .path = place, .from = {}, .value = value.value_or(json())});
  }
  return patch;
}

} // namespace core
