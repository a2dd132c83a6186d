#include "core/values/value_origin.hpp"

#include "core/values/names.hpp"
#include "core/values/pointer_map.hpp"
#include "core/values/section_view.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace core::values {
namespace {

/// The patch that has set the place, or else the nearest parent of the place that a patch has set.
const patch_source* find_patch(const section_layers& layers, text::json_pointer place) {
  if (layers.patched_by.empty()) return nullptr;
  for (;;) {
    if (const auto at = layers.patched_by.find(place); at != layers.patched_by.end()) return &at->second;
    if (place.tokens.empty()) return nullptr;
    place.tokens.pop_back();
  }
}

/// The patch that is being checked, if it has set a value inside the place: a rule about a map may be broken
/// by any of its members.
const patch_source* find_checked_patch(const section_layers& layers, const text::json_pointer& place) {
  for (auto at = layers.patched_by.lower_bound(place); at != layers.patched_by.end() && place.contains(at->first); ++at)
    if (at->second.revision == 0) return &at->second;
  return nullptr;
}

std::string describe(const patch_source& patch) {
  if (patch.revision == 0) return patch.hook.empty() ? "set by the patch" : "set by this run of " + patch.hook;
  return "set by " + patch.hook + ", revision " + std::to_string(patch.revision);
}

/// The type in a sentence.
std::string type_of(const text::json& x) {
  if (x.is_null()) return "null";
  if (x.is_bool()) return "a boolean";
  if (x.is_string()) return x.as_string().empty() ? "an empty string" : "a string";
  if (x.is_array()) return x.as_array().empty() ? "an empty list" : "a list";
  if (x.is_object()) return x.as_object().empty() ? "an empty map" : "a map";
  return "a number";
}

/// The file that has set the value at a place of the section; null: no file has set it.
const std::string* file_of(const section_layers& layers, const text::json_pointer& place) {
  const text::json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
  if (find_patch(layers, place) || (layers.config && text::find_at(*layers.config, inside))) return nullptr;
  for (auto i = layers.statics.size(); i-- > 0;)
    if (text::find_at(layers.statics[i], inside)) return i < layers.files.size() ? &layers.files[i] : nullptr;
  return nullptr;
}

/// A hint for a user who writes `title: y` and means a text, while YAML reads a boolean. Values of hooks are
/// JSON, where this cannot happen.
std::string hint_of_bare_word(const schema::violation& violation, const section_layers& layers,
                              const text::json& document) {
  const auto* value = text::find_at(document, violation.place);
  const bool wants_text =
    violation.rule.starts_with("must be of type ") && violation.rule.find("string") != std::string::npos;
  if (!value || !value->is_bool() || !wants_text || violation.found == schema::found_hidden) return {};
  if (find_patch(layers, violation.place)) return {};
  return std::string(" (without quotes ") + (value->as_bool() ? "y, yes, on and true" : "n, no, off and false")
         + " are the same in YAML: put a text in quotes)";
}

/// True if `text` occurs in a hidden part of `value`.
/// @param shown the value as users see it; null: all of it is hidden
bool is_hidden_in(const text::json& value, const text::json* shown, const std::string& text) {
  const bool is_hidden = !shown || (shown->is_string() && shown->as_string() == base::hidden_value);
  if (value.is_string()) return is_hidden && value.as_string() == text;
  if (value.is_object())
    return std::any_of(value.as_object().begin(), value.as_object().end(), [&](const auto& member) {
      return is_hidden_in(member.second, is_hidden ? nullptr : shown->find(member.first), text);
    });
  if (!value.is_array()) return false;
  const auto& items = value.as_array();
  for (std::size_t i = 0; i < items.size(); ++i)
    if (is_hidden_in(items[i], is_hidden ? nullptr : &shown->as_array()[i], text)) return true;
  return false;
}

/// A section, and its view without secrets, which is made at the first use.
class seen_section {
public:
  seen_section(const text::json& document, const section_layers& layers) : document_(document), layers_(layers) {}

  /// True if a schema of the section hides the value. Also true for a copy of a secret at a place that no
  /// schema hides.
  [[nodiscard]] bool is_secret(const text::json_pointer& place) {
    const auto* value = text::find_at(document_, place);
    if (!value || place.tokens.empty()) return false;
    const auto* section = document_.find(place.tokens.front());
    if (!view_) view_ = view_of_values(layers_.schemas, *section, secrets::hidden);
    const auto* seen = text::find_at(*view_, {{place.tokens.begin() + 1, place.tokens.end()}});
    if (!seen || (seen->is_string() && seen->as_string() == base::hidden_value)) return true;
    return value->is_string() && is_hidden_in(*section, &*view_, value->as_string());
  }

private:
  const text::json& document_; ///< of a single section
  const section_layers& layers_;
  std::optional<text::json> view_;
};

} // namespace

