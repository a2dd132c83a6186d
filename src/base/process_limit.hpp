#pragma once

#include <array>
#include <string_view>

namespace base {

/// The reason and the next step if the kernel makes no further process or thread (EAGAIN of fork(2) and
/// pthread_create(3)).
inline constexpr std::string_view process_limit_advice =
  "the limit of processes and threads is reached: raise the pids limit of the Pod (podPidsLimit of the kubelet), of "
  "the "
  "cgroup (pids.max) or of the user (ulimit -u), or find out what holds so many";

/// Whether the words of a program report that it can make no process or thread. The words are compared with
/// the messages of Go's runtime, which ends Helm in this case.
[[nodiscard]] inline bool names_process_limit(std::string_view words) noexcept {
  constexpr std::array<std::string_view, 2> of_go{"failed to create new OS thread",
                                                  ": resource temporarily unavailable"};
  for (const auto part : of_go)
    if (words.find(part) != words.npos) return true;
  return false;
}

} // namespace base
