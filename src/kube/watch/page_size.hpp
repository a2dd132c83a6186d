#pragma once

#include <cstddef>

namespace kube::watch {

/// How many objects a page of a list may have. A page that is too much for the server, the line or the memory is asked for
/// with an eighth of the objects. Each list that is complete then doubles the pages of the next list, but not beyond half
/// of the size that was too much, so that a slow server does not fail each list once. After eight lists that limit is forgotten:
/// the server may have been slow for a while only.
class page_size {
public:
  explicit page_size(std::size_t wanted) noexcept : wanted_(wanted), now_(wanted), limit_(wanted) {}

  [[nodiscard]] std::size_t now() const noexcept { return now_; }
  /// The most pages that a list may have: more objects than etcd holds. A list that goes on has no end.
  [[nodiscard]] std::size_t pages_max() const noexcept;

  void note_too_large() noexcept;
  void note_complete() noexcept;

private:
  std::size_t wanted_;
  std::size_t now_;
  std::size_t limit_;
  unsigned complete_ = 0; ///< lists since a page was too large
};

} // namespace kube::watch
