#pragma once

#include "simulation/agenda.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/fake_helm.hpp"
#include "support/fake_processes.hpp"
#include "support/scripted_hooks.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/event.hpp"
#include "worlds/dice.hpp"
#include "worlds/file_faults.hpp"
#include "worlds/model.hpp"
#include "worlds/observer.hpp"
#include "worlds/plan.hpp"
#include "worlds/rough_transport.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace worlds {

/// A rule that a world has broken.
struct breach {
  std::string rule; ///< `end-state`, `snapshot`, …: the same for the same kind of breach
  std::string text;
};

/// Counts of events in a world, for sums over many worlds.
struct coverage {
  std::map<std::string, std::uint64_t, std::less<>> messages; ///< by type
  std::map<int, std::uint64_t> steps;                         ///< lifecycle steps of the messages
  std::map<std::string, std::uint64_t, std::less<>> troubles; ///< how often each has hit something
  /// How often a trouble that needs changes has met a change.
  std::map<std::string, std::uint64_t, std::less<>> bites;
  std::map<std::string, std::uint64_t, std::less<>> rules; ///< how often the premise of each has held
};

/// Several times the longest wait in the operator.
inline constexpr std::int64_t settle_us = 600'000'000;

/// A text in every Secret, and nowhere else in the world.
inline constexpr auto secret_marker = "aHVudGVyMi1tYXJrZXI=";

/// The ends of programs, by script or release, counted independently of the operator.
struct program_ends {
  std::size_t well = 0;  ///< with exit code 0
  std::size_t badly = 0; ///< otherwise
};

class operator_life;

/// The counts of one life of an operator.
struct life_tally {
  std::int64_t began_us = 0;
  std::map<std::string, program_ends> hook_ends; ///< runs of hooks, by script
  std::map<std::string, std::size_t> upgrades;   ///< by release: upgrades that Helm was asked for
  std::map<std::string, std::size_t> bad_helms;  ///< release -> upgrades that have failed
  std::size_t helms = 0;                         ///< tasks of Helm
  std::size_t reloads = 0;                       ///< runs of an afterAll hook
  std::size_t file_faults = 0;                   ///< that it has met
  std::vector<std::string> runs;                 ///< runs of hooks without schedules: script and reasons
};

/// Events of a world that a rule has to excuse.
struct excuses {
  bool lost_lines = false;                      ///< of watches
  bool lost_writes = false;                     ///< the API server has forgotten writes
  std::map<std::string, std::uint32_t> by_hand; ///< release -> the revision on which a user's Helm works
  std::set<std::string> uninstalled_by_hand;    ///< releases that a user has uninstalled
};

/// A cluster with its API server, its Helm, the programs of modules, and operators that live and die in it.
/// Everything follows from the plan; `play` once. The rules observe it.
class world {
public:
  explicit world(plan what);
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Plays the busy time, then the time without troubles, and checks the end.
  void play();

  /// The first breach counts; later breaches may be its consequences.
  [[nodiscard]] const std::vector<breach>& breaches() const { return breaches_; }
  /// The events, in order, a line each.
  [[nodiscard]] const std::vector<std::string>& journal() const { return journal_; }
  [[nodiscard]] const coverage& seen() const { return seen_; }
  /// A digest of all handled messages, in order, with their times: equal for two plays of a plan.
  [[nodiscard]] std::uint64_t trace_digest() const { return trace_digest_; }

  // -- its parts, for observers
  [[nodiscard]] const plan& planned() const { return plan_; }
  [[nodiscard]] simulation::agenda& agenda() { return agenda_; }
  [[nodiscard]] simulation::fake_api_server& api() { return api_; }
  [[nodiscard]] test::fake_helm& helm() { return helm_; }
  [[nodiscard]] test::fake_processes& processes() { return processes_; }
  [[nodiscard]] dice& chance() { return chance_; }
  /// Null: no operator runs.
  [[nodiscard]] operator_life* life() { return life_.get(); }
  [[nodiscard]] const life_tally& tally() const { return tally_; }
  [[nodiscard]] const excuses& excused() const { return excuses_; }
  [[nodiscard]] const past_of_objects& past() const { return past_; }
  [[nodiscard]] std::int64_t now_us() const { return now_us_; }
  [[nodiscard]] bool is_calm() const { return is_calm_; }
  [[nodiscard]] bool is_config_away() const { return away_config_.has_value(); }
  /// Discovery lacks a group that is served.
  [[nodiscard]] bool is_group_away() const;
  [[nodiscard]] std::uint64_t lives() const { return lives_; }
  /// The number of started programs, without programs of ticks.
  [[nodiscard]] std::size_t programs() const { return programs_; }
  [[nodiscard]] bool is_running(sys::process::process_id id) const;
  [[nodiscard]] const module_plan* module_named(const std::string& name) const;
  /// Whether the last `--config` of the hook for items has named a queue of its own.
  [[nodiscard]] bool are_items_in_queue(const std::string& module) const;

  // -- their findings
  void note(std::string line);
  void breach_of(std::string rule, std::string text);
  void count_premise(const std::string& rule) { ++seen_.rules[rule]; }
  void count_bite(trouble_kind x) { ++seen_.bites[std::string(name_of(x))]; }

  // -- acts, for rules that disturb a world at rest
  void advance_to(std::int64_t time_us);
  void begin_life();
  void kill();
  void stop_in_order();
  /// After a stop.
  void end_life();
  /// Drops the notes about the operator's life.
  void forget_life();
  void happen(const happening& x);
  void edit_config(const std::string& key, const std::function<text::json(text::json)>& edit);
  void begin_outage();
  void end_outage();
  /// Asks the rules.
  void look_at_end();
  void look_at_stop();

private:
  friend class operator_life;

