#include "actors/observe/trace_recorder.hpp"

#include "core/trace/redaction.hpp"
#include "core/trace/trace_file.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <utility>

namespace actors {

namespace {

/// How many events may wait for the recorder, and how many wake it before the time has come.
constexpr trace_feed::bounds feed_limits{.enough = 1'000, .max = 100'000};
/// From the first event that waits to its place in the file. The recorder sleeps meanwhile: without this, it would be
/// woken by nearly each event.
constexpr auto write_delay = std::chrono::milliseconds(200);

} // namespace

trace_recorder_state::trace_recorder_state(base<trace_recorder_actor>* self, const std::string& path,
                                           std::shared_ptr<trace_feed> feed)
  : self_(self), feed_(std::move(feed)) {
  open_file(path);
}

trace_recorder_state::~trace_recorder_state() {
  take();
}

void trace_recorder_state::open_file(const std::string& path) {
  auto opened = sys::append_file::begin(path);
  if (!opened) return switch_file_off(opened.error());
  file_.emplace(std::move(*opened));
  if (auto written = file_->append(core::trace_header()); !written) switch_file_off(written.error());
}

void trace_recorder_state::switch_file_off(const core::error& reason) {
  file_.reset();
  sys::log_warning("trace_file_off", {{"error", reason.message}, {"consequence", "events are lost from now on"}});
}

void trace_recorder_state::take() {
  auto taken = feed_->take();
  if (taken.dropped > 0) sys::log_warning("trace_events_dropped", {{"events", taken.dropped}});
  if (taken.items.empty() || !file_) return;
  std::string lines;
  for (auto& event : taken.items) {
    event.summary = core::redacted_summary(event.summary);
    for (auto& [name, text] : event.facts) text = core::redacted_summary(text);
    core::append_trace_line(lines, event);
  }
  if (auto written = file_->append(lines); !written) switch_file_off(written.error());
}

trace_recorder_actor::behavior_type trace_recorder_state::make_behavior() {
  return behavior(self_, [this](const record_events&) { take(); });
}

trace_recording trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                               const std::string& path) {
  auto feed = std::make_shared<trace_feed>(feed_limits);
  auto recorder = spawn<trace_recorder_state>(system, where, shared, "trace_recorder", path, feed);
  // Weak, for every actor holds the context that holds this.
  auto record = [feed, address = recorder.address()](core::trace_event event) {
    const auto change = feed->put(std::move(event));
    if (!change.begins() && !change.reaches_enough()) return;
    const auto to = caf::actor_cast<trace_recorder_actor>(address);
    if (!to) return;
    if (change.reaches_enough())
      caf::anon_send(to, record_events{});
    else
      caf::delayed_anon_send(to, write_delay, record_events{});
  };
  return {std::move(recorder), std::move(record)};
}

} // namespace actors
