#include "kube/watch/page_size.hpp"

#include <algorithm>

namespace kube::watch {

namespace {

/// The maximal number of pages in a list while they have the wanted size.
constexpr std::size_t full_pages_max = 10'000;

constexpr std::size_t divisor = 8;

constexpr unsigned lists_until_forgotten = 8;

} // namespace

std::size_t page_size::pages_max() const noexcept {
  return full_pages_max * wanted_ / now_;
}

void page_size::note_too_large() noexcept {
  limit_ = std::max<std::size_t>(now_ / 2, 1);
  now_ = std::max<std::size_t>(now_ / divisor, 1);
  complete_ = 0;
}

void page_size::note_complete() noexcept {
  if (++complete_ >= lists_until_forgotten) limit_ = wanted_;
  now_ = std::min(2 * now_, limit_);
}

} // namespace kube::watch
