#include "core/store/prepared_commit.hpp"

#include "core/config/config_sections.hpp"
#include "core/values/names.hpp"
#include "core/values/taken_away.hpp"
#include "core/values/value_origin.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <utility>

namespace core::store {
namespace {

/// The text of a section for the ConfigMap. A text that no ConfigMap can hold fails here, before any change
/// of the run is applied. The other sections do not count, because their size may change until the text is
/// written.
base::result<std::string> text_for_config_map(const std::string& key, const text::json& section) {
  // Far more than a ConfigMap holds, so that the message can name the number of bytes.
  constexpr std::size_t written_max = 4 * config::config_map_bytes_max;
  auto text = text::write_yaml(section, written_max);
  if (text && text->size() <= config::config_map_bytes_max) return std::move(*text);
  return base::fail(base::error_code::invalid_input,
                    "section '" + key + "' would have "
                      + (text ? std::to_string(text->size()) : "more than " + std::to_string(written_max))
                      + " bytes; a ConfigMap holds " + std::to_string(config::config_map_bytes_max)
                      + " in all: store less, or keep it in a values patch");
}

/// The section in a document after a patch.
base::result<text::json> section_of(const text::json& document, const std::string& key) {
  const auto* section = document.find(key);
  if (section && section->is_object()) return *section;
  return base::fail(base::error_code::invalid_input,
                    "the patch leaves no map at '/" + key + "': patch keys below it, for example '/" + key + "/size'");
}

base::result<void> apply_to_config(prepared_commit& commit, const std::string& key) {
  if (commit.config_patch.section.empty()) return {};
  auto& layers = commit.after.layers;
  auto in_config_map = layers.config;
  const auto before = values::config_values(layers);
  const auto document = text::apply_json_patch(text::json::object({{key, before}}), commit.config_patch.section);
  if (!document) return base::fail("config values patch", document.error());
  const auto section = section_of(*document, key);
  if (!section) return base::fail("config values patch", section.error());
  // A patch without a change needs no write of the ConfigMap.
  if (*section == before) return {};
  const auto values_before = commit.after.base;
  layers.config = *section;
  // Noted only for messages of this check, because later the values come from the ConfigMap.
  values::section_layers patched;
  values::note_patch(patched, text::json::object({{key, before}}), commit.config_patch.section, commit.hook);
  if (auto done =
        config::reconfigure(commit.after, key, "config values patch: config values", std::move(patched.patched_by));
      !done)
    return done;
  commit.taken_away = values::first_taken_away(values_before, commit.after.base);
  auto text = text_for_config_map(key, *section);
  if (!text) return base::fail("config values patch", text.error());
  // The writer compares `before` with the section in the cluster, so that an edit by a user in between is not
  // lost.
  commit.write = config_write{.key = key, .yaml = std::move(*text), .before = std::move(in_config_map)};
  return {};
}

base::result<void> apply_to_values(prepared_commit& commit, const std::string& key) {
  if (commit.values_patch.section.empty()) return {};
  auto& layers = commit.after.layers;
  const text::json document = text::json::object({{key, commit.after.values}});
  auto applied = layers.effects.apply(document, commit.values_patch.section);
  if (!applied) return base::fail("cannot apply values patch for '" + key + "' values", applied.error());
  const auto section = section_of(applied->document, key);
  if (!section) return base::fail("values patch", section.error());
  // Equal to the patched base, and cheaper than patching the base.
  commit.after.values = *section;
  layers.effects = std::move(applied->effects);
  values::note_patch(layers, document, commit.values_patch.section, commit.hook);
  return config::check_values(commit.after, key, "values patch: values");
}

base::result<void> apply_to_flags(values::flag_layer& flags, const text::json_patch& patch) {
  if (patch.empty()) return {};
  text::json::object_type members;
  for (const auto& [key, enabled] : flags) members.emplace_back(values::enabled_key(key), text::json(enabled));
  const auto changed = text::apply_json_patch(text::json::object(std::move(members)), patch);
  if (!changed) return base::fail("values patch", changed.error());
  flags.clear();
  for (const auto& [key, value] : changed->as_object()) flags[*values::key_of_flag(key)] = value.as_bool();
  return {};
}

} // namespace

base::result<void> apply_patches(prepared_commit& commit) {
  const auto key = commit.owner.key();
  // The configuration comes first: values patches lie above it, and are checked together with its new
  // content.
  if (auto done = apply_to_config(commit, key); !done) return done;
  if (auto done = apply_to_values(commit, key); !done) return done;
  // Flags are kept in memory only, whichever of the two patches sets them.
  for (const auto* patch : {&commit.config_patch.flags, &commit.values_patch.flags})
    if (auto done = apply_to_flags(commit.hook_flags, *patch); !done) return done;
  return {};
}

} // namespace core::store
