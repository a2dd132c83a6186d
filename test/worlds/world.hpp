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

/// The findings of a world, for sums over many worlds.
struct coverage {
  std::map<std::string, std::uint64_t, std::less<>> messages; ///< by type
  std::map<int, std::uint64_t> steps;                         ///< lifecycle steps of the messages
  std::map<std::string, std::uint64_t, std::less<>> troubles; ///< how often each one hit something
  std::map<std::string, std::uint64_t, std::less<>> bites;    ///< how often those that need changes have met some
  std::map<std::string, std::uint64_t, std::less<>> rules;    ///< how often the premise of each has held
};

/// Long enough for the longest wait in the operator, several times over.
inline constexpr std::int64_t settle_us = 600'000'000;

/// All rules, by their names in breaches and in `coverage::rules`.
[[nodiscard]] const std::vector<std::string>& all_rules();

/// Stands in every Secret, and nowhere else in the world.
inline constexpr auto secret_marker = "aHVudGVyMi1tYXJrZXI=";

/// How programs have ended, by script or release: counted where they end, without a word of the operator.
struct program_ends {
  std::size_t well = 0;  ///< with 0
  std::size_t badly = 0; ///< otherwise
};

class metrics_page;
class operator_life;

/// A cluster with its API server, its Helm, the programs of modules, and operators that live and die in it. Everything
/// follows from the plan; `play` once.
class world {
public:
  explicit world(plan what);
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Lets the busy time pass, then time without troubles, and looks at the end.
  void play();

  /// The first breach counts; later breaches may be its consequences.
  [[nodiscard]] const std::vector<breach>& breaches() const { return breaches_; }
  /// The events, in order, a line each.
  [[nodiscard]] const std::vector<std::string>& journal() const { return journal_; }
  [[nodiscard]] const coverage& seen() const { return seen_; }
  /// Of every handled message, in order, with its time: equal for two plays of a plan.
  [[nodiscard]] std::uint64_t trace_digest() const { return trace_digest_; }

private:
  friend class operator_life;

  // world.cpp: time
  void advance_to(std::int64_t time_us);
  void begin_life();
  void kill();
  /// SIGTERM.
  void terminate();
  void stop_in_order();
  void plan_happenings();
  void plan_troubles();
  void note(std::string line);
  void note(const trace::event& event);
  void note_run(const trace::event& event);
  void end_enabling(const std::string& module);
  void breach_of(std::string rule, std::string text);
  [[nodiscard]] std::int64_t now_us() const { return now_us_; }

  // outside.cpp: events in the cluster, and troubles
  void happen(const happening& x);
  void edit_config(const std::string& key, const std::function<text::json(text::json)>& edit);
  void begin_trouble(const trouble& x);
  /// True if the hook has printed a configuration that cannot be used.
  [[nodiscard]] bool refuses_config(test::fake_process& process, const std::string& script);
  void leave_child(const test::fake_process& process, std::int64_t hook_ends_us);
  [[nodiscard]] int file_fault(file_request what, std::string_view path);
  void end_trouble(const trouble& x);
  void begin_burst(const happening& x);
  void begin_storm(const happening& x);
  void change_meanwhile(const test::hook_run& run, std::int64_t delay_us);
  void put_secret(const std::string& name, bool is_bad);
  void put_thing(const happening& x);
  void disable_meanwhile(const std::string& module);
  void note_past();
  [[nodiscard]] const trouble* trouble_at(const std::set<trouble_kind>& kinds, std::string_view subject);
  [[nodiscard]] std::optional<trouble_kind> trouble_of_request(const kube::api::http_request& request);
  [[nodiscard]] std::optional<trouble_kind> trouble_of_line(const kube::api::http_request& request,
                                                            std::string_view line);
  [[nodiscard]] kube::api::http_response answer_from_the_past(const kube::api::http_request& request);
  void put_namespace(const std::string& name, bool joins);
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
  /// In this version and no other: the last step of a migration, or its way back.
  void serve_version(const std::string& version);
  [[nodiscard]] static std::string items_config(const std::string& name, bool in_queue);
  void write_module(const module_plan& x);
  void add_script(const std::string& script, const std::string& config, test::hook_script play);
  void play_items(const module_plan& x, test::hook_run& run);
  void play_counts(const module_plan& x, test::hook_run& run);
  void play_orders(const module_plan& x, test::hook_run& run);
  void play_nodes(test::hook_run& run);

