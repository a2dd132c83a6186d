#pragma once

// Questions for `addon-operator status`. The DEBUG SERVER asks them; no decision depends on the answers.

#include "actors/messages/interfaces.hpp"
#include "core/releases/drift_report.hpp"
#include "core/status/cluster_sights.hpp"
#include "core/status/status_facts.hpp"
#include "core/status/workloads.hpp"
#include "core/tasks/lasting_run.hpp"
#include "core/webhooks/webhook_standing.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors::messages {

/// Asks the SUPERVISOR for its part of the state, and for the actors that know the rest.
struct describe_status {
  base::origin origin;
};
struct status_described {
  base::origin origin;
  core::status::status_facts facts;                ///< without queues and releases
  std::vector<core::tasks::lasting_run> lasting{}; ///< runs of programs that last
  std::map<std::string, queue_actor> queues;
  /// Until the operator begins to start, `helm`, `runner`, `releases` and `values` are null, and `owners` is
  /// empty.
  helm_actor helm;
  hook_runner_actor runner;
  release_watcher_actor releases;
  values_store_actor values;
  hook_runner_actor reviewer;    ///< runs hooks for reviews; null as `runner` is
  webhook_server_actor webhooks; ///< null as `runner` is
  kube_client_actor kube;        ///< null as `runner` is
  std::vector<std::pair<std::string, hook_owner_actor>>
    owners; ///< the global hooks (empty name), then modules in order
};

/// Asks HELM for the releases that it knows now. Answered at once, also before the first list of releases.
struct describe_releases {
  base::origin origin;
};
struct releases_described {
  base::origin origin;
  std::map<std::string, core::status::release_facts> releases;
};

/// Asks the HOOK RUNNER for the end of the last run of each hook.
struct describe_hook_runs {
  base::origin origin;
};
struct hook_runs_described {
  base::origin origin;
  core::status::hook_run_ends ends;
  std::vector<core::status::advised_problem> loops{}; ///< hooks that wake each other
};

/// Asks the KUBE CLIENT for the time that the API server takes to answer.
struct describe_answers {
  base::origin origin;
};
struct answers_described {
  base::origin origin;
  core::status::answer_facts answers;
};

/// Asks the WEBHOOK SERVER for the webhooks and conversions of all hooks, and whether the API server asks
/// them.
struct describe_webhooks {
  base::origin origin;
};
struct webhooks_described {
  base::origin origin;
  std::vector<core::webhooks::webhook_standing> webhooks;
};

/// Asks the WEBHOOK REGISTRAR for the webhooks and conversions that the API server has.
struct describe_registration {
  base::origin origin;
};
struct registration_described {
  base::origin origin;
  core::webhooks::registered_webhooks registered;
};

/// Asks the RELEASE WATCHER for workloads of releases that are not available, and for objects that explain
/// failures. They are read for each question.
struct describe_workloads {
  base::origin origin;
  std::vector<core::status::sight> sights{};
  bool with_drift = false; ///< with the drifted objects as the charts have them
};
struct workloads_described {
  base::origin origin;
  std::vector<core::status::workload_fault> faults;
  core::status::cluster_sights seen{};
  std::map<std::string, std::vector<core::releases::compared_object>> drift{}; ///< by module
};
/// INTERNAL: a person has waited long enough for the workloads, or for other objects.
struct workloads_overdue {
  base::origin origin;
  std::uint64_t reading = 0; ///< ignored unless it is the present reading
};

constexpr void only_for_people(const describe_workloads&) {}
constexpr void only_for_people(const describe_hook_runs&) {}
constexpr void only_for_people(const describe_status&) {}
constexpr void only_for_people(const describe_webhooks&) {}
constexpr void only_for_people(const describe_registration&) {}
constexpr void only_for_people(const describe_releases&) {}
constexpr void only_for_people(const describe_answers&) {}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::describe_status)
ACTORS_MESSAGE(actors::messages::status_described)
ACTORS_MESSAGE(actors::messages::describe_webhooks)
ACTORS_MESSAGE(actors::messages::webhooks_described)
ACTORS_MESSAGE(actors::messages::describe_registration)
ACTORS_MESSAGE(actors::messages::registration_described)
ACTORS_MESSAGE(actors::messages::describe_workloads)
ACTORS_MESSAGE(actors::messages::workloads_described)
ACTORS_MESSAGE(actors::messages::workloads_overdue)
ACTORS_MESSAGE(actors::messages::describe_hook_runs)
ACTORS_MESSAGE(actors::messages::hook_runs_described)
ACTORS_MESSAGE(actors::messages::describe_answers)
ACTORS_MESSAGE(actors::messages::answers_described)
ACTORS_MESSAGE(actors::messages::describe_releases)
ACTORS_MESSAGE(actors::messages::releases_described)
