#pragma once

// Messages of METRICS, HTTP SERVER and TRACE RECORDER. Messages with metrics or trace events have no origin,
// because they are not traced.

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/hooks/metric_batch.hpp"
#include "core/metrics/name_escaping.hpp"
#include "core/metrics/registry.hpp"
#include "kube/api/transport.hpp"
#include "sys/http/listener.hpp"
#include "text/plain/packed_text.hpp"
#include "trace/event.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace actors::messages {

using core::metrics::metric_labels;

/// Adds to a counter.
struct count_metric {
  std::string name; ///< without prefix: `module_run_errors_total`
  metric_labels labels;
  double value = 1;
};
/// Adds an observation to a histogram.
struct observe_metric {
  std::string name;
  metric_labels labels;
  double value = 0;
};
/// Sets a gauge.
struct set_metric {
  std::string name;
  metric_labels labels;
  double value = 0;
};

/// Several updates at once.
struct update_metrics {
  std::vector<std::variant<count_metric, observe_metric, set_metric>> updates;
};

/// Asks an actor for its state as metrics at each read of /metrics. So state costs no time between reads, and
/// the series of an actor end with the actor.
struct measure_metrics {};
struct metrics_measured {
  std::vector<core::metrics::measured_metric> metrics;
};
struct add_metric_source {
  metric_source_actor source;
};

/// Checks whether the text that a hook wrote to METRICS_PATH can be applied.
struct check_hook_metrics {
  base::origin origin;
  std::string module; ///< empty: a global hook
  std::string hook;
  std::shared_ptr<const core::hooks::metric_batch> operations;
};
struct hook_metrics_checked {
  base::origin origin;
  base::result<void> result;
};

/// Applies all metrics, or rejects all of them.
struct apply_hook_metrics {
  base::origin origin;
  std::string module;
  std::string hook;
  std::shared_ptr<const core::hooks::metric_batch> operations;
};
struct hook_metrics_applied {
  base::origin origin;
  base::result<void> result;
};

/// The module is off. The metrics that its hooks have reported are removed, and so are the metrics about its
/// hooks. Counters stay, so that no failure is lost between two scrapes.
struct forget_module_metrics {
  std::string module;
};

struct render_metrics {
  base::origin origin;
  bool of_hooks = false; ///< true: /metrics/hooks
  core::metrics::name_escaping names = core::metrics::name_escaping::underscores;
};
struct metrics_rendered {
  base::origin origin;
  text::shared_text text;
};
/// INTERNAL: the time for which a page of metrics is kept is over.
struct metrics_page_due {
  base::origin origin;
  bool of_hooks = false;
};

/// From the listener.
struct http_asked {
  base::origin origin;
  std::shared_ptr<const sys::http::server_request> request;
  sys::http::reply_function reply;
};

/// INTERNAL: the time of an order for the level of the log is over.
struct log_level_over {
  base::origin origin;
  std::uint64_t turn = 0; ///< the number of the order
};

/// A read of the trace is not recorded, because its record would be a new event, and the next read would not
/// wait.
inline bool leaves_no_trace(const http_asked& x) {
  return x.request->path == "/trace";
}

/// Events wait in the feed. Bound: a single message for all waiting events. The feed drops events above its
/// limit.
struct record_events {};

/// Asks for the events of this run that are still kept. Not recorded, because a reader must not change the
/// trace.
struct read_trace {
  std::uint64_t after = 0; ///< the number of events to skip, because the client has seen them
  bool waits = false;      ///< true: answered at the first event, or with no events after a while
};
struct trace_read {
  std::shared_ptr<const std::string> lines; ///< a trace file, with its head; null: no events are kept
};
/// Writes the kept events to a new file.
struct write_trace {
  std::string path;
};
/// INTERNAL: the reader with this number has waited long enough and gets an empty answer.
struct end_trace_wait {
  std::uint64_t reader = 0;
};

/// Events of the run, in order and without secrets. Bound: a message for each batch that the TRACE RECORDER
/// takes.
struct export_events {
  std::shared_ptr<const std::vector<trace::event>> events;
};
/// INTERNAL: the collected events must be sent, or the request tried again.
struct send_export {};
/// From the transport: the response of the collector.
struct export_answered {
  base::result<kube::api::http_response> response;
};
/// No more events follow. The remaining events are sent with a single try.
struct end_export {
  std::function<void()> on_end; ///< called when all events are sent or given up; must not block
};

constexpr void only_for_people(const measure_metrics&) {}
constexpr void only_for_people(const render_metrics&) {}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::export_events)
ACTORS_MESSAGE(actors::messages::send_export)
ACTORS_MESSAGE(actors::messages::export_answered)
ACTORS_MESSAGE(actors::messages::end_export)
ACTORS_MESSAGE(actors::messages::count_metric)
ACTORS_MESSAGE(actors::messages::observe_metric)
ACTORS_MESSAGE(actors::messages::set_metric)
ACTORS_MESSAGE(actors::messages::update_metrics)
ACTORS_MESSAGE(actors::messages::measure_metrics)
ACTORS_MESSAGE(actors::messages::metrics_measured)
ACTORS_MESSAGE(actors::messages::add_metric_source)
ACTORS_MESSAGE(actors::messages::check_hook_metrics)
ACTORS_MESSAGE(actors::messages::hook_metrics_checked)
ACTORS_MESSAGE(actors::messages::apply_hook_metrics)
ACTORS_MESSAGE(actors::messages::hook_metrics_applied)
ACTORS_MESSAGE(actors::messages::forget_module_metrics)
ACTORS_MESSAGE(actors::messages::render_metrics)
ACTORS_MESSAGE(actors::messages::metrics_rendered)
ACTORS_MESSAGE(actors::messages::metrics_page_due)
ACTORS_MESSAGE(actors::messages::http_asked)
ACTORS_MESSAGE(actors::messages::log_level_over)
ACTORS_MESSAGE(actors::messages::record_events)
ACTORS_MESSAGE(actors::messages::read_trace)
ACTORS_MESSAGE(actors::messages::trace_read)
ACTORS_MESSAGE(actors::messages::write_trace)
ACTORS_MESSAGE(actors::messages::end_trace_wait)
