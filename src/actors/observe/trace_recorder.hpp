#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/trace/trace_ring.hpp"
#include "sys/append_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors {

/// How much the TRACE RECORDER keeps.
struct trace_options {
  core::trace_ring::limits kept; ///< in memory
  /// Everything also goes here as JSON Lines; the file of the run before is kept as `FILE.1`.
  std::optional<std::string> file;
};

/// The state of the TRACE RECORDER.
struct trace_recorder_state {
  using handle_type = trace_recorder_actor;

  trace_recorder_state(base<trace_recorder_actor>* self, trace_options options, std::shared_ptr<trace_feed> feed);
  ~trace_recorder_state();
  trace_recorder_state(const trace_recorder_state&) = delete;
  trace_recorder_state& operator=(const trace_recorder_state&) = delete;
  trace_recorder_actor::behavior_type make_behavior();

  void take();
  [[nodiscard]] trace_dumped dump();

private:
  void open_file(const std::optional<std::string>& path);
  void switch_file_off(const core::error& reason);

  base<trace_recorder_actor>* self_;
  std::shared_ptr<trace_feed> feed_;
  core::trace_ring kept_;
  std::optional<sys::append_file> file_; ///< nothing: no file is wanted, or it can not be written
};

/// The TRACE RECORDER and the way to it.
struct trace_recording {
  trace_recorder_actor recorder;
  /// For `context::record`: cheap, from any thread, does not keep the recorder alive.
  std::function<void(core::trace_event)> record;
};

/// Spawns the TRACE RECORDER. It writes a file, so it blocks. What was recorded is written when it ends.
trace_recording trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                               trace_options options);

} // namespace actors
