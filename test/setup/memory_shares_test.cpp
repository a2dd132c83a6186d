#include "setup/memory_shares.hpp"

#include <doctest/doctest.h>

TEST_CASE("the shares of the memory limit are those of the page about bounds") {
  const auto shares = setup::memory_shares_of(std::uint64_t{48} << 20);
  CHECK(shares.watched_objects == std::size_t{16} << 20);
  CHECK(shares.list_page == std::size_t{3} << 20);
  CHECK(shares.incoming_answers == std::size_t{12} << 20);
  CHECK(shares.filter == std::size_t{6} << 20);
  CHECK(setup::memory_shares_of(std::uint64_t{8} << 30).filter == std::size_t{256} << 20);
  CHECK(shares.reviews == std::size_t{3} << 20);
  CHECK(setup::memory_shares_of(std::uint64_t{8} << 30).reviews == std::size_t{256} << 20);
  CHECK(shares.helm == std::uint64_t{36} << 20);
}
