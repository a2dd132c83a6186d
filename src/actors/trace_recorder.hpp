#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "sys/append_file.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors {

/// How much the TRACE RECORDER keeps.
struct trace_options {
  std::size_t events_max = 100'000; ///< in memory; the oldest go first
  std::size_t bytes_max = 8 << 20;  ///< of the same, as text
  /// Everything also goes here as JSON Lines; the file of the run before is kept as `FILE.1`.
  std::optional<std::string> file;
};

/// The state of the TRACE RECORDER. Events are kept as the lines that a trace file consists of: that is a third of what
/// they take as objects.
struct trace_recorder_state {
  using handle_type = trace_recorder_actor;

  trace_recorder_state(base<trace_recorder_actor>* self, trace_options options, std::shared_ptr<trace_feed> feed);
  ~trace_recorder_state();
  trace_recorder_state(const trace_recorder_state&) = delete;
  trace_recorder_state& operator=(const trace_recorder_state&) = delete;
  trace_recorder_actor::behavior_type make_behavior();

  void take();
  [[nodiscard]] trace_dumped dump();
  void write();

private:
  void keep(std::string line);
  void open_file();
  void switch_file_off(const core::error& reason);

  base<trace_recorder_actor>* self_;
  trace_options options_;
  std::shared_ptr<trace_feed> feed_;
  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  std::optional<sys::append_file> file_; ///< nothing: no file is wanted, or it can not be written
  std::string unwritten_;
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
