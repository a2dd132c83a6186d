#pragma once

#include <string>

namespace core::webhooks {

/// The client that sends a review: an API server, or a stranger who reaches the port.
struct review_client {
  std::string address{};   ///< see `sys::http::client_reply`; empty: not known
  bool is_vouched = false; ///< an authority of `--validating-webhook-client-ca` vouches for it: it is an API server
  /// The user behind the request, as the client names it (`userInfo.username`). Empty: the review names no
  /// user, as a conversion does, or a user with more than 1 KiB.
  std::string user{};
};

} // namespace core::webhooks