  // programs.cpp: the scripts of the tree, and Helm
  [[nodiscard]] std::string queue_of(const test::hook_run& run) const;
  [[nodiscard]] std::string member_of(const test::hook_run& run) const;
  test::fake_end run_script(test::fake_process& process);
  [[nodiscard]] bool is_running(sys::process::process_id id) const;
  test::fake_end run_helm(test::fake_process& process);
  void begin_helm_work(const std::string& verb, const std::string& release, sys::process::process_id id);
  test::fake_end begin_helm(test::fake_process& process, const std::string& verb, const std::string& release);
  test::fake_end finish_later(sys::process::process_id id, test::fake_end end, std::int64_t delay_us);

  // rules.cpp: rules of every world
  void check_snapshot(const std::string& script, const std::string& place, const text_map& seen);
  void check_event(const std::string& script, const text::json& context);
  /// Where a hook or helm runs.
  struct place {
    std::string queue;
    std::string member; ///< the module whose run it is part of; empty: it is none's, and has the queue to itself
    auto operator<=>(const place&) const = default;
  };
  void check_queue(const place& where, sys::process::process_id id, const std::string& what);
  [[nodiscard]] bool may_be_beside(const place& one, const place& other) const;
  void check_pace(const std::string& what);
  /// Of an upgrade that has begun, and of the revision before it.
  [[nodiscard]] bool has_all_objects(const std::string& release, const std::string& manifest) const;
  void check_revision(const std::string& release);
  void check_startup(const test::hook_run& run);
  void check_secrecy(const std::string& text);
  void check_cause(const trace::event& event);
  void check_log(const std::string& line);
  void check_wait(const trace::event& event);
  /// Of a task that waits after a failure; tasks of modules side by side wait on their own.
  [[nodiscard]] std::string wait_of(const std::string& queue, const std::string& task) const;
  void end_wait(const std::string& wait, const std::string& by);
  void check_turn(const trace::event& event);
  void check_echo(const std::string& line);
  void note_lost_hooks(const std::string& line);
  void note_put_off(const std::string& line);
  void check_held(const std::string& release);
  // doubt_rule.cpp
  void note_answer(const test::hook_run& run, bool has_words);
  void note_flags();
  void begin_doubts();
  void check_doubt(const std::string& module, const std::string& what);
  void ask_doubted_again();
  // -- wishes of users (wishes.cpp)
  /// @returns false if there is no ConfigMap to take away
  bool take_config_away();
  void bring_config_back();
  void note_wishes();
  void check_wish(const std::string& release);
  /// At the begin of an upgrade: it takes away no object whose value was in the ConfigMap in all of this life.
  void check_loss(const std::string& release);
  void check_own_write(const kube::api::http_request& request);
  void note_lost_write(std::size_t count = 1) { lost_writes_ += count; }
  void forget_life();

