#include "actors/processes/error_tail.hpp"

#include "core/base/excerpt.hpp"

#include <fmt/format.h>

namespace actors {

void error_tail::add(std::string_view line) {
  // Of a line that is too long alone, the end is kept: that is where messages are.
  line = core::last_bytes(line, bytes_max);
  lines_.emplace_back(line);
  bytes_ += line.size();
  while (lines_.size() > lines_max || bytes_ > bytes_max) {
    bytes_ -= lines_.front().size();
    lines_.pop_front();
    ++dropped_;
  }
}

std::string error_tail::text() const {
  std::string out;
  if (dropped_ > 0) out = fmt::format("[{} earlier lines are in the log]\n", dropped_);
  for (const auto& line : lines_) out.append(line).append("\n");
  if (!out.empty()) out.pop_back();
  return out;
}

} // namespace actors
