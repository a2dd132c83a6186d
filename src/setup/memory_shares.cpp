#include "setup/memory_shares.hpp"

namespace setup {

memory_shares memory_shares_of(std::uint64_t limit_bytes) noexcept {
  return {.watched_objects = static_cast<std::size_t>(limit_bytes / 3),
          .list_page = static_cast<std::size_t>(limit_bytes / 16),
          .incoming_answers = static_cast<std::size_t>(limit_bytes / 4),
          .helm = limit_bytes / 4 * 3};
}

} // namespace setup
