#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace core::values {

/// A hook as an author of values of a module.
struct value_hook {
  std::string module; ///< empty: a global hook
  std::string name;

  friend auto operator<=>(const value_hook&, const value_hook&) = default;
};

/// The hook in a message: `global hook 'hooks/a.sh'`, `hook 'hooks/a.sh'`.
[[nodiscard]] std::string describe(const value_hook& x);

/// The knowledge about a hook since the operator has started.
struct hook_standing {
  bool is_there = false;   ///< its file is there, and configures
  std::string occasions{}; ///< when it runs, for people; empty: never
  bool has_ended = false;  ///< well, at least once: the values that it has set, and has not set, are intended
  bool has_failed = false; ///< its last run, while no run has ended well
  bool has_set = false;    ///< values that still count
  /// The occasions at which its last run was doubtful, with its words on stderr: the run has ended with 0
  /// although it lacked a tool, a right or disk space. Then the values that it has set, and has not set, may
  /// be wrong.
  std::map<std::string, std::string> doubts{};
  std::set<std::string> bindings{}; ///< all of the hook, by name: `onStartup`, `schedule`
  std::set<std::string> ended_at{}; ///< bindings for which a run has ended well
  std::string set_at{};             ///< the binding for which it has set values last; empty: not known

  /// Whether the values of its runs are intended.
  [[nodiscard]] bool is_believed() const { return has_ended && doubts.empty(); }
  /// Whether that is so for values that it had set in a run for one of its bindings: runs for others may set
  /// none.
  /// @param label of that binding, see `label_value_of_binding`; empty: not known
  [[nodiscard]] bool is_believed_at(std::string_view label) const;
  /// The binding with that label for which a run has to end well still; empty: none.
  [[nodiscard]] std::string awaited(std::string_view label) const;
  /// Whether its values count although its last run was in doubt. They may take objects away, also if it has
  /// never set values before.
  [[nodiscard]] bool has_set_in_doubt() const { return is_there && has_set && !doubts.empty(); }

  friend bool operator==(const hook_standing&, const hook_standing&) = default;
};
using hook_standings = std::map<value_hook, hook_standing>;

/// Remembers for each hook whether it has run since the operator has started, and whether it has set values.
/// Before the first run of a hook its values are unknown, so values that it had set before the start are not
/// removed.
class value_hooks {
public:
  /// Takes the hooks that a module has, or that are global.
  /// @param occasions hook -> when it runs, for people
  /// @param bindings hook -> names of its bindings
  void know(const std::string& module, const std::map<std::string, std::string>& occasions,
            const std::map<std::string, std::set<std::string>>& bindings = {});
  /// @param occasion of the run; a doubt about an earlier run at this occasion is over
  void ended_well(const value_hook& x, const std::string& occasion = {});
  /// Notes a run that has ended with 0 although its words name a failure. The hook has not ended well by that
  /// run.
  void doubted(const value_hook& x, const std::string& occasion, const std::string& words);
  /// Notes a failure, which does not change the values of an earlier run.
  void failed(const value_hook& x);
  /// Notes a run that has left a patch of values. By that the run has ended well, and all earlier doubts are
  /// over: the hook knows the values that it sets.
  /// @param occasion of the run
  void set_values(const value_hook& x, const std::string& occasion = {});
  /// Forgets the runs of a deleted module. The values of its hooks were deleted with it, so all its hooks
  /// have to run again.
  void forget_runs(const std::string& module);

  /// True if the hook is believed already, so that the end of a further run is no news.
  [[nodiscard]] bool is_settled(const value_hook& x) const;
  /// The module's hooks and the global hooks.
  [[nodiscard]] hook_standings standings(const std::string& module) const;

private:
  hook_standings hooks_;
};

/// True if `now` believes a hook, for any of its bindings, that `before` did not believe, or doubts a hook by
/// other words than `before`.
[[nodiscard]] bool has_one_ended(const hook_standings& before, const hook_standings& now);

/// The begin of the labels by which a revision names the hooks that had set values:
/// `moduleValuesBy.0123456789`, with a name for people as value. A revision has such a label for each of
/// these hooks.
inline constexpr std::string_view module_values_by_prefix = "moduleValuesBy.";

/// The key of the label of a hook.
[[nodiscard]] std::string label_key_of(const value_hook& x);
/// Its value: the name, as far as a label can hold it (Kubernetes, LabelValueMaxLength: 63 characters).
[[nodiscard]] std::string label_value_of(const value_hook& x);
/// The label beside it for a hook with several bindings: the binding for which it has set values last.
inline constexpr std::string_view module_values_at_prefix = "moduleValuesAt.";
[[nodiscard]] std::string binding_label_key_of(const value_hook& x);
/// The key of a hook's label -> the key of the label of its binding.
[[nodiscard]] std::string binding_label_key_beside(std::string_view hook_label_key);
[[nodiscard]] std::string label_value_of_binding(std::string_view name);
/// The words for a hook of which only the label is known: `global hook 'a.sh'`.
[[nodiscard]] std::string describe_hook_label(std::string_view value);

} // namespace core::values
