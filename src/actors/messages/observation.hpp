#pragma once

// Messages of METRICS, HTTP SERVER and TRACE RECORDER. Metrics and trace events are themselves not traced: they have no
// origin.

#include "actors/framework/actor.hpp"
#include "actors/interfaces.hpp"
#include "core/base/error.hpp"
#include "core/hooks/metric_batch.hpp"
#include "core/metrics/name_escaping.hpp"
#include "core/metrics/registry.hpp"
#include "core/trace/trace_event.hpp"
#include "kube/transport.hpp"
#include "sys/http_listener.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace actors {

using core::metric_labels;

/// Adds to a counter.
struct count_metric {
  std::string name; ///< without prefix: `module_run_errors_total`
  metric_labels labels;
  double value = 1;
};
/// Observes a histogram's value.
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

/// Several of these at once.
struct update_metrics {
  std::vector<std::variant<count_metric, observe_metric, set_metric>> updates;
};

/// What does your state look like, as metrics? Asked at each look at /metrics: it costs nothing while nobody looks, and
/// its series go when it goes.
struct measure_metrics {};
struct metrics_measured {
  std::vector<core::measured_metric> metrics;
};
struct add_metric_source {
  metric_source_actor source;
};

/// Finds out whether the text that a hook wrote to METRICS_PATH can be applied.
struct check_hook_metrics {
  core::origin origin;
  std::string module; ///< empty: a global hook
  std::string hook;
  std::shared_ptr<const core::metric_batch> operations;
};
struct hook_metrics_checked {
  core::origin origin;
  core::result<void> result;
};

/// Applies it, all or nothing.
struct apply_hook_metrics {
  core::origin origin;
  std::string module;
  std::string hook;
  std::shared_ptr<const core::metric_batch> operations;
};
struct hook_metrics_applied {
  core::origin origin;
  core::result<void> result;
};

/// The module is off: what its hooks have reported goes, and what describes them. What has been counted stays, so that
/// no failure is lost between two scrapes.
struct forget_module_metrics {
  std::string module;
};

struct render_metrics {
  core::origin origin;
  bool of_hooks = false; ///< /metrics/hooks
  core::name_escaping names = core::name_escaping::underscores;
};
struct metrics_rendered {
  core::origin origin;
  std::string text;
};

/// From the listener.
struct http_asked {
  core::origin origin;
  std::shared_ptr<const sys::http_request> request;
  sys::reply_function reply;
};

/// To record a look at the trace would answer the next one.
inline bool leaves_no_trace(const http_asked& x) {
  return x.request->path == "/trace";
}

/// Events wait in the feed. Bound: one message for all that wait; the feed drops what is too much.
struct record_events {};

/// What do you still have of this run? Untraced, as looking must not change what is seen.
struct read_trace {
  std::uint64_t after = 0; ///< how many events the asker has seen: only later ones are wanted
  bool waits = false;      ///< the answer comes when there is something, or after a while with nothing
};
struct trace_read {
  std::shared_ptr<const std::string> lines; ///< a trace file, with its head; null: nothing is kept
};
/// Write it to a new file.
struct write_trace {
  std::string path;
};
/// To itself: nobody waits longer for the reader with this number.
struct end_trace_wait {
  std::uint64_t reader = 0;
};

/// Events of the run, in order and without secrets. Bound: one message for what the TRACE RECORDER has taken at once.
struct export_events {
  std::shared_ptr<const std::vector<core::trace_event>> events;
};
/// To itself: what has been gathered is sent, or tried again.
struct send_export {};
/// From the transport.
struct export_answered {
  core::result<kube::http_response> response;
};
/// Nothing comes any more: what is left is sent once.
struct end_export {
  std::function<void()> on_end; ///< called when nothing is left; must not block
};

constexpr void only_for_people(const measure_metrics&) {}
constexpr void only_for_people(const render_metrics&) {}

} // namespace actors

ACTORS_MESSAGE(actors::export_events)
ACTORS_MESSAGE(actors::send_export)
ACTORS_MESSAGE(actors::export_answered)
ACTORS_MESSAGE(actors::end_export)
ACTORS_MESSAGE(actors::count_metric)
ACTORS_MESSAGE(actors::observe_metric)
ACTORS_MESSAGE(actors::set_metric)
ACTORS_MESSAGE(actors::update_metrics)
ACTORS_MESSAGE(actors::measure_metrics)
ACTORS_MESSAGE(actors::metrics_measured)
ACTORS_MESSAGE(actors::add_metric_source)
ACTORS_MESSAGE(actors::check_hook_metrics)
ACTORS_MESSAGE(actors::hook_metrics_checked)
ACTORS_MESSAGE(actors::apply_hook_metrics)
ACTORS_MESSAGE(actors::hook_metrics_applied)
ACTORS_MESSAGE(actors::forget_module_metrics)
ACTORS_MESSAGE(actors::render_metrics)
ACTORS_MESSAGE(actors::metrics_rendered)
ACTORS_MESSAGE(actors::http_asked)
ACTORS_MESSAGE(actors::record_events)
ACTORS_MESSAGE(actors::read_trace)
ACTORS_MESSAGE(actors::trace_read)
ACTORS_MESSAGE(actors::write_trace)
ACTORS_MESSAGE(actors::end_trace_wait)
