#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace core::values {

/// A hook that sets values of a module.
struct value_hook {
  std::string module; ///< empty: a global hook
  std::string name;

  friend auto operator<=>(const value_hook&, const value_hook&) = default;
};

/// Names the hook in a message: `global hook 'hooks/a.sh'`, `hook 'hooks/a.sh'`.
[[nodiscard]] std::string describe(const value_hook& x);

/// The knowledge about a hook since the operator has started.
struct hook_standing {
  bool is_there = false;   ///< its file exists, and its configuration is valid
  std::string occasions{}; ///< when it runs, for messages; empty: never
  bool has_ended = false;  ///< a run has ended well, so its values are intended, and so is their absence
  bool has_failed = false; ///< its last run has failed, and no run has ended well
  bool has_set = false;    ///< a run has set values that still count
  /// The occasions at which the last run is in doubt, each with the failure on stderr: the run ended with
  /// exit code 0, although a tool, a permission or disk space was missing. Its values, or their absence, may
  /// be wrong.
  std::map<std::string, std::string> doubts{};
  std::set<std::string> bindings{}; ///< names of all its bindings: `onStartup`, `schedule`
  std::set<std::string> ended_at{}; ///< bindings for which a run has ended well
  std::string set_at{};             ///< the binding of the last run that has set values; empty: not known

  /// True if the hook's values are intended: a run has ended well, and no run is in doubt.
  [[nodiscard]] bool is_believed() const { return has_ended && doubts.empty(); }
  /// True if the values from its runs for a single binding are intended. A run for another binding is no
  /// proof, because it may set no values.
  /// @param label names the binding, see `label_value_of_binding`; empty: not known
  [[nodiscard]] bool is_believed_at(std::string_view label) const;
  /// The binding with this label, if no run for it has ended well yet and the hook has set no values; the
  /// label itself, if the hook does not have the binding any more; else empty.
  [[nodiscard]] std::string awaited(std::string_view label) const;
  /// True if the hook has set values that count although a run of it is in doubt. Such values may take
  /// objects away, even if the hook had set no values before.
  [[nodiscard]] bool has_set_in_doubt() const { return is_there && has_set && !doubts.empty(); }

  friend bool operator==(const hook_standing&, const hook_standing&) = default;
};
using hook_standings = std::map<value_hook, hook_standing>;

/// Remembers for each hook whether it has run since the operator has started, and whether it has set values.
/// Before the first run of a hook its values are unknown, so values that it had set before the start are not
/// removed.
class value_hooks {
public:
  /// Sets the hooks of a module, or the global hooks.
  /// @param occasions hook -> when it runs, for messages
  /// @param bindings hook -> names of its bindings
  void know(const std::string& module, const std::map<std::string, std::string>& occasions,
            const std::map<std::string, std::set<std::string>>& bindings = {});
  /// @param occasion of the run; it ends a doubt about an earlier run at the same occasion
  void ended_well(const value_hook& x, const std::string& occasion = {});
  /// Notes a run that ended with exit code 0 although its stderr names a failure. It does not count as a run
  /// that has ended well.
  void doubted(const value_hook& x, const std::string& occasion, const std::string& words);
  /// Notes a failure, which does not change the values of an earlier run.
  void failed(const value_hook& x);
  /// Notes a run that has written a values patch. Such a run has ended well and ends all earlier doubts,
  /// because the hook evidently knows its values.
  /// @param occasion of the run
  void set_values(const value_hook& x, const std::string& occasion = {});
  /// Forgets the runs of a deleted module. The values of its hooks were deleted, too, so all its hooks must
  /// run again.
  void forget_runs(const std::string& module);

  /// True if a further run that ends well makes no change here.
  [[nodiscard]] bool is_settled(const value_hook& x) const;
  /// The knowledge about the module's hooks and the global hooks.
  [[nodiscard]] hook_standings standings(const std::string& module) const;

private:
  hook_standings hooks_;
};

/// True if a hook has ended well, as a whole or for a binding, since `before`, or if the words of its doubts
/// have changed.
[[nodiscard]] bool has_one_ended(const hook_standings& before, const hook_standings& now);

/// The beginning of the keys of labels on a revision, a label for each hook that had set values: the key is
/// `moduleValuesBy.0123456789`, and the value names the hook for users.
inline constexpr std::string_view module_values_by_prefix = "moduleValuesBy.";

/// The key of the label of a hook.
[[nodiscard]] std::string label_key_of(const value_hook& x);
/// The value of the hook's label: the end of its name, at most 63 characters (Kubernetes,
/// LabelValueMaxLength).
[[nodiscard]] std::string label_value_of(const value_hook& x);
/// The beginning of the key of a second label, for a hook with several bindings: its value names the binding
/// of the last run that has set values.
inline constexpr std::string_view module_values_at_prefix = "moduleValuesAt.";
[[nodiscard]] std::string binding_label_key_of(const value_hook& x);
/// The key of a hook's label -> the key of the label of its binding.
[[nodiscard]] std::string binding_label_key_beside(std::string_view hook_label_key);
[[nodiscard]] std::string label_value_of_binding(std::string_view name);
/// Names a hook in a message if only the value of its label is known: `global hook 'a.sh'`.
[[nodiscard]] std::string describe_hook_label(std::string_view value);

} // namespace core::values
