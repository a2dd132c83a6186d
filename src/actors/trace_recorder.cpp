#include "actors/trace_recorder.hpp"

#include "core/trace/trace_file.hpp"
#include "sys/log.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace actors {

trace_recorder_state::trace_recorder_state(base<trace_recorder_actor>* self, trace_recorder_options options)
    : self_(self), options_(std::move(options)) {
  if (options_.file.empty()) return;
  file_.reset(std::fopen(options_.file.c_str(), "we"));
  if (!file_)
    sys::log_warning("trace_off", {{"file", options_.file}, {"error", std::strerror(errno)},
                                   {"hint", "the operator goes on without a trace file"}});
}

void trace_recorder_state::record(const record_events& x) {
  for (const auto& event : x.events) {
    if (file_) write(event);
    ring_.push_back(event);
    if (ring_.size() > options_.events_max) ring_.pop_front();
  }
  // What was handled up to here can be read by others at once.
  if (file_ && std::fflush(file_.get()) != 0) {
    sys::log_warning("trace_off", {{"file", options_.file}, {"error", std::strerror(errno)}});
    file_.reset();
  }
}

void trace_recorder_state::write(const core::trace_event& event) {
  const auto line = core::trace_line(event);
  std::fwrite(line.data(), 1, line.size(), file_.get());
}

trace_dumped trace_recorder_state::dump() const {
  return {{}, std::make_shared<const std::vector<core::trace_event>>(ring_.begin(), ring_.end())};
}

trace_recorder_actor::behavior_type trace_recorder_state::make_behavior() {
  return behavior(
    self_, [this](const record_events& x) { record(x); }, [this](const dump_trace&) { return dump(); });
}

trace_recorder_actor trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                                    trace_recorder_options options) {
  return spawn<trace_recorder_state>(system, where, shared, "trace recorder", std::move(options));
}

std::function<void(core::trace_event)> record_into(const trace_recorder_actor& recorder) {
  return [recorder](core::trace_event event) {
    record_events message;
    message.events.push_back(std::move(event));
    caf::anon_send(recorder, std::move(message));
  };
}

} // namespace actors
