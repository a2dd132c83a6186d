#pragma once

#include "kube/api/transport.hpp"
#include "support/fake_processes.hpp"
#include "support/scripted_hooks.hpp"
#include "sys/http/listener.hpp"
#include "trace/event.hpp"
#include "worlds/model.hpp"
#include "worlds/plan.hpp"
#include "worlds/sent_review.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace worlds {

class world;

/// A helm that begins to work on a release, also a helm that stays.
struct helm_work {
  std::string verb; ///< `upgrade` or `uninstall`
  std::string release;
  sys::process::process_id id = 0;
};

/// A run of a hook or of an `enabled` script that has begun. Its output is known already.
struct begun_run {
  const test::hook_run& run;
  sys::process::process_id id = 0;
};

/// The module of a script, or `global`.
[[nodiscard]] inline std::string owner_of(const test::hook_run& run) {
  return run.script.substr(0, run.script.find('/'));
}
[[nodiscard]] inline bool is_enabled_script(const test::hook_run& run) {
  return run.script.ends_with("/enabled");
}

/// The state of a world in which the operator has no work left.
struct end_of_world {
  wanted_end wanted;
  std::set<std::string> enabled;     ///< modules, as the operator says
  std::vector<std::string> problems; ///< of /readyz
  bool is_first_converge_done = false;
  std::size_t reload_tasks = 0;
  std::string running;
  std::string metrics;      ///< the text of /metrics
  std::string hook_metrics; ///< metrics that hooks have reported
};

/// Base class of observers of a world: receives all events, and a derived class overrides the events that it
/// needs.
class observer {
public:
  explicit observer(world& around) : world_(around) {}
  virtual ~observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;

  // -- operators that live and die
  virtual void forgets_life() {} ///< before and after a life: notes about the life are dropped
  virtual void life_begins() {}
  virtual void life_ends(trouble_kind) {} ///< in the middle of its work

  // -- the acts of an operator
  virtual void handles(const trace::event&) {}
  virtual void logs(const std::string&) {}
  virtual void shows(const std::string&) {} ///< to people: lines of the log that warn, and problems
  virtual void requests(const kube::api::http_request&) {}

  // -- programs
  virtual void begins(const begun_run&) {}
  virtual void will_succeed(const begun_run&) {}
  virtual void answers(const test::hook_run&, bool /*has_words: on stderr*/) {}
  virtual void sees(const std::string& /*script*/, const std::string& /*place*/, const text_map&) {}
  virtual void sees_event(const std::string& /*script*/, const text::json& /*context*/) {}
  virtual void fails(const std::string& /*a script, or helm for a release*/) {}
  virtual void helm_begins(const helm_work&) {}
  virtual void upgrade_begins(const std::string& /*release*/) {} ///< its revision is stored
  virtual void helm_answers(const helm_work&) {}                 ///< an answer of `helm worker`

  // -- reviews of the API server
  virtual void review_sent(const sent_review&) {}
  virtual void review_answered(const sent_review&, const sys::http::server_response&) {}
  /// A hook runs for a review, with this snapshot.
  virtual void decides(const std::string& /*uid*/, const std::string& /*place*/, const text_map&) {}

  // -- the cluster, and people
  virtual void trouble_begins(const trouble&) {}
  virtual void cluster_changes() {}
  virtual void config_edited(const std::string& /*key*/) {}
  virtual void writes_lost(std::size_t) {} ///< writes of the operator that it cannot recognise as its own
  virtual void time_passes() {}

  // -- the end
  virtual void settles() {} ///< the time after the troubles is over
  virtual void ends(const end_of_world&) {}
  virtual void rests() {} ///< after that; an observer may disturb the world
  virtual void stopped() {}

protected:
  world& world_;
};

} // namespace worlds
