#include "core/values/value_origin.hpp"

#include "core/values/places.hpp"

namespace core {
namespace {

/// The patch that has set the place, or the innermost of those that have set something round it.
const patch_source* find_patch(const section_layers& layers, const json_pointer& place) {
  const patch_source* found = nullptr;
  std::size_t depth = 0;
  for (const auto& [set, source] : layers.patched_by) {
    if (!set.contains(place) || (found && set.tokens.size() < depth)) continue;
    found = &source;
    depth = set.tokens.size();
  }
  return found;
}

std::string describe(const patch_source& patch) {
  if (patch.revision == 0) return patch.hook.empty() ? "set by the patch" : "set by this run of " + patch.hook;
  return "set by " + patch.hook + ", revision " + std::to_string(patch.revision);
}

} // namespace

std::string origin_of(const section_layers& layers, const json& document, const json_pointer& place) {
  if (place.tokens.empty() || !find_at(document, place)) return "";
  if (const auto* patch = find_patch(layers, place)) return describe(*patch);
  const json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
  if (layers.config && find_at(*layers.config, inside))
    return "from key '" + place.tokens.front() + "' of the ConfigMap";
  for (auto i = layers.statics.size(); i-- > 0;)
    if (find_at(layers.statics[i], inside)) return i < layers.files.size() ? "from " + layers.files[i] : "from a file";
  return inside.tokens.empty() ? "" : "a default of the schema";
}

std::string describe(const std::vector<schema_violation>& violations, const section_layers& layers,
                     const json& document) {
  std::string text;
  for (const auto& violation : violations) {
    text += (text.empty() ? "" : "; ") + violation.path + " " + violation.reason;
    if (const auto origin = origin_of(layers, document, violation.place); !origin.empty()) text += " (" + origin + ")";
  }
  return text;
}

void note_patch(section_layers& layers, const json& document, const json_patch& patch, const std::string& hook) {
  for (const auto& operation : patch) {
    using kind = patch_operation::kind;
    if (operation.op == kind::test) continue;
    auto place = operation.path;
    // Items move when others are inserted: what is known is who has changed the array.
    json_pointer parent{{place.tokens.begin(), place.tokens.end() - (place.tokens.empty() ? 0 : 1)}};
    const auto* around = find_at(document, parent);
    if (around && around->is_array()) place = std::move(parent);
    erase_inside(layers.patched_by, place);
    if (operation.op == kind::move) erase_inside(layers.patched_by, operation.from);
    if (operation.op != kind::remove || place != operation.path) layers.patched_by[place] = {hook, 0};
  }
}

} // namespace core
