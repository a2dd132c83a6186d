#pragma once

#include "sys/files/file_descriptor.hpp"

namespace sys::time {

/// Wakes a thread that waits for descriptors. May be set from any thread, any number of times.
class wake_event {
public:
  /// Ends the program if the kernel has no descriptor left: it is made once, at the start.
  wake_event();

  [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }
  void set() noexcept;
  void clear() noexcept;

private:
  files::file_descriptor fd_;
};

} // namespace sys::time
