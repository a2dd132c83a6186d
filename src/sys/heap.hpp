#pragma once

namespace sys {

/// Keeps the memory of this process together: threads that sleep most of the time do not get heaps of their own.
/// Belongs at the beginning of `main`, before threads are started.
void share_one_heap() noexcept;

} // namespace sys
