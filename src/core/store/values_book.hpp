#pragma once

#include "base/error.hpp"
#include "core/config/config_sections.hpp"
#include "core/config/last_valid_section.hpp"
#include "core/config/section_problem.hpp"
#include "core/config/static_values.hpp"
#include "core/store/prepared_commit.hpp"
#include "core/store/values_state.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/value_origin.hpp"
#include "core/values/value_source.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::store {

/// The differences that a configuration or a commit has made. Modules are given by name.
struct values_change {
  std::uint64_t revision = 0;
  std::uint64_t cause = 0; ///< id of the message that brought the change
  bool global = false;
  std::set<std::string> modules;
  std::set<std::string> flags; ///< modules whose flag has changed, or has become decided or undecided
  std::set<std::string>
    flags_without_module;            ///< keys that a hook has set now: `webEnabled`, and there is no module `web`
  bool errors = false;               ///< `problems()` differs
  bool unblocked = false;            ///< a section without valid content has valid content now
  std::set<std::string> repaired;    ///< sections that had a problem and have no problem now, by key
  std::optional<config_write> write; ///< to be written to the ConfigMap; the values in memory have the change already

  [[nodiscard]] bool empty() const noexcept {
    return !global && modules.empty() && flags.empty() && flags_without_module.empty() && !errors;
  }
};

/// The storage of all values: files, ConfigMap, patches, flags, schemas. Plain and single-threaded; every
/// change makes a new revision, and has a cause.
/// Why so: docs/decisions/values-are-worked-out-by-section.md
class values_book {
public:
  explicit values_book(values::flag_order order = values::default_flag_order());

  /// Takes the content of the files. Sections with errors are problems that block.
  void load(config::static_values files);

  /// Takes a configuration. A section that its schema refuses keeps its last valid content and becomes a
  /// problem. A section that is the same as in the previous configuration is not taken again, because commits
  /// since then are newer. A section that equals the section in memory changes no value: this book may have
  /// asked for the write itself.
  values_change apply_configuration(const config::configuration& config, std::uint64_t cause);

  /// Takes the content of a section as the ConfigMap has it now, so it replaces earlier commits. All other
  /// sections stay as they are.
  /// @param content null: the section is absent
  values_change apply_section(const std::string& key, const text::json* content, std::uint64_t cause);
  /// The reason why the section of the last configuration is not used; nullopt if it is used.
  [[nodiscard]] std::optional<std::string> refused(const std::string& key) const;

  /// Checks the patches of a hook completely: form, allowed places, strict application, schemas. The values
  /// do not change.
  /// @param hook the author of the patches, for messages about values that they set, now and later
  [[nodiscard]] base::result<prepared_commit> prepare_hook_commit(const values::values_owner& owner,
                                                                  std::string_view values_patch_text,
                                                                  std::string_view config_patch_text,
                                                                  std::string hook = {}) const;
  /// The same for patches that are parsed already.
  [[nodiscard]] base::result<prepared_commit> prepare_hook_commit(const values::values_owner& owner,
                                                                  text::json_patch values_patch,
                                                                  text::json_patch config_patch,
                                                                  std::string hook = {}) const;
  /// True if the commit changes values, a flag of hooks, or the ConfigMap.
  /// @pre no commit and no configuration came since the check of its patches
  [[nodiscard]] bool changes(const prepared_commit& x) const;

  /// The origin of a value of the effective values, without the value; nullopt: there is no such section.
  [[nodiscard]] std::optional<values::known_origin> origin(const text::json_pointer& place) const;

  /// The errors in the values files of a section by which its schema refuses any patch; empty: no errors.
  [[nodiscard]] std::string faults_of_files(const values::values_owner& owner) const;

  /// Applies a prepared commit. If the section was changed in between, the patches are checked again on the
  /// current values; if they fail, no patch is applied.
  base::result<values_change> commit(prepared_commit prepared, std::uint64_t cause);

  /// Forgets the patches of a module's hooks. To be called when the module is deleted.
  values_change drop_module_patches(const std::string& module, std::uint64_t cause);

  /// Rules in CEL that were skipped because they read an absent field, by section and with their place; each
  /// rule once. Bound: the rules of all schemas.
  [[nodiscard]] std::map<std::string, std::set<std::string>> take_skipped_rules();

  /// The values as they are now; shared, never changes.
  [[nodiscard]] std::shared_ptr<const values_state> state() const noexcept { return state_; }
  [[nodiscard]] values::enabled_flag flag(std::string_view module) const { return state_->flag(module); }
  /// Whether a module is switched on, before its script is asked. Nullopt: a source that might switch it on
  /// cannot be read.
  [[nodiscard]] std::optional<bool> decided_flag(std::string_view module) const;

