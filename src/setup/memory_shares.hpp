#pragma once

#include <cstddef>
#include <cstdint>

namespace setup {

/// The shares of the memory limit (`sys::process::memory_limit`) that single purposes may take, in bytes.
/// Their sum may exceed the limit, because these purposes are not all at their highest at the same time.
/// (docs/security.md)
struct memory_shares {
  std::size_t watched_objects;  ///< of all watches of hooks together: a third
  std::size_t list_page;        ///< of a list, which is in memory twice for a moment: a sixteenth
  std::size_t incoming_answers; ///< of the API server, all together: a quarter
  /// The growth of the process that is allowed while a jq filter looks at an object: an eighth, 256 MiB at
  /// most. Two threads run filters.
  std::size_t filter;
  /// Of reviews for webhooks, from their first byte to the end of their hooks: a sixteenth, 256 MiB at most.
  /// A hook may take many times as much for its review, and most programs that read JSON do.
  std::size_t reviews;
  /// Of a Helm: three quarters. A chart may take any amount of memory, depending on a user's values. With
  /// this limit Helm ends before the kernel kills the operator's cgroup.
  std::uint64_t helm;
};

[[nodiscard]] memory_shares memory_shares_of(std::uint64_t limit_bytes) noexcept;

} // namespace setup
