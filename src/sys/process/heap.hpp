#pragma once

#include <cstddef>

namespace sys::process {

/// Keeps the memory of this process together: threads that sleep most of the time do not get heaps of their
/// own, and long texts get pages of their own, which go back to the system when they are freed. Belongs at
/// the beginning of `main`, before threads are started.
void share_one_heap() noexcept;

/// Notes the end of work that has taken about `bytes` of memory for a while. After 16 MiB of such work, free
/// memory is returned to the system (malloc_trim), because glibc by itself returns only the memory above the
/// topmost used block. That costs some milliseconds, a small part of the cost of the work. May be called from
/// any thread.
/// Why so: docs/decisions/outputs-are-read-as-streams.md
void end_large_work(std::size_t bytes) noexcept;

} // namespace sys::process