  /// The values for a module's chart as JSON, which is YAML too. A member that the module's values.yaml has
  /// and the values lack is null, because Helm would bring it back. An error (`invalid_input`) lists the
  /// violations of the module's schema, including `x-required-for-helm`, and the missing names that this
  /// keyword of the global schema requires.
  [[nodiscard]] base::result<std::string> helm_values(const std::string& module,
                                                      const std::vector<std::string>& enabled_modules) const;

  /// The values files of the hooks of `owner` as they would be if its hooks had set no values; nullopt: they
  /// have set none.
  [[nodiscard]] std::optional<values_texts> unpatched_files(const values::values_owner& owner,
                                                            const std::vector<std::string>& enabled_modules) const;

  /// The files that values of a module come from, including the files of the global section.
  [[nodiscard]] values::value_sources file_sources(const values::values_owner& owner) const;
  /// The files in which the module's section, or `global`, is a key without a value, each with this key.
  [[nodiscard]] std::map<values::value_source, std::string> blank_files(const values::values_owner& owner) const;
  /// The blank places in the sections of a module and `global`.
  /// @param of_hooks sections of the ConfigMap that hooks alone have written
  [[nodiscard]] values::blank_places blank_values(const values::values_owner& owner,
                                                  const std::set<std::string>& of_hooks) const;
  /// The blank texts of files in the sections of a module and `global`.
  [[nodiscard]] values::blank_places blank_texts(const values::values_owner& owner) const;
  /// See `values::value_standing`.
  [[nodiscard]] std::map<std::string, bool> other_globals(const values::values_owner& owner) const;
  /// The digest of the values that hooks have set in the section by values patches that still count.
  [[nodiscard]] std::string hook_values(const values::values_owner& owner) const;

  /// The effect of all values patches so far, for people: on the section, and for the global section on the
  /// flags.
  [[nodiscard]] text::json_patch patch(const values::values_owner& owner) const;

  /// Sections that cannot be used as they are, by key.
  [[nodiscard]] std::vector<config::section_problem> problems() const;
  /// True if there is a problem of that source.
  [[nodiscard]] bool is_invalid(config::problem_source source) const;
  /// The reason why a module must not run; nullopt if it may. Problems of the global section that block count
  /// for every module, and for global hooks, which have an empty name.
  [[nodiscard]] std::optional<std::string> blocked(std::string_view module) const;

private:
  /// The section of a module, or the global section.
  struct known_section : config::last_valid_section {
    values::value_sources files;                               ///< that are there
    std::map<values::value_source, std::string> blank_files{}; ///< see `static_section::blank`
    std::map<std::string, bool> other_globals{};               ///< see `values::value_standing`
    std::set<std::string> named_rules{};                       ///< that `take_skipped_rules` has returned
  };

  /// The reason why a section has no content to go on with; null if it has content.
  [[nodiscard]] const std::string* blocking_problem(std::string_view key) const;
  [[nodiscard]] bool is_undecided(const std::string& key, const config::section_status& status) const;
  /// By section, without sections that could belong to a module that does not exist.
  [[nodiscard]] std::map<std::string, config::wrong_keys, std::less<>>
  wrong_keys_of(const config::configuration& config) const;
  /// Null for a section that is not known.
  [[nodiscard]] const config::section_record* record_of(std::string_view key) const;
  [[nodiscard]] base::result<prepared_commit> prepare(const values::values_owner& owner, values::split_patch values,
                                                      values::split_patch config, std::string hook) const;
  void replace_flags(values::flag_source source, values::flag_layer flags);
  [[nodiscard]] config::judgement judgement_of(std::string_view key) const;
  /// Takes the section's content once more, because its module was switched on or off.
  void judge_again(const std::string& key, known_section& section, config::judgement by);
  /// Judges again all sections whose module was switched on or off by a source other than a configuration.
  /// @returns their keys
  std::set<std::string> judge_switched();
  /// Makes a revision in which only these sections may differ from the previous revision.
  values_change publish(const std::set<std::string>& touched, std::uint64_t cause);

  std::map<std::string, known_section, std::less<>> sections_;
  std::map<std::string, std::string> stray_keys_; ///< wrong keys of the last configuration that no section has, and why
  std::shared_ptr<const values::enabled_flags> flags_;
  std::optional<config::configuration> received_; ///< the last configuration
  std::shared_ptr<const values_state> state_;
};

} // namespace core::store