std::string origin_of(const section_layers& layers, const text::json& document, const text::json_pointer& place) {
  if (place.tokens.empty() || !text::find_at(document, place)) return "";
  if (const auto* patch = find_patch(layers, place)) return describe(*patch);
  const text::json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
  if (layers.config && text::find_at(*layers.config, inside))
    return "from key '" + place.tokens.front() + "' of the ConfigMap";
  for (auto i = layers.statics.size(); i-- > 0;)
    if (text::find_at(layers.statics[i], inside))
      return i < layers.files.size() ? "from " + layers.files[i] : "from a file";
  return inside.tokens.empty() ? "" : "a default of the schema";
}

known_origin known_origin_of(const section_layers& layers, const text::json& document,
                             const text::json_pointer& place) {
  const auto* value = text::find_at(document, place);
  if (place.tokens.empty() || value == nullptr) return {};
  known_origin known{.type = type_of(*value), .words = origin_of(layers, document, place)};
  const auto* patch = find_patch(layers, place);
  if (patch == nullptr) return known;
  const auto& key = place.tokens.front();
  known.words = key == global_key ? "set by global hook '" + patch->hook + "'"
                                  : "set by hook '" + patch->hook + "' of module '" + to_kebab(key) + "'";
  known.revision = patch->revision;
  known.type_before = patch->type_before;
  return known;
}

std::string describe(const schema::violations& violations, const section_layers& layers, const text::json& document) {
  seen_section seen(document, layers);
  schema::violation_text text;
  for (auto violation : violations) {
    if (!violation.found.empty() && seen.is_secret(violation.place)) violation.found = schema::found_hidden;
    auto words = schema::describe(violation) + hint_of_bare_word(violation, layers, document);
    const auto* patch = layers.patched_by.contains(violation.place) || !text::find_at(document, violation.place)
                          ? nullptr
                          : find_checked_patch(layers, violation.place);
    const auto origin = patch ? describe(*patch) : origin_of(layers, document, violation.place);
    if (!origin.empty()) words += " (" + origin + ")";
    text.add(words);
  }
  text.add_more(violations.more());
  return text.take();
}

std::string faults_of_files(const section_layers& layers, const text::json& values, const std::string& key) {
  if (!layers.schemas.values) return {};
  // The origin is looked for among the first thousand violations only.
  constexpr schema::violation_limits looked_at{.count = 1'000, .bytes = std::size_t{1} << 20};
  schema::violations of_files;
  for (auto& x : layers.schemas.values->validate(values, key, schema::schema::check{.limits = looked_at}))
    if (!x.is_missing && file_of(layers, x.place)) {
      if (of_files.has_room())
        of_files.keep(std::move(x));
      else
        of_files.count(false);
    }
  return of_files.empty() ? std::string() : describe(of_files, layers, text::json::object({{key, values}}));
}

void note_patch(section_layers& layers, const text::json& document, const text::json_patch& patch,
                const std::string& hook) {
  for (const auto& operation : patch) {
    using kind = text::patch_operation::kind;
    if (operation.op == kind::test) continue;
    auto place = operation.path;
    // An insertion moves other items of an array, so the hook is noted for the whole array.
    text::json_pointer parent{{place.tokens.begin(), place.tokens.end() - (place.tokens.empty() ? 0 : 1)}};
    const auto* around = text::find_at(document, parent);
    if (around && around->is_array()) place = std::move(parent);
    const auto* before = text::find_at(document, place);
    const bool is_set =
      place == operation.path && before != nullptr && (operation.op == kind::add || operation.op == kind::replace);
    if (const auto known = layers.patched_by.find(place);
        is_set && *before == operation.value && known != layers.patched_by.end() && known->second.hook == hook)
      continue;
    std::string type_before;
    if (is_set && type_of(*before) != type_of(operation.value)) type_before = type_of(*before);
    erase_inside(layers.patched_by, place);
    if (operation.op == kind::move) erase_inside(layers.patched_by, operation.from);
    if (operation.op != kind::remove || place != operation.path) layers.patched_by[place] = {hook, 0, type_before};
  }
}

} // namespace core::values
