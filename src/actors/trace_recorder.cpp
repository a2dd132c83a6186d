#include "actors/trace_recorder.hpp"

#include "core/trace/trace_file.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace actors {

namespace {

/// How many events may wait for the recorder, and how many wake it before the time has come.
constexpr trace_feed::limits feed_limits{.enough = 1'000, .max = 100'000};
/// From the first event that waits to its place in the file. The recorder sleeps meanwhile: without this, it would be
/// woken by nearly each event.
constexpr auto write_delay = std::chrono::milliseconds(200);

} // namespace

trace_recorder_state::trace_recorder_state(base<trace_recorder_actor>* self, trace_options options,
                                           std::shared_ptr<trace_feed> feed)
  : self_(self), options_(std::move(options)), feed_(std::move(feed)) {
  open_file();
}

trace_recorder_state::~trace_recorder_state() {
  for (const auto& event : feed_->take().items) unwritten_ += core::trace_line(event);
  write();
}

void trace_recorder_state::open_file() {
  if (!options_.file) return;
  auto opened = sys::append_file::begin(*options_.file);
  if (!opened) return switch_file_off(opened.error());
  file_.emplace(std::move(*opened));
}

void trace_recorder_state::switch_file_off(const core::error& reason) {
  file_.reset();
  unwritten_.clear();
  sys::log_warning("trace_file_off",
                   {{"error", reason.message}, {"consequence", "events are kept in memory only from now on"}});
}

void trace_recorder_state::take() {
  auto taken = feed_->take();
  if (taken.dropped > 0) sys::log_warning("trace_events_dropped", {{"events", taken.dropped}});
  for (const auto& event : taken.items) keep(core::trace_line(event));
  write();
}

void trace_recorder_state::keep(std::string line) {
  if (file_) unwritten_ += line;
  bytes_ += line.size();
  lines_.push_back(std::move(line));
  while (lines_.size() > options_.events_max || bytes_ > options_.bytes_max) {
    bytes_ -= lines_.front().size();
    lines_.pop_front();
  }
}

void trace_recorder_state::write() {
  if (!file_ || unwritten_.empty()) return;
  if (auto written = file_->append(unwritten_); !written) return switch_file_off(written.error());
  unwritten_.clear();
}

trace_dumped trace_recorder_state::dump() {
  take();
  std::vector<core::trace_event> events;
  events.reserve(lines_.size());
  for (const auto& line : lines_)
    if (auto event = core::parse_trace_line(line)) events.push_back(std::move(*event));
  return {{}, std::make_shared<const std::vector<core::trace_event>>(std::move(events))};
}

trace_recorder_actor::behavior_type trace_recorder_state::make_behavior() {
  return behavior(
    self_, [this](const record_events&) { take(); }, [this](const dump_trace&) { return dump(); });
}

trace_recording trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                               trace_options options) {
  auto feed = std::make_shared<trace_feed>(feed_limits);
  auto recorder = spawn<trace_recorder_state>(system, where, shared, "trace_recorder", std::move(options), feed);
  // Weak, for every actor holds the context that holds this.
  auto record = [feed, address = recorder.address()](core::trace_event event) {
    const auto state = feed->add(std::move(event));
    if (state == gathering::goes_on) return;
    const auto to = caf::actor_cast<trace_recorder_actor>(address);
    if (!to) return;
    if (state == gathering::is_enough)
      caf::anon_send(to, record_events{});
    else
      caf::delayed_anon_send(to, write_delay, record_events{});
  };
  return {std::move(recorder), std::move(record)};
}

} // namespace actors