  template <class... Parameters, class... Arguments>
  void tell(void (observer::*event)(Parameters...), const Arguments&... x) {
    for (const auto& one : observers_) ((*one).*event)(x...);
  }

  // world.cpp: time
  /// SIGTERM.
  void terminate();
  void plan_happenings();
  void plan_troubles();
  void note(const trace::event& event);

  // outside.cpp: events in the cluster, and troubles
  void begin_trouble(const trouble& x);
  /// True if the hook has printed a configuration that cannot be used.
  [[nodiscard]] bool refuses_config(test::fake_process& process, const std::string& script);
  void leave_child(const test::fake_process& process, std::int64_t hook_ends_us);
  void end_trouble(const trouble& x);
  void begin_burst(const happening& x);
  void begin_storm(const happening& x);
  void change_meanwhile(const test::hook_run& run, std::int64_t delay_us);
  void put_secret(const std::string& name, bool is_bad);
  void put_thing(const happening& x);
  void disable_meanwhile(const std::string& module);
  void note_past();
  [[nodiscard]] const trouble* trouble_at(const std::set<trouble_kind>& kinds, std::string_view subject);
  void put_namespace(const std::string& name, bool joins);

  // request_faults.cpp: answers, watches and files
  [[nodiscard]] std::optional<trouble_kind> trouble_of_request(const kube::api::http_request& request);
  [[nodiscard]] std::optional<trouble_kind> trouble_of_line(const kube::api::http_request& request,
                                                            std::string_view line);
  [[nodiscard]] kube::api::http_response answer_from_the_past(const kube::api::http_request& request);
  [[nodiscard]] int file_fault(file_request what, std::string_view path);
  void restore_server();
  void note_revision();

  // helm_worker.cpp
  test::fake_end run_worker(test::fake_process& process);
  void take_question(sys::process::process_id worker, const std::string& line);
  void answer_question(sys::process::process_id worker, const std::string& number, const std::string& what,
                       std::int64_t delay_us);
  void cancel_question(sys::process::process_id worker, const std::string& number);

  // by_hand.cpp: the user's helm and kubectl
  /// @returns false if there was no target for it.
  bool begin_hand(const trouble& x);
  void end_hand(const trouble& x);
  bool reconfigure_items(const std::string& module);
  void delete_again(const std::string& module, std::int64_t until_us);

  // programs.cpp: the tree, its hooks, and Helm
  // tree.cpp
  void write_tree();
  void serve_widgets();
  /// From now on only this version is served: the last step of a migration, or its way back.
  void serve_version(const std::string& version);
  [[nodiscard]] static std::string items_config(const std::string& name, bool in_queue);
  void write_module(const module_plan& x);
  void add_script(const std::string& script, const std::string& config, test::hook_script play);
  void play_items(const module_plan& x, test::hook_run& run);
  void play_counts(const module_plan& x, test::hook_run& run);
  void play_orders(const module_plan& x, test::hook_run& run);
  void play_nodes(test::hook_run& run);

  // programs.cpp: the scripts of the tree, and Helm
  test::fake_end run_script(test::fake_process& process);
  test::fake_end run_helm(test::fake_process& process);
  void begin_helm_work(const std::string& verb, const std::string& release, sys::process::process_id id);
  test::fake_end begin_helm(test::fake_process& process, const std::string& verb, const std::string& release);
  test::fake_end finish_later(sys::process::process_id id, test::fake_end end, std::int64_t delay_us);

  // group_away.cpp
  void serve_steady();
  /// The operator crashes while the group is away, if the plan says so.
  void end_life_beside(const trouble& x);

  // config_away.cpp
  /// @returns false if there is no ConfigMap to take away
  bool take_config_away();
  void bring_config_back();

  /// A program that has ended.
  void count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how);

  plan plan_;
  sys::files::temp_dir root_;
  std::int64_t now_us_ = 0;
  simulation::agenda agenda_;
  dice chance_;
  simulation::fake_api_server api_;
  test::fake_processes processes_;
  test::fake_helm helm_;
  test::scripted_hooks hooks_;
  std::vector<trouble> current_; ///< troubles that are there now
  bool is_calm_ = false;         ///< the time of troubles is over
  bool is_stopping_ = false;     ///< the operator has got SIGTERM
  bool terminates_ = false;      ///< the next interrupt of the operator is a SIGTERM
  std::unique_ptr<operator_life> life_;
  std::uint64_t lives_ = 0;
  std::size_t programs_ = 0;
  bool has_hung_ = false; ///< a helm, which ends by its time limit
  /// The values that running Helms have read at their beginning.
  std::map<std::string, std::string> values_files_;
  /// Unanswered questions to `helm worker`: process and number of the question -> release
  std::map<std::pair<sys::process::process_id, std::string>, std::string> questions_;
  std::map<std::string, std::string> paths_;   ///< of scripts
  std::map<std::string, bool> items_in_queue_; ///< module -> whether its items hook prints a queue of its own
  /// Module -> likewise, in the answer of its last `--config`.
  std::map<std::string, bool> is_items_in_queue_;
  past_of_objects past_;
  bool serves_widgets_ = false;
  std::string widget_version_;                      ///< version in which they are served
  std::map<std::int64_t, std::uint64_t> revisions_; ///< of the API server in the last seconds, by time
  std::optional<text::json> away_config_;           ///< the ConfigMap as its author has it, while it is deleted
  excuses excuses_;
  life_tally tally_;
  std::vector<std::unique_ptr<observer>> observers_;
  std::vector<breach> breaches_;
  std::vector<std::string> journal_;
  coverage seen_;
  std::uint64_t trace_digest_ = 0;
};

} // namespace worlds
