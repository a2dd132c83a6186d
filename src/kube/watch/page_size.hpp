#pragma once

#include <cstddef>

namespace kube::watch {

/// The number of objects in a page of a list at first, as in client-go.
inline constexpr std::size_t objects_per_page = 500;

/// The number of objects in a page of a list. After a page that is too large for the server, the network or
/// the memory, the list begins again with an eighth of the objects in each page. After each complete list the
/// pages have twice as many objects, up to half of the size that was too large: then a slow server does not
/// fail once in each list. After eight complete lists this limit is forgotten, because the server may have
/// been slow only for a while.
class page_size {
public:
  explicit page_size(std::size_t wanted) noexcept : wanted_(wanted), now_(wanted), limit_(wanted) {}

  [[nodiscard]] std::size_t now() const noexcept { return now_; }
  /// The maximal number of pages of a list. It is enough for more objects than etcd holds; a list with more
  /// pages is taken for endless.
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
