#include "actors/telemetry/trace_recorder.hpp"

#include "sys/files/files.hpp"
#include "sys/log/log.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/redaction.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace actors::telemetry {

namespace {

/// The limit of events that wait for the recorder. Events are lost only if it is slow for seconds during the
/// worst flood.
constexpr std::size_t waiting_bytes_max = 32 << 20;
/// The maximal delay until a reader gets a new event. The recorder sleeps meanwhile; without the delay nearly
/// every event would wake it. A file gets events at once, because it must show the moments before a crash.
constexpr auto reader_delay = std::chrono::milliseconds(200);
/// After this time a waiting reader gets an empty answer, so that the listener notices a closed connection.
constexpr auto wait_max = std::chrono::seconds(20);

/// Appends an event without its secrets, because the lines leave the operator.
void append_redacted(std::string& lines, trace::event event) {
  trace::redact(event);
  trace::read::append_trace_line(lines, event);
}

/// When the recorder is woken while no reader waits.
trace::feed::wake usual_wake(const trace_recorder_options& x) {
  if (!x.file.empty()) return trace::feed::wake::at_once;
  return x.exporter ? trace::feed::wake::soon : trace::feed::wake::never;
}

} // namespace

trace_recorder_state::trace_recorder_state(framework::actor_base<messages::trace_recorder_actor>* self,
                                           trace_recorder_options options, std::shared_ptr<trace::feed> feed)
  : self_(self), options_(std::move(options)), feed_(std::move(feed)), began_us_(self->shared().wall_time_us()) {
  if (!options_.file.empty()) open_file();
}

trace_recorder_state::~trace_recorder_state() {
  write_events();
}

// -- the file ------------------------------------------------------------------

void trace_recorder_state::open_file() {
  auto opened = sys::files::append_file::begin(options_.file, trace::read::begins_trace);
  if (!opened) return switch_file_off(opened.error());
  file_.emplace(std::move(*opened));
  file_bytes_ = 0;
  write(trace::read::trace_header(written_, began_us_, options_.place), 0);
}

void trace_recorder_state::write(const std::string& lines, std::uint64_t events) {
  if (!file_) return;
  // An empty file accepts a batch of any size. Otherwise a large batch would rotate files forever.
  const bool is_full = file_bytes_ > 0 && file_bytes_ + lines.size() > options_.file_bytes_max;
  // If another program has moved or removed the file, a new file is created at its path.
  if (is_full || !file_->is_in_place()) open_file();
  if (!file_) return;
  if (auto written = file_->append(lines); !written) return switch_file_off(written.error());
  file_bytes_ += lines.size();
  written_ += events;
}

void trace_recorder_state::switch_file_off(const base::error& reason) {
  file_.reset();
  sys::log::log_warning("trace_file_off", {{"error", reason.message}, {"consequence", "events are lost from now on"}});
}

void trace_recorder_state::write_events() {
  const auto taken = feed_->take();
  if (taken.dropped > 0) sys::log::log_warning("trace_events_dropped", {{"events", taken.dropped}});
  if (file_ || options_.exporter)
    for (const auto& block : taken.blocks) hand_on(block);
  answer_readers();
}

void trace_recorder_state::hand_on(const trace::feed_block& block) {
  std::string lines;
  auto events = std::make_shared<std::vector<trace::event>>();
  // Each event is redacted, because neither the file nor the collector may get secrets.
  for (std::string_view left = block.events; !left.empty();) {
    auto event = trace::take_packed(left);
    trace::redact(event);
    if (file_) trace::read::append_trace_line(lines, event);
    if (options_.exporter) events->push_back(std::move(event));
  }
  write(lines, block.count);
  if (options_.exporter) self_->tell(options_.exporter, messages::export_events{std::move(events)});
}

// -- readers ----------------------------------------------------------------------

