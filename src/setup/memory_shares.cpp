#include "setup/memory_shares.hpp"

#include <algorithm>

namespace setup {

memory_shares memory_shares_of(std::uint64_t limit_bytes) noexcept {
  return {.watched_objects = static_cast<std::size_t>(limit_bytes / 3),
          .list_page = static_cast<std::size_t>(limit_bytes / 16),
          .incoming_answers = static_cast<std::size_t>(limit_bytes / 4),
          .filter = static_cast<std::size_t>(std::min(limit_bytes / 8, std::uint64_t{256} << 20)),
          .reviews = static_cast<std::size_t>(std::min(limit_bytes / 16, std::uint64_t{256} << 20)),
          .helm = limit_bytes / 4 * 3};
}

} // namespace setup
