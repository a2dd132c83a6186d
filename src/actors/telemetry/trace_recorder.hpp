#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "sys/files/append_file.hpp"
#include "trace/feed.hpp"
#include "trace/read/run_place.hpp"
#include "trace/ring.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace actors::telemetry {

/// Where the events of a run are kept.
struct trace_recorder_options {
  std::string file{};                           ///< path of the trace file; empty: no file
  std::uint64_t file_bytes_max = 256ULL << 20U; ///< a file that would grow larger is rotated to `PATH.1`
  std::size_t memory_bytes_max = 0;             ///< of the last events; 0: memory keeps no events
  messages::trace_exporter_actor exporter{};    ///< null: no events are exported
  trace::read::run_place place{};               ///< for the heads of files

  [[nodiscard]] bool keeps_anything() const noexcept { return !file.empty() || memory_bytes_max > 0 || exporter; }
};

/// The state of the TRACE RECORDER.
struct trace_recorder_state {
  using handle_type = messages::trace_recorder_actor;

  trace_recorder_state(framework::actor_base<messages::trace_recorder_actor>* self, trace_recorder_options options,
                       std::shared_ptr<trace::feed> feed);
  ~trace_recorder_state();
  trace_recorder_state(const trace_recorder_state&) = delete;
  trace_recorder_state& operator=(const trace_recorder_state&) = delete;
  messages::trace_recorder_actor::behavior_type make_behavior();

  void write_events();
  framework::promise<messages::trace_read> read(const messages::read_trace& x);
  void write_to(const std::string& path);

private:
  /// A client that waits for new events.
  struct waiting_reader {
    std::uint64_t after;
    framework::promise<messages::trace_read> answer;
  };

  void hand_on(const trace::feed_block& block);
  void open_file();
  void write(const std::string& lines, std::uint64_t events);
  void switch_file_off(const base::error& reason);
  /// A trace file with the events in memory, without the first `after` events of the run.
  [[nodiscard]] std::shared_ptr<const std::string> lines_after(std::uint64_t after) const;
  void answer_readers();
  void wake_for_readers();
  void end_wait(std::uint64_t reader);

  framework::actor_base<messages::trace_recorder_actor>* self_;
  trace_recorder_options options_;
  std::shared_ptr<trace::feed> feed_;
  std::int64_t began_us_;                       ///< start of the run, microseconds since the epoch
  std::optional<sys::files::append_file> file_; ///< empty: no file is configured, or it cannot be written
  std::uint64_t file_bytes_ = 0;
  std::uint64_t written_ = 0; ///< events of this run in all files
  /// Bound: a reader for each connection of the debug socket. Each reader is answered after a while.
  std::map<std::uint64_t, waiting_reader> readers_;
  std::uint64_t last_reader_ = 0;
};

/// The TRACE RECORDER, and the function that passes events to it.
struct trace_recording {
  messages::trace_recorder_actor recorder;
  /// For `context::record`. Cheap and thread-safe; does not keep the recorder alive.
  std::function<void(trace::packed_event)> record;
};

/// Spawns the TRACE RECORDER, which keeps the last events in memory. If a file is configured, it writes all
/// events to it as JSON Lines; the file of the previous run is kept as `PATH.1`. It blocks, because it writes
/// a file. At its end it writes all recorded events.
/// @pre options.keeps_anything()
trace_recording trace_recorder(caf::actor_system& system, framework::placement where,
                               const framework::context_ptr& shared, trace_recorder_options options);

} // namespace actors::telemetry
