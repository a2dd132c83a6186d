#include "sys/process/heap.hpp"

#include <malloc.h>

#include <atomic>

namespace sys::process {

namespace {

constexpr std::size_t worth_a_return = std::size_t{16} << 20;

std::atomic<std::size_t> worked{0}; ///< bytes since memory was given back

} // namespace

void share_one_heap() noexcept {
  // Two arenas, so that a busy thread seldom waits for another thread.
  constexpr int arenas = 2;
  ::mallopt(M_ARENA_MAX, arenas);
  // A fixed threshold. Without it the allocator raises the threshold, up to 32 MiB, with each longer text
  // that is freed.
  constexpr int own_pages_from = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, own_pages_from);
  ::mallopt(M_TRIM_THRESHOLD, own_pages_from);
}

void end_large_work(std::size_t bytes) noexcept {
  if (worked.fetch_add(bytes, std::memory_order_relaxed) + bytes < worth_a_return) return;
  worked.store(0, std::memory_order_relaxed);
  ::malloc_trim(0);
}

} // namespace sys::process
