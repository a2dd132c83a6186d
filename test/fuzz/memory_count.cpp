// Counts allocated memory, as the sanitizer sees it: by `new`, by `malloc`, by libraries in C.
#include "support/memory_peak.hpp"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <atomic>

namespace {

std::atomic<std::size_t> allocated = 0;
std::atomic<std::size_t> most = 0;

void note_allocation(const volatile void*, std::size_t size) {
  const auto now = allocated += size;
  auto before = most.load();
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
}

void note_release(const volatile void* block) {
  if (block == nullptr) return;
  const auto size = __sanitizer_get_allocated_size(block);
  // Memory that was allocated before the counting began is not known.
  auto before = allocated.load();
  while (!allocated.compare_exchange_weak(before, before - std::min(before, size))) {
  }
}

[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(note_allocation, note_release);

} // namespace

namespace test {

memory_peak::memory_peak() : begin_(allocated) {
  most = begin_;
}

std::size_t memory_peak::bytes() const {
  return std::max<std::size_t>(most, begin_) - begin_;
}

} // namespace test
