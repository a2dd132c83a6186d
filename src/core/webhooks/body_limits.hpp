#pragma once

#include <algorithm>
#include <cstddef>

namespace core::webhooks {

/// The bytes that bodies of requests to the listener for webhooks may have.
struct body_limits {
  std::size_t review = std::size_t{8} << 20;     ///< of a review about an object
  std::size_t conversion = std::size_t{8} << 20; ///< of a review with objects to convert
  std::size_t all = std::size_t{256} << 20;      ///< of all bodies together
};

/// The API server sends all objects of a list as one review, so a conversion may have more bytes than a
/// review about an object: three quarters of the room for all bodies, at most 128 MiB.
/// @param review as the user has set it; it may exceed `room`, which grows to it
/// @param room the share of the memory limit, see `setup::memory_shares`
[[nodiscard]] constexpr body_limits body_limits_of(std::size_t review, std::size_t room) noexcept {
  constexpr std::size_t conversion_max = std::size_t{128} << 20;
  return {review, std::max(review, std::min(room / 4 * 3, conversion_max)), std::max(room, review)};
}

} // namespace core::webhooks
