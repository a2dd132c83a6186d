#pragma once

#include "actors/hooks/loading.hpp"

#include <optional>
#include <vector>

namespace actors::hooks {

/// The answers of an owner's hooks to `--config`, if the hooks were asked before they are needed: a standby
/// asks, so that a take-over does not wait for the answers. Answers count only for the same files, and only
/// if no hook has failed or left a doubt. Bound: the configurations of the owner's hooks, until they are
/// loaded.
class early_answers {
public:
  /// Keeps the answers of these files, or none.
  void keep(const hook_source& asked, const hooks_loaded& answers);
  /// The answers of exactly these files; null: the files have to be asked.
  [[nodiscard]] const hooks_loaded* find(const hook_source& wanted) const;
  /// The same, for the last time: a later load asks the files again.
  [[nodiscard]] std::optional<hooks_loaded> take(const hook_source& wanted);

private:
  std::vector<core::hooks::hook_file> files_;
  core::hooks::python_venv venv_ = core::hooks::python_venv::none; ///< the Python that has run the files
  std::optional<hooks_loaded> answers_;
};

} // namespace actors::hooks
