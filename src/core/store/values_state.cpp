#include "core/store/values_state.hpp"

#include "core/values/names.hpp"

namespace core::store {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  text::json::array_type items(names.begin(), names.end());
  return text::json::array(std::move(items)).dump();
}

/// Begins a member of an object whose text is being written.
void open_member(text::text_pieces& out, const std::string& key) {
  out.end() += out.empty() ? '{' : ',';
  text::append_json_string(out.end(), key);
  out.end() += ':';
}

} // namespace

const values_state::section& values_state::find(const std::string& key) const {
  static const section unknown;
  const auto at = sections_.find(key);
  return at == sections_.end() ? unknown : *at->second;
}

text::json values_state::section_values(const values::values_owner& owner) const {
  return find(owner.key()).values;
}

text::json values_state::config_values(const values::values_owner& owner) const {
  return find(owner.key()).config;
}

const schema::section_schemas& values_state::schemas(const values::values_owner& owner) const {
  return find(owner.key()).schemas;
}

values::enabled_flag values_state::flag(std::string_view module) const {
  return flags_->flag(values::to_camel(module));
}

values_texts values_state::hook_files(const values::values_owner& owner,
                                      const std::vector<std::string>& enabled_modules) const {
  const std::string global(values::global_key);
  std::map<std::string, const section*> parts{{global, &find(global)}};
  if (!owner.is_global()) parts.emplace(owner.key(), &find(owner.key()));
  values_texts texts;
  for (const auto& [key, part] : parts) {
    open_member(texts.config_values, key);
    part->config_text.append_to(texts.config_values);
    open_member(texts.values, key);
    // Added to the text of the file only, so that no patch and no schema ever sees it.
    if (key == global && !owner.is_global())
      part->values_text.append_with_modules(texts.values, list_of(enabled_modules));
    else
      part->values_text.append_to(texts.values);
  }
  texts.config_values.end() += '}';
  texts.values.end() += '}';
  return texts;
}

} // namespace core::store
