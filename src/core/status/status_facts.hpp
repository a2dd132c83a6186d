#pragma once

#include "core/modules/discovered_modules.hpp"
#include "core/modules/problem_ledger.hpp"
#include "core/modules/recent_removals.hpp"
#include "core/status/cluster_sights.hpp"
#include "core/status/hook_reads.hpp"
#include "core/status/status_places.hpp"
#include "core/status/value_places.hpp"
#include "core/status/webhook_status.hpp"
#include "core/status/workloads.hpp"
#include "core/tasks/queue_dump.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// The end of a module's last run.
struct run_end {
  std::int64_t ended_us = 0; ///< wall clock
  std::chrono::microseconds lasted{0};
  std::string failure{}; ///< why it has failed; empty: it has succeeded
};

/// A module, as the work of queue `main` knows it.
struct module_facts {
  std::string name;
  bool is_decided = true; ///< false: no discovery has ended, so it is not known whether it is enabled
  bool is_enabled = false;
  bool is_held_back = false;          ///< it cannot run until a fault is repaired
  std::string off_reason{};           ///< why it is not enabled; empty: not known
  std::string off_doubt{};            ///< why its enabled script may not have meant its "no"; may be empty
  std::string doubt{};                ///< why it stays as it is although a source switches it off
  std::optional<std::string> pause{}; ///< the remark of its pause; nullopt: it is not paused
  std::optional<run_end> last_run{};  ///< in this process
  std::size_t drifted_objects = 0;    ///< of its release, see `releases::drifted_object`
};

/// The latest revision of a release.
struct release_facts {
  std::uint32_t revision = 0;
  std::string status;                  ///< as Helm spells it
  std::string failure{};               ///< why Helm's last work has failed, in its words; may be empty
  std::string fault{};                 ///< the part of `failure` that messages for all readers have; may be empty
  std::vector<std::string> warnings{}; ///< of Helm and of the API server about the last upgrade
  std::string first_failure{};         ///< of Helm's last failures in a row, in its words; may be empty
};

/// The end of a hook's last run.
struct hook_run_end {
  std::int64_t ended_us = 0; ///< wall clock
  std::chrono::microseconds lasted{0};
  bool has_failed = false;
  std::string words{};    ///< why it has failed, in the words of the hook; may be empty
  std::string woken_by{}; ///< objects of the events that have caused it, `ConfigMap web/facts`; may be empty
  std::optional<std::int64_t> succeeded_us{}; ///< wall clock: the last end without a failure; empty: not yet
};

/// A problem with the next step of a person.
struct advised_problem {
  std::string cause;
  std::string next_step;
};

/// The name of a module's enabled script among its hooks. Hooks lie in `hooks/`, so no hook has this name.
inline constexpr const char* script_name = "enabled";
using hook_run_ends = std::map<hook_place, hook_run_end>;

/// The login of the operator at the API server, for the problem that the API server refuses it.
struct login_facts {
  std::string words{};     ///< `the client certificate /a/b.crt, expired since TIME`; empty: not known
  std::string next_step{}; ///< empty: not known
};

/// The directory for temporary files, for the problem that it is full.
struct tmp_facts {
  std::string directory{};          ///< `--tmp-dir`; empty: not known
  std::string room{};               ///< `0.0 MiB free of 24.0 MiB; 5 entries …`; empty: not known
  std::string writer{};             ///< the hook that may have written the entries, in words; empty: not known
  std::vector<std::string> names{}; ///< of the largest entries
};

/// The answers of the API server to requests of the operator.
struct answer_facts {
  std::chrono::microseconds median{0}; ///< the time that they have taken
  std::size_t answers = 0;             ///< that the median is made from; 0: not known
};

/// The surroundings of the operator's process, which are looked at when a person asks.
struct surroundings {
  login_facts login{};
  tmp_facts tmp{};
};

/// The part of this replica in the election of a leader.
struct lead_facts {
  std::string text{};       ///< who leads and since when; empty: there is no election
  bool is_standby = false;  ///< it is ready to work, and waits for the lead
  std::string leader_pod{}; ///< empty: not known
  std::string trouble{};    ///< why its last request for the Lease has failed; empty: it has not
};

/// The facts that the state of a platform is made from.
struct status_facts {
  std::int64_t now_us = 0; ///< wall clock
  std::string version{};   ///< of the program
  std::string platform{};
  std::string namespace_name{};
  std::int64_t started_us = 0;            ///< wall clock
  std::optional<std::int64_t> ready_us{}; ///< wall clock: the first reload was done; empty: it is not
  modules::hooks_known global_hooks = modules::hooks_known::all;
  std::string activity{}; ///< the long work of queue `main` now; may be empty
  lead_facts lead{};
  std::vector<module_facts> modules{}; ///< all modules of the operator, in the order of execution
  std::vector<modules::known_problem> problems{};
  std::vector<tasks::queue_dump> queues{};
  std::map<std::string, release_facts> releases{};
  hook_run_ends hook_runs{};               ///< of tasks
  hook_run_ends reviews{};                 ///< of hooks for reviews and conversions
  std::vector<workload_fault> workloads{}; ///< of releases, that are not available
  std::vector<advised_problem> loops{};    ///< hooks and edits that come again and again
  value_places values{};                   ///< that failures name
  std::vector<std::string> remarks{};      ///< about files that look like a mistake; no work waits for them
  surroundings around{};
  answer_facts answers{};
  std::chrono::microseconds slow_after = std::chrono::minutes(5); ///< `--slow-after`
  std::vector<modules::removed_release> removals{};               ///< in the last hour, the last first
  /// Places of values that the scripts of removed releases name, by the release.
  std::map<std::string, std::vector<std::string>> values_of_scripts{};
  hook_reads_by_place reads{};                    ///< of failing hooks
  cluster_sights seen{};                          ///< objects that explain failures
  webhook_standings webhooks{};                   ///< and conversions, of all hooks
  std::map<std::string, std::string> take_back{}; ///< module -> the commands that end its drift
};

} // namespace core::status
