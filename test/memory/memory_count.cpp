// Counts the memory that `new` gives and `delete` takes back, for the whole program.
#include "support/memory_peak.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocated = 0;
std::atomic<std::size_t> most = 0;

void* counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  const auto now = allocated += ::malloc_usable_size(block);
  auto before = most.load();
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
  return block;
}

void give_back(void* block) {
  if (block == nullptr) return;
  allocated -= ::malloc_usable_size(block);
  std::free(block);
}

} // namespace

void* operator new(std::size_t size) {
  return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* block) noexcept {
  give_back(block);
}
void operator delete(void* block, std::size_t) noexcept {
  give_back(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  give_back(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  give_back(block);
}

namespace test {

memory_peak::memory_peak() : begin_(allocated) {
  most = begin_;
}

std::size_t memory_peak::bytes() const {
  return std::max<std::size_t>(most, begin_) - begin_;
}

} // namespace test
