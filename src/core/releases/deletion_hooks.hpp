#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::releases {

/// The names of a module's hooks that run when the module is deleted. Such a hook may make a backup, so a
/// deletion without a hook that had been there is held.
struct deletion_hooks {
  std::set<std::string> before; ///< beforeDeleteHelm
  std::set<std::string> after;  ///< afterDeleteHelm

  friend bool operator==(const deletion_hooks&, const deletion_hooks&) = default;
};

/// The labels that name these hooks on the next revision, one label for each hook and binding. A label of a
/// hook that is missing now stays, because the hook may have been lost. It goes if at least as many hooks
/// with the same binding are new as are missing: then hooks were renamed.
[[nodiscard]] std::map<std::string, std::string> deletion_hook_labels(const std::optional<release>& last,
                                                                      const deletion_hooks& now);
/// The changes of labels that bring the latest revision up to date; an empty text removes a label.
[[nodiscard]] std::map<std::string, std::string> deletion_hook_labels_due(const release& last,
                                                                          const deletion_hooks& now);

/// The labels of a revision that name hooks of the deletion.
[[nodiscard]] std::map<std::string, std::string> deletion_hook_labels_of(const release& x);
/// The hooks that such labels name, for people: `backup.sh (beforeDeleteHelm)`; empty for no label.
[[nodiscard]] std::string words_of_deletion_hooks(const std::map<std::string, std::string>& labels);

/// The state of a release whose module is deleted: in `uninstalled` only hooks of afterDeleteHelm are left to
/// run.
enum class deletion_stage { installed, uninstalled };

/// The labels among `labels` of hooks that are missing now, and that no renamed hook replaces.
[[nodiscard]] std::map<std::string, std::string>
missing_deletion_hooks(const std::map<std::string, std::string>& labels, const deletion_hooks& now,
                       deletion_stage stage);

} // namespace core::releases
