#pragma once

#include "base/error.hpp"
#include "core/schema/section_schemas.hpp"
#include "core/values/cached_json_text.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/patch_rules.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core::store {

/// The texts of a run's values files (VALUES.md of flant/addon-operator, "Using values in the hook").
struct values_texts {
  text::text_pieces config_values; ///< for CONFIG_VALUES_PATH
  text::text_pieces values;        ///< for VALUES_PATH
};

/// All values at a revision. Never changes once it is shared; safe to read from any thread.
class values_state {
public:
  struct section {
    text::json config = text::json::object(); ///< as the ConfigMap has it
    text::json values = text::json::object(); ///< effective
    schema::section_schemas schemas;
    values::cached_json_text config_text{config}; ///< for values files
    values::cached_json_text values_text{values};
  };
  /// Revisions share the sections in which they do not differ.
  using section_map = std::map<std::string, std::shared_ptr<const section>, std::less<>>;
  using flags_ptr = std::shared_ptr<const values::enabled_flags>;

  values_state() = default;
  values_state(std::uint64_t revision, section_map sections, flags_ptr flags)
    : revision_(revision), sections_(std::move(sections)), flags_(std::move(flags)) {}

  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  [[nodiscard]] const section_map& sections() const noexcept { return sections_; }
  /// The effective values of a section; `{}` for an unknown section.
  [[nodiscard]] text::json section_values(const values::values_owner& owner) const;
  /// The section as the ConfigMap has it; `{}` if it is absent.
  [[nodiscard]] text::json config_values(const values::values_owner& owner) const;
  /// The schemas of the section, which also know its secrets.
  [[nodiscard]] const schema::section_schemas& schemas(const values::values_owner& owner) const;
  [[nodiscard]] values::enabled_flag flag(std::string_view module) const;
  [[nodiscard]] const values::enabled_flags& flags() const noexcept { return *flags_; }
  /// The same; states with equal flags share them.
  [[nodiscard]] const flags_ptr& shared_flags() const noexcept { return flags_; }

  /// The values files of the hooks of `owner`. Hooks of modules also get the global section, with
  /// `enabledModules` in it. For an `enabled` script this list holds the modules that were enabled before its
  /// own module.
  [[nodiscard]] values_texts hook_files(const values::values_owner& owner,
                                        const std::vector<std::string>& enabled_modules) const;

private:
  [[nodiscard]] const section& find(const std::string& key) const;

  std::uint64_t revision_ = 0;
  section_map sections_;
  flags_ptr flags_ = std::make_shared<const values::enabled_flags>();
};

} // namespace core::store
