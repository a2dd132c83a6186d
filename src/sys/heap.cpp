#include "sys/heap.hpp"

#include <malloc.h>

namespace sys {

void share_one_heap() noexcept {
  // Two, so that a busy thread seldom waits for another.
  constexpr int arenas = 2;
  ::mallopt(M_ARENA_MAX, arenas);
}

} // namespace sys
