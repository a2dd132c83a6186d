#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "base/error.hpp"
#include "simulation/cluster_line.hpp"
#include "simulation/real_programs.hpp"
#include "simulation/virtual_actors.hpp"
#include "simulation/virtual_cluster.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace simulation {

/// The surroundings of an operator, which outlive it.
struct surroundings {
  virtual_cluster& cluster;
  std::shared_ptr<sys::process::process_starter> processes;
  std::shared_ptr<doorbell> bell;
  std::chrono::seconds program_limit;
  std::vector<program_fault>& program_faults;
  /// Answers requests that programs have sent to the cluster. @returns false if no request was waiting
  std::function<bool()> answer_requests;
  std::function<void(trace::event)> record;
  std::function<void(const std::string&)> report; ///< called for a forbidden event, like a failed actor
  std::int64_t now_us = 0;                        ///< virtual time since the beginning of the day
  /// The last id of the previous operator's messages: ids are unique in a day.
  std::uint64_t last_id = 0;
};

/// An operator from its start to its end: all its actors, on this thread and on virtual time. Time stands
/// still while its programs run.
class virtual_operator : public virtual_actors {
public:
  /// @param setup without transport, processes and alarm
  virtual_operator(actors::supervision::operator_setup setup, surroundings around);
  /// Kills the operator if it has not stopped: no message of it arrives any more.
  ~virtual_operator();

  void begin();
  /// Begins an orderly stop, as SIGTERM does. It goes on while time passes.
  void stop();
  [[nodiscard]] bool has_stopped() const { return exit_code_.has_value(); }
  /// The reason in the log why the operator could not start; empty: it has started, or still tries.
  [[nodiscard]] const std::string& why_not_started() const { return why_not_started_; }

  /// The state of the operator; empty: it has ended.
  [[nodiscard]] std::optional<actors::messages::operator_description> describe();
  /// The answer to GET on the port for metrics and readiness.
  [[nodiscard]] sys::http::server_response page(const std::string& path);
  /// The answer of the debug socket: `/module/web/values.json?secrets=true`.
  [[nodiscard]] base::result<text::json> debug_page(const std::string& path);

  [[nodiscard]] real_programs& programs() { return *programs_; }

private:
  template <class Server>
  sys::http::server_response ask_page(const Server& server, const std::string& path);

  surroundings around_;
  actors::supervision::operator_setup setup_;
  std::shared_ptr<cluster_line> line_;
  std::shared_ptr<real_programs> programs_;
  actors::messages::supervisor_actor top_;
  std::string why_not_started_;
  std::optional<int> exit_code_;
};

} // namespace simulation
