#pragma once

#include "base/time_zone.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/status/platform_status.hpp"
#include "core/status/status_facts.hpp"
#include "core/status/webhook_status.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::status {

/// A hook, for people.
struct hook_status {
  std::string module; ///< empty: a global hook
  std::string name;
  std::string occasions;                  ///< by `bindings::occasions_of`; empty: it never runs
  std::vector<std::string> queues;        ///< of its bindings for events and times; in byte order
  std::optional<hook_run_end> last_run{}; ///< in this process, except for reviews
  std::optional<hook_run_end> last_review{};
  std::vector<std::string> never_due{};  ///< its crontabs that no date matches
  std::optional<std::int64_t> next_us{}; ///< the next time of its schedules, by the wall clock
  std::string path{};                    ///< of its file
  bool may_fail = false;                 ///< a binding of it has `allowFailure`
  webhook_standings webhooks{};          ///< and its conversions
};

/// The hooks of each owner in order: the owner's name, empty for the global hooks, and its hooks.
using hooks_by_owner = std::vector<std::pair<std::string, std::shared_ptr<const bindings::hook_registry>>>;

/// Lists all hooks, by owner, then by name.
/// @param zones finds the time zones of crontabs
[[nodiscard]] std::vector<hook_status> list_hooks(const hooks_by_owner& owners, const hook_run_ends& runs,
                                                  std::int64_t now_us, const base::time_zone_source& zones);

/// Adds the webhooks and conversions of each hook, and its last run for them.
void add_webhooks(std::vector<hook_status>& hooks, const webhook_standings& all, const hook_run_ends& reviews);

/// `global hook 'a.sh'`, `hook 'hooks/a.sh' of module 'web'`
[[nodiscard]] std::string name_of(const hook_status& x);

/// A problem for each hook with a crontab that never fires, for global hooks and for hooks of modules that
/// are on: such a hook looks as if it would run some day.
[[nodiscard]] std::vector<status_problem> never_due_problems(const std::vector<hook_status>& hooks,
                                                             const std::vector<module_facts>& modules);

/// A remark for each hook whose last run has failed although no work waits for it: the failure is allowed
/// (`allowFailure`), so nothing else names it.
[[nodiscard]] std::vector<std::string> allowed_failures(const std::vector<hook_status>& hooks, const status_facts& all);

/// `{"hooks": [...]}`
[[nodiscard]] text::json json_of(const std::vector<hook_status>& hooks);

/// A paragraph for each hook, of lines of at most that width where words allow it.
[[nodiscard]] std::string text_of(const std::vector<hook_status>& hooks, std::int64_t now_us, std::size_t columns);

} // namespace core::status
