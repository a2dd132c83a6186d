#pragma once

#include "core/main_queue/needs_by_module.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::main_queue {

/// Decides which modules wait for a module that they need: the needed module has failed, does not run, or
/// waits itself. Without `--on-module-failure go-on` a failed module holds up all modules behind it anyway.
class needed_runs {
public:
  explicit needed_runs(needs_by_module needs) : needs_(std::move(needs)) {}

  /// The last run of the module has failed.
  void note_failed(const std::string& module) { failed_.insert(module); }
  /// The module has run.
  /// @returns the modules that have waited for it, in byte order
  [[nodiscard]] std::vector<std::string> note_ran(const std::string& module);

  /// The reason why a run of the module cannot begin now; empty: it can. The module waits until a needed
  /// module has run, or until a later call finds no reason.
  /// @param runs whether a module is enabled and not held back
  [[nodiscard]] std::string why_waits(const std::string& module, const std::function<bool(const std::string&)>& runs);

  /// The modules that wait, and why.
  [[nodiscard]] const std::map<std::string, std::string>& waiting() const noexcept { return waiting_; }
  /// The module is not to run any more.
  void forget(const std::string& module) { waiting_.erase(module); }

private:
  needs_by_module needs_;
  std::set<std::string> failed_;
  std::map<std::string, std::string> waiting_;
};

} // namespace core::main_queue
