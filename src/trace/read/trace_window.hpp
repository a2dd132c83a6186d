#pragma once

#include "trace/read/trace_moment.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace trace::read {

/// The requested part of a trace. Without `since`, the last `bytes_max` bytes are requested.
struct window_limits {
  std::optional<trace_moment> since{};
  std::optional<trace_moment> until{};
  std::uint64_t bytes_max = std::numeric_limits<std::uint64_t>::max(); ///< of lines, if there is no `since`
};

/// Selects lines of a trace that does not fit into memory: the requested part, and every earlier event that
/// caused an event in it, so that each story is complete. It sees all lines once, and keeps about 16 bytes of
/// each line.
class trace_window {
public:
  explicit trace_window(const window_limits& limits) : limits_(limits) {}

  /// Takes the lines in the order of the file, each without its end, also lines that are no events.
  void see(std::string_view line);
  /// Ends the reading: selects the causes of the selected lines.
  void follow_causes();

  /// Whether a line is chosen. @param number from 0, in the order of `see`; lines that it has not seen are
  /// not chosen
  [[nodiscard]] bool has(std::size_t number) const { return number < chosen_.size() && chosen_[number]; }
  /// Whether the line has this id. A line with another id shows that the file was replaced meanwhile.
  [[nodiscard]] bool has_id(std::size_t number, std::uint64_t id) const { return ids_[number] == id; }
  /// Whether lines were left out.
  [[nodiscard]] bool leaves_out() const noexcept { return leaves_out_; }
  /// The line with which the requested part begins, if earlier lines were left out: the selected earlier
  /// lines are causes of the part.
  [[nodiscard]] std::optional<std::size_t> begins_at() const noexcept { return begins_at_; }

private:
  using line_number = std::uint32_t;
  /// The values of lines or hashes, in order, so that they are found by binary search.
  using pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  [[nodiscard]] bool is_in_time(std::string_view line);
  void choose_last_piece();
  [[nodiscard]] std::size_t first_asked_for() const;
  void see_links(std::string_view line, line_number number, std::uint64_t id);
  void choose(line_number number);
  void choose_event(std::uint64_t id);
  void follow(line_number number);

  window_limits limits_;
  std::optional<std::int64_t> begin_us_; ///< of the run
  bool has_events_ = false;
  std::uint64_t offset_ = 0;
  std::vector<std::uint64_t> milestones_; ///< offsets of every 256th line
  std::deque<std::uint64_t> ids_;         ///< by number of the line; 0: no event
  std::deque<std::uint32_t> cause_away_;  ///< the distance from the id of the line to the id of its cause; 0: no cause
  std::vector<line_number> by_id_;
  pairs also_;    ///< distances to further causes, by line
  pairs parts_;   ///< lines that are read together with their cause, by a hash of its id
  pairs writes_;  ///< operations on objects by a hash of the version
  pairs objects_; ///< hashes of versions by line
  std::vector<bool> chosen_;
  std::vector<line_number> to_follow_;
  bool leaves_out_ = false;
  std::optional<std::size_t> begins_at_;
};

} // namespace trace::read
