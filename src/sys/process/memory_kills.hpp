#pragma once

#include "sys/files/file_descriptor.hpp"
#include "sys/process/memory_limit.hpp"

#include <cstdint>
#include <optional>

namespace sys::process {

/// The processes that the kernel has killed for want of memory in the control group of this process: the
/// counter `oom_kill` of `memory.events` (version 2) or `memory.oom_control` (version 1). In a container
/// these are the processes of the container.
class memory_kills {
public:
  /// Opens the file of the counter once. If there is no such file, `count` is not known.
  explicit memory_kills(const memory_limit_places& at = {});

  /// The number since the group was created; nullopt: the kernel has no such counter, or it cannot be read.
  [[nodiscard]] std::optional<std::uint64_t> count() const;

private:
  files::file_descriptor file_;
};

} // namespace sys::process
