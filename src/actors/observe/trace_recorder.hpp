#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "sys/append_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors {

/// The state of the TRACE RECORDER.
struct trace_recorder_state {
  using handle_type = trace_recorder_actor;

  trace_recorder_state(base<trace_recorder_actor>* self, const std::string& path, std::shared_ptr<trace_feed> feed);
  ~trace_recorder_state();
  trace_recorder_state(const trace_recorder_state&) = delete;
  trace_recorder_state& operator=(const trace_recorder_state&) = delete;
  trace_recorder_actor::behavior_type make_behavior();

  void take();

private:
  void open_file(const std::string& path);
  void switch_file_off(const core::error& reason);

  base<trace_recorder_actor>* self_;
  std::shared_ptr<trace_feed> feed_;
  std::optional<sys::append_file> file_; ///< nothing: it cannot be written
};

/// The TRACE RECORDER and the way to it.
struct trace_recording {
  trace_recorder_actor recorder;
  /// For `context::record`: cheap, from any thread, does not keep the recorder alive.
  std::function<void(core::trace_event)> record;
};

/// Spawns the TRACE RECORDER, which writes all events to the file `path` as JSON Lines; the file of the run before is
/// kept as `PATH.1`. It writes a file, so it blocks. What was recorded is written when it ends.
trace_recording trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                               const std::string& path);

} // namespace actors
