#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"

#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace actors {

struct trace_recorder_options {
  std::string file;                    ///< path; empty: the ring only
  std::size_t events_max = 10'000;     ///< in the ring
};

/// The state of the TRACE RECORDER: a ring of the last events, and a file of all of them if one was asked for.
struct trace_recorder_state {
  using handle_type = trace_recorder_actor;

  trace_recorder_state(base<trace_recorder_actor>* self, trace_recorder_options options);
  trace_recorder_actor::behavior_type make_behavior();

  void record(const record_events& x);
  [[nodiscard]] trace_dumped dump() const;

private:
  struct close_file {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const core::trace_event& event);

  base<trace_recorder_actor>* self_;
  trace_recorder_options options_;
  std::deque<core::trace_event> ring_;
  std::unique_ptr<std::FILE, close_file> file_;
};

/// Spawns the recorder. @param where `own_thread` in the program, because it writes a file.
trace_recorder_actor trace_recorder(caf::actor_system& system, placement where, const context_ptr& shared,
                                    trace_recorder_options options);

/// The function for `context::record`: hands events to the recorder from any thread.
[[nodiscard]] std::function<void(core::trace_event)> record_into(const trace_recorder_actor& recorder);

} // namespace actors
