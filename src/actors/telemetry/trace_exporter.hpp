#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "kube/api/transport.hpp"
#include "trace/formats/otlp_spans.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace actors::telemetry {

/// The collector that receives the events of a run.
struct trace_export_options {
  std::shared_ptr<kube::api::transport> collector; ///< null: no events are exported
  std::string address;                             ///< address of the collector, for messages
  trace::formats::otlp_resource resource{};
};

/// The state of the TRACE EXPORTER.
struct trace_exporter_state {
  using handle_type = messages::trace_exporter_actor;

  trace_exporter_state(framework::actor_base<messages::trace_exporter_actor>* self, trace_export_options options);
  messages::trace_exporter_actor::behavior_type make_behavior();

  void add(const messages::export_events& x);
  void send();
  void on_answered(const messages::export_answered& x);
  void end(const messages::end_export& x);

private:
  void await_batch();
  void post();
  void give_up(const std::string& reason, const char* hint);
  void succeed();
  /// @param asked the wait that the collector requests; used if it is longer than the backoff, up to
  /// `retry_delay_max`
  void try_later(const std::string& reason, std::chrono::milliseconds asked);
  void end_if_done();

  framework::actor_base<messages::trace_exporter_actor>* self_;
  trace_export_options options_;
  trace::formats::otlp_spans spans_;
  std::shared_ptr<const std::string> body_; ///< of the current request or its next try; null: no request
  bool is_waiting_ = false;                 ///< a reminder to send is pending
  bool is_posted_ = false;
  bool is_failing_ = false;    ///< a failure was logged
  std::uint64_t failures_ = 0; ///< consecutive failures
  std::uint64_t posted_ = 0;   ///< spans in `body_`
  std::uint64_t dropped_ = 0;  ///< spans dropped or refused since the last log line
  std::function<void()> on_end_;
};

/// Spawns the TRACE EXPORTER, which sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON). Its
/// memory is bounded: while the collector cannot be reached, spans are dropped and counted. No other actor
/// waits for it.
messages::trace_exporter_actor trace_exporter(caf::actor_system& system, const framework::context_ptr& shared,
                                              trace_export_options options);

} // namespace actors::telemetry
