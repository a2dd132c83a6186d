#pragma once

#include "simulation/agenda.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/fake_helm.hpp"
#include "support/fake_processes.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/event.hpp"
#include "worlds/dice.hpp"
#include "worlds/model.hpp"
#include "worlds/observer.hpp"
#include "worlds/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace worlds {

/// A rule that a world has broken.
struct breach {
  std::string rule; ///< `end-state`, `snapshot`, …: the same for the same kind of breach
  std::string text;
};

/// The findings of a world, for sums over many worlds.
struct coverage {
  std::map<std::string, std::uint64_t, std::less<>> messages; ///< by type
  std::map<int, std::uint64_t> steps;                         ///< lifecycle steps of the messages
  std::map<std::string, std::uint64_t, std::less<>> troubles; ///< how often a trouble has hit, by its name
  std::map<std::string, std::uint64_t, std::less<>> bites;    ///< how often a trouble has met work or a change
  std::map<std::string, std::uint64_t, std::less<>> rules;    ///< how often the premise of a rule has held, by its name
};

/// Stands in every Secret, and nowhere else in the world.
inline constexpr auto secret_marker = "aHVudGVyMi1tYXJrZXI=";

/// The ends of programs, by script or release. They are counted at the programs, independently of the
/// operator.
struct program_ends {
  std::size_t well = 0;  ///< with 0
  std::size_t badly = 0; ///< otherwise
};

class operator_life;

/// The counts of one life of an operator.
struct life_tally {
  std::int64_t began_us = 0;
  std::map<std::string, program_ends> hook_ends; ///< runs of hooks, by script
  std::map<std::string, std::size_t> upgrades;   ///< by release, that Helm was asked for
  std::map<std::string, std::size_t> bad_helms;  ///< release -> upgrades that have failed
  std::size_t helms = 0;                         ///< tasks of Helm
  std::size_t reloads = 0;                       ///< runs of an afterAll hook
  std::size_t file_faults = 0;                   ///< that it has met
  std::vector<std::string> runs;                 ///< of hooks that wait for no tick: script and reasons
};

/// The events of a world that rules have to excuse.
struct excuses {
  bool lost_lines = false;                      ///< of watches
  bool lost_writes = false;                     ///< the API server has forgotten some
  std::map<std::string, std::uint32_t> by_hand; ///< release -> the revision on which a user's helm is at work
  std::set<std::string> uninstalled_by_hand;    ///< releases that a user has uninstalled
};

/// The state that all parts of a world share: its time, its cluster, its operator, and the notes about them.
struct stage {
  explicit stage(plan what);
  ~stage();
  stage(const stage&) = delete;
  stage& operator=(const stage&) = delete;

  plan planned;
  sys::files::temp_dir root;
  std::int64_t now_us = 0;
  simulation::agenda agenda;
  dice chance;
  simulation::fake_api_server api;
  test::fake_processes processes;
  test::fake_helm helm;
  bool is_calm = false;                ///< the time of troubles is over
  std::unique_ptr<operator_life> life; ///< null: no operator is there
  std::uint64_t lives = 0;
  std::size_t programs = 0; ///< that were started and are no ticks
  bool has_hung = false;    ///< a helm, which ends by its time limit
  past_of_objects past;
  excuses excused;
  life_tally tally;
  std::vector<std::unique_ptr<observer>> observers;
  std::vector<breach> breaches;     ///< the first counts; later ones may be its consequences
  std::vector<std::string> journal; ///< the events, in order, a line each
  coverage seen;
  /// Of every handled message, in order, with its time: equal for two plays of a plan.
  std::uint64_t trace_digest = 0;

  void note(std::string line);
  void note(const trace::event& event);
  void breach_of(std::string rule, std::string text);
  /// A trouble has hit something.
  void count_hit(trouble_kind x) { ++seen.troubles[std::string(name_of(x))]; }
  [[nodiscard]] const module_plan* module_named(const std::string& name) const;
  [[nodiscard]] bool is_running(sys::process::process_id id) const;

  /// Lets all observers hear of an event.
  template <class... Parameters, class... Arguments>
  void tell(void (observer::*event)(Parameters...), const Arguments&... x) {
    for (const auto& one : observers) ((*one).*event)(x...);
  }
};

} // namespace worlds