std::shared_ptr<const std::string> trace_recorder_state::lines_after(std::uint64_t after) const {
  const auto kept = feed_->remembered(after);
  auto lines = std::make_shared<std::string>(trace::read::trace_header(kept.before, began_us_, options_.place));
  trace::take_remembered(kept, [&lines](trace::event x) { append_redacted(*lines, std::move(x)); });
  return lines;
}

framework::promise<messages::trace_read> trace_recorder_state::read(const messages::read_trace& x) {
  auto to = self_->later<messages::trace_read>();
  const auto added = feed_->added();
  if (options_.memory_bytes_max == 0) {
    self_->answer(to, messages::trace_read{});
  } else if (x.waits && x.after >= added) {
    readers_.emplace(++last_reader_, waiting_reader{added, to});
    wake_for_readers();
    self_->remind(wait_max, messages::end_trace_wait{last_reader_});
  } else {
    self_->answer(to, messages::trace_read{lines_after(std::min(x.after, added))});
  }
  return to;
}

void trace_recorder_state::write_to(const std::string& path) {
  const auto lines = lines_after(0);
  if (auto written = sys::files::write_file_private(path, *lines); !written)
    sys::log::log_warning("trace_not_written", {{"error", written.error().message}});
  else
    sys::log::log_info("trace_written",
                       // Minus 1, because the first line is the head of the file.
                       {{"path", path}, {"events", std::count(lines->begin(), lines->end(), '\n') - 1}});
}

void trace_recorder_state::wake_for_readers() {
  if (usual_wake(options_) != trace::feed::wake::never) return;
  feed_->wake_for_each(readers_.empty() ? trace::feed::wake::never : trace::feed::wake::soon);
  // Events may have come between a reader's last answer and its next request. They no longer wake the
  // recorder, so it reminds itself.
  for (const auto& [number, reader] : readers_)
    if (feed_->added() > reader.after) return self_->remind(reader_delay, messages::record_events{});
}

void trace_recorder_state::answer_readers() {
  const auto added = feed_->added();
  for (auto& [number, reader] : std::exchange(readers_, {}))
    if (added > reader.after)
      self_->answer(reader.answer, messages::trace_read{lines_after(reader.after)});
    else
      readers_.emplace(number, std::move(reader));
  wake_for_readers();
}

void trace_recorder_state::end_wait(std::uint64_t reader) {
  const auto found = readers_.extract(reader);
  if (found) self_->answer(found.mapped().answer, messages::trace_read{lines_after(found.mapped().after)});
  wake_for_readers();
}

messages::trace_recorder_actor::behavior_type trace_recorder_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::record_events&) { write_events(); },
    [this](const messages::read_trace& x) { return read(x); },
    [this](const messages::write_trace& x) { write_to(x.path); },
    [this](const messages::end_trace_wait& x) { end_wait(x.reader); });
}

trace_recording trace_recorder(caf::actor_system& system, framework::placement where,
                               const framework::context_ptr& shared, trace_recorder_options options) {
  using wake = trace::feed::wake;
  const auto handed_on =
    !options.file.empty() || options.exporter ? trace::feed::handing_on::everything : trace::feed::handing_on::nothing;
  auto feed = std::make_shared<trace::feed>(
    trace::feed::bounds{.memory_bytes_max = options.memory_bytes_max, .waiting_bytes_max = waiting_bytes_max},
    handed_on, usual_wake(options));
  auto recorder =
    framework::spawn<trace_recorder_state>(system, where, shared, "trace_recorder", std::move(options), feed);
  // An address, because a handle would keep the recorder alive forever: every actor holds the context, which
  // holds this function.
  auto record = [feed, address = recorder.address()](trace::packed_event event) {
    const auto how = feed->put(event);
    if (how == wake::never) return;
    const auto to = caf::actor_cast<messages::trace_recorder_actor>(address);
    if (!to) return;
    if (how == wake::at_once)
      caf::anon_send(to, messages::record_events{});
    else
      caf::delayed_anon_send(to, reader_delay, messages::record_events{});
  };
  return {std::move(recorder), std::move(record)};
}

} // namespace actors::telemetry