  // memory_rule.cpp
  void live_long();
  void change_items_often();
  /// Kills the operator. @returns how much memory it has held.
  std::size_t end_life_counted();
  // metrics_rule.cpp
  void count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how);
  void check_metrics(const std::set<std::string>& enabled);
  void check_counters(const metrics_page& page);
  void check_gauges(const metrics_page& page, const std::set<std::string>& enabled);
  void check_leftovers(const metrics_page& page, const std::set<std::string>& enabled);
  void check_reported(const metrics_page& page, const std::string& module);
  void expect_metric(bool holds, const std::string& what, std::size_t said, const std::string& counted);
  void check_timers();

  // restart_rule.cpp
  void restart_at_rest();
  bool edit_at_rest();
  [[nodiscard]] std::vector<std::string> state_at_rest();
  void check_runs_of_start(bool is_all_noted);

  // end_rule.cpp
  void check_end();
  void check_release(const module_plan& x, const wanted_end& wanted);
  void check_made(const module_plan& x, const wanted_end& wanted, const std::string& name);
  void note_unrecorded();
  // others_rule.cpp
  void note_strangers();
  void check_strangers();
  void check_release_is_own(const std::string& verb, const std::string& release);
  [[nodiscard]] const module_plan* module_named(const std::string& name) const;
  [[nodiscard]] bool may_write(const std::string& kind, const std::string& name) const;
  void check_target(const kube::api::http_request& request);
  void check_pending(const std::string& record);
  void count_occupied(const std::string& module);
  // bites.cpp
  void watch_for_bite(const trouble& x);
  void note_end_of_life(trouble_kind how);
  // reason_rule.cpp
  void disturb_at_rest();
  /// The acts of the operator, beside the programs that it has run.
  struct deeds {
    std::size_t reloads = 0;
    std::size_t writes = 0; ///< requests that change something
    std::size_t lists = 0;
  };
  void count_deeds(const kube::api::http_request& request);
  void count_deeds(const trace::event& event);
  void touch_objects();
  // order_rules.cpp
  void check_head(const trace::event& event);
  void check_numbers(const trace::event& event);
  void begin_in_round(const std::string& module);
  void delete_in_round(const std::string& module);
  [[nodiscard]] std::string order_of(const std::string& module) const;
  // hook_rules.cpp
  void check_hook_begins(const test::hook_run& run);
  void check_interval(const test::hook_run& run);
  void note_synchronization(const test::hook_run& run, sys::process::process_id id);
  void forget_synchronizations(const std::string& module);
  void check_awaited(const std::string& module, const std::string& what);
  void note_ordered();
  void check_ordered(const test::hook_run& run);
  // reservation_rule.cpp
  void check_reservation(const trace::event& event);
  void look_at_reservations();

  void check_quiet(std::size_t programs_before);
  void check_stopped();

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
  std::unique_ptr<operator_life> life_;
  std::map<std::string, std::string> values_files_; ///< what running helms have read when they began
  /// Asked of a helm worker and not answered: its process, the number of the question -> the release
  std::map<std::pair<sys::process::process_id, std::string>, std::string> questions_;
  std::map<std::string, std::set<sys::process::process_id>> helms_of_; ///< by release, those that write
  std::map<std::string, std::string> paths_;                           ///< of scripts
  std::map<place, sys::process::process_id> running_in_;               ///< the hook or helm that began last
  std::map<std::string, std::vector<std::int64_t>> failed_at_;         ///< by script or release
  std::map<std::string, bool> started_;                                ///< modules whose onStartup hook has succeeded
  past_of_objects past_;
  std::map<std::string, std::size_t> seen_past_; ///< by hook: the moment that its last snapshot showed
  bool serves_widgets_ = false;
  std::string widget_version_;                      ///< in which they are served
  bool terminates_ = false;                         ///< the next interrupt of the operator is a SIGTERM
  bool has_missed_ = false;                         ///< lines of watches were lost
  bool has_hung_ = false;                           ///< a helm, which ends by its time limit
  std::vector<std::string> runs_of_life_;           ///< of hooks that wait for no tick: script and reasons
  deeds deeds_;                                     ///< of all lives
  std::map<std::string, std::string> failed_heads_; ///< queue -> the task that has failed, and is tried again
  std::set<std::string> withdrawn_; ///< queues of which tasks were taken back since the last task has begun
  bool is_round_overtaken_ = false; ///< since its discovery has begun, another reload is wanted
  /// The round of a reload whose modules run: how far each of them is. Empty: there is no such round.
  struct round_of_runs {
    std::vector<std::string> begun; ///< modules, in order
    std::set<std::string> ended;
    std::vector<std::string> deleted;
  };
  std::optional<round_of_runs> round_;
  std::map<std::string, std::vector<std::int64_t>>
    begun_at_; ///< by script: when its runs have begun, those that are paced
  /// Script -> binding -> programs that were shown its objects for the first time in this enabling, and end well.
  std::map<std::string, std::map<std::string, std::set<sys::process::process_id>>> synchronizing_;
  std::set<std::string> put_off_; ///< scripts of kinds that cannot be known, for which this life does not wait
  std::map<std::string, std::set<std::string>> ordered_; ///< module -> items that the object of its hook has had
  std::uint64_t last_ordered_ = 0;                       ///< revision of the API server, when that was noted
  std::size_t hook_runs_ = 0;                            ///< under way in this life, by the trace
  std::set<std::uint64_t> checks_;                       ///< outputs of hooks that wait for their turn
  std::set<std::uint64_t> changes_;                      ///< of values, that are carried out or wait
  std::optional<std::int64_t> idle_turn_us_;             ///< since when nobody has the turn, and somebody waits
  bool was_clock_set_ = false;                           ///< the operator's wall clock
  std::map<std::string, std::string> strangers_;         ///< release -> its last record, before the first start
  bool has_forgotten_ = false;                           ///< the API server has lost writes
  std::map<std::int64_t, std::uint64_t> revisions_;      ///< of the API server in the last seconds, by time
  std::map<std::string, std::uint32_t> by_hand_; ///< release -> the revision on which somebody's helm is at work
  std::map<std::string, std::uint32_t> begun_revisions_; ///< release -> the revision that its last upgrade has begun
  std::set<std::string> uninstalled_by_hand_;            ///< releases that somebody has uninstalled
  /// Modules without a record of a release when this life began, of which no hook has run in it.
  std::set<std::string> unrecorded_;
  std::map<std::string, bool> items_in_queue_;    ///< module -> whether its items hook prints a queue of its own
  std::map<std::string, bool> is_items_in_queue_; ///< likewise, at the last time that it was asked
  std::uint64_t lives_ = 0;
  std::size_t programs_ = 0; ///< that were started and are no ticks
  std::vector<breach> breaches_;
  std::vector<std::string> journal_;
  std::set<std::string> module_runs_;           ///< modules whose run is under way, by the trace
  std::set<std::uint64_t> recorded_;            ///< ids of the trace events of this life
  std::map<std::string, std::int64_t> waits_;   ///< by `wait_of`: when it is over
  std::map<std::uint64_t, std::int64_t> turns_; ///< changes of values that wait for their turn -> since when
  std::map<std::string, std::size_t> edits_; ///< key of the ConfigMap -> edits in this life that are not the operator's
  std::map<std::string, std::size_t> reactions_; ///< key of the ConfigMap -> changes that the operator has reported
  /// Releases that were there when this life said that it lacks global hooks; empty: it lacks no hooks.
  std::optional<std::set<std::string>> held_;
  std::set<std::string> doubted_;      ///< modules whose `enabled` script has said no with words at the last time
  std::set<std::string> once_refused_; ///< modules that a flag or a script without words has switched off in this life
  std::optional<text::json> away_config_;    ///< the ConfigMap as its author has it, while it is deleted
  std::set<std::string> once_unwanted_;      ///< modules that were not wanted at some time of this life
  std::set<std::string> once_without_extra_; ///< modules that lacked the value of their extra object at some time of it
  std::size_t lost_writes_ = 0;              ///< of the operator in this life, that it cannot know to be its own
  std::int64_t life_began_us_ = 0;
  std::map<std::string, program_ends> hook_ends_; ///< runs of hooks in this life, by script
  std::map<std::string, std::size_t> upgrades_;   ///< by release, that Helm was asked for in this life
  std::map<std::string, std::size_t> bad_helms_;  ///< release -> upgrades in this life that have failed
  std::map<std::string, std::size_t> bad_runs_;   ///< module -> its runs in this life that are to be tried again
  std::size_t helms_ = 0;                         ///< tasks of Helm in this life
  std::size_t reloads_ = 0;                       ///< runs of an afterAll hook in this life
  std::size_t file_faults_ = 0;                   ///< that this life has met
  coverage seen_;
  std::uint64_t trace_digest_ = 0;
};

} // namespace worlds
