#pragma once

#include "base/error.hpp"
#include "trace/event.hpp"
#include "trace/read/run_place.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trace::read {

/// The version of the schema that is written. Version 1 has no head, no `about`, `also` and `changes`. A
/// reader accepts every version and ignores members that it does not know.
inline constexpr int trace_version = 2;

/// The first line of a trace file, with its end:
/// `{"before":7,"began_us":1,"schema":"addon-operator trace","version":2}`.
/// @param before the number of earlier events of this run that are not in the file; 0 is left out
/// @param began_us when the run began, in microseconds since the Unix epoch
/// @param place members `cluster` and `program`; empty texts are left out
[[nodiscard]] std::string trace_header(std::uint64_t before = 0, std::optional<std::int64_t> began_us = {},
                                       const run_place& place = {});

/// Appends an event as a line of JSON Lines, with its end. Members at their defaults (step 0, no duration)
/// are left out.
void append_trace_line(std::string& out, const event& x);

/// Reads a line. Unknown members are ignored; `id`, `time_us` and `type` must be there.
[[nodiscard]] base::result<event> parse_trace_line(std::string_view line);

/// Whether a file that begins so is a trace: its first line is a head or, as in version 1, an event.
[[nodiscard]] bool begins_trace(std::string_view text);

/// The content of a trace file. A bad line does not hide the good lines, because a file may end within a
/// line.
struct trace_file {
  int version = 1;          ///< of its schema
  std::uint64_t before = 0; ///< events of the run that came earlier and are not in the file
  /// The start of the run, in microseconds since the Unix epoch; nullopt: unknown, so the first event counts
  /// as the start.
  std::optional<std::int64_t> began_us{};
  run_place place{};                  ///< of the operator that wrote it
  std::vector<event> events;          ///< in the order of the file
  std::vector<base::error> bad_lines; ///< each message begins with `line N`
  bool is_cut_off = false;            ///< only the last line is bad, as after a kill of the operator
  /// The file has a second run behind this run, with ids from the beginning. The second run is left out.
  bool has_other_run = false;
  bool begins_anew = false; ///< the last line was the head of another file
  bool is_part = false;     ///< lines that were not requested were left out
  /// The start of the requested part, if lines before it are missing.
  std::optional<std::int64_t> part_from_us{};
};

/// Takes the line of a file with this number, from 1: the head, an event, a bad line or an empty line.
void take_trace_line(trace_file& to, std::size_t number, std::string_view line);

/// Reads a whole file; empty lines do not count.
[[nodiscard]] trace_file parse_trace(std::string_view text);

} // namespace trace::read
