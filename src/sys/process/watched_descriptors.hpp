#pragma once

#include "sys/files/file_descriptor.hpp"
#include "sys/process/process.hpp"

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

namespace sys::process {

/// The kind of descriptor that an event is about.
enum class source : std::uint64_t { out, err, in, exit, orphan, wake };

/// An event names a process and not an object, because it may come for a process that has just ended. For an
/// orphan the id is the kernel's number.
struct descriptor_event {
  process_id id = 0;
  source from = source::wake;
};

/// The descriptors that the reactor waits for, by epoll(7). Not for several threads at once.
///
/// A pipe is watched for a single event at a time, because the kernel reports a closed pipe even if no event
/// was asked for: after each event it must be watched again.
class watched_descriptors {
public:
  /// Ends the program if the kernel gives no epoll descriptor.
  watched_descriptors();

  /// @returns false if the kernel refuses, for example at its limit of watched descriptors
  [[nodiscard]] bool watch(int descriptor, descriptor_event about);
  /// Watches a pipe for the next event, whether it was watched before or not. If the kernel refuses, no event
  /// comes.
  void watch_again(int descriptor, descriptor_event about);

  /// Waits for events.
  /// @param milliseconds until it returns without an event; -1: no limit
  /// @returns at most 64 events, valid until the next call; none if the time is over, or a signal has come
  [[nodiscard]] std::span<const descriptor_event> wait(int milliseconds);

private:
  static constexpr std::size_t events_max = 64;

  files::file_descriptor epoll_;
  std::array<epoll_event, events_max> raw_{};
  std::array<descriptor_event, events_max> events_{};
};

} // namespace sys::process
