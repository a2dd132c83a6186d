#include "text/plain/error_tail.hpp"

#include "base/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace text {

namespace {

/// `runtime stack:`, `goroutine 1 [running]:`, `goroutine 1 gp=0x… m=0 mp=0x… [running]:`
bool begins_stack(std::string_view line) {
  return line == "runtime stack:" || (line.starts_with("goroutine ") && line.ends_with("]:"));
}

} // namespace

void error_tail::keep_reason() {
  constexpr std::size_t reason_lines_max = 6;
  constexpr std::size_t reason_bytes_max = 2000;
  const auto skipped = lines_.size() - std::min(lines_.size(), reason_lines_max);
  for (std::size_t i = skipped; i < lines_.size(); ++i)
    if (!lines_[i].empty()) before_stacks_.append(base::first_bytes(lines_[i], reason_bytes_max)).append("\n");
}

void error_tail::add(std::string_view line) {
  if (before_stacks_.empty() && begins_stack(line)) keep_reason();
  // Of a line that is too long only the end is kept, because messages usually stand at the end.
  line = base::last_bytes(line, bytes_max);
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
  if (dropped_ > 0) out = before_stacks_ + fmt::format("[{} earlier lines are in the log]\n", dropped_);
  for (const auto& line : lines_) out.append(line).append("\n");
  if (!out.empty()) out.pop_back();
  return out;
}

} // namespace text
