#pragma once

#include "sys/http/body_room.hpp"
#include "sys/http/listener.hpp"

#include <string>
#include <utility>

namespace sys::http {

/// The answer function that a listener hands over with a request of a network client. It knows its client,
/// and holds the room of the body.
struct client_reply {
  reply_function send;
  std::string address; ///< see `address_text`
  /// To be kept as long as the body, or a copy of it, is kept; null: there is no body.
  body_room::share room{};
  bool is_vouched = false; ///< an authority of clients vouches for it, see `https_identity::trusts_client`

  void operator()(server_response x) const { send(std::move(x)); }
};

/// The client behind an answer function. Empty if it has no address.
[[nodiscard]] inline client_reply client_of(const reply_function& x) {
  const auto* const known = x.target<client_reply>();
  return known == nullptr ? client_reply{} : *known;
}

} // namespace sys::http
