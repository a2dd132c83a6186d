#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/supervision/operator_setup.hpp"
#include "support/actor_fixture.hpp"
#include "sys/http/listener.hpp"
#include "worlds/rough_transport.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace worlds {

class admission;
class hook_scripts;
class request_faults;
struct stage;

/// The parts of a world that an operator meets.
struct operator_surroundings {
  request_faults& faults; ///< of its requests and files
  hook_scripts& scripts;  ///< the programs that it starts
  admission& reviews;     ///< of its writes
};

/// An operator from its start to its end. If it is destroyed before it has stopped, it and its programs have
/// been killed: its messages do not reach the world any more.
class operator_life : public test::actor_fixture {
public:
  operator_life(stage& around, const operator_surroundings& parts, std::uint64_t seed);
  ~operator_life();

  void begin();
  /// A request of the API server to the listener for webhooks.
  void review(sys::http::server_request request, sys::http::reply_function reply);
  /// As SIGTERM does.
  void stop();
  [[nodiscard]] bool has_stopped() const { return exit_code_.has_value(); }
  [[nodiscard]] actors::messages::operator_description describe();
  /// The text of /metrics.
  [[nodiscard]] std::string metrics();
  /// The values of a module, with the global values, as the debug socket shows them.
  [[nodiscard]] std::string values_of(const std::string& module);
  /// The metrics that hooks have reported.
  [[nodiscard]] std::string hook_metrics();
  [[nodiscard]] rough_transport& way() { return *way_; }
  [[nodiscard]] std::string tmp_dir() const { return setup_.tmp.path; }

private:
  class mortal_processes;

  stage& around_;
  std::shared_ptr<rough_transport> way_;
  std::shared_ptr<mortal_processes> processes_;
  actors::supervision::operator_setup setup_;
  actors::messages::supervisor_actor top_;
  actors::messages::debug_server_actor debug_; ///< null until it is asked
  std::optional<int> exit_code_;
};

} // namespace worlds
