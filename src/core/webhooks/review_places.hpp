#pragma once

#include "core/webhooks/review_shares.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace core::webhooks {

/// The places of reviews that are on their way: their number, and the bytes of their bodies. Clients share
/// both (`review_shares`). Used by a single thread.
class review_places : public std::enable_shared_from_this<review_places> {
public:
  struct limits {
    std::size_t reviews;
    std::size_t bytes; ///< of all bodies
  };
  /// The place of a review. It is given back when the last copy ends.
  using place = std::shared_ptr<const void>;

  [[nodiscard]] static std::shared_ptr<review_places> make(limits x) {
    return std::shared_ptr<review_places>(new review_places(x));
  }

  /// @param bytes of the body
  /// @returns null if the client has its share of the places already
  [[nodiscard]] place take(const review_client& client, std::size_t bytes) {
    if (!reviews_.may_take(client) || !bytes_.may_take(client, bytes)) return nullptr;
    reviews_.take(client);
    bytes_.take(client, bytes);
    return {this, [all = shared_from_this(), client, bytes](const void*) {
              all->reviews_.give_back(client);
              all->bytes_.give_back(client, bytes);
            }};
  }
  /// The address with the most reviews.
  [[nodiscard]] std::string busiest() const { return reviews_.busiest(); }

private:
  explicit review_places(limits x) : reviews_(x.reviews), bytes_(x.bytes) {}

  review_shares reviews_;
  review_shares bytes_;
};

} // namespace core::webhooks
