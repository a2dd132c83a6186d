#pragma once

#include "base/fair_shares.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace sys::http {

/// The memory for bodies of requests, from before their first byte until their last holder has gone. Peers
/// share it (`base::fair_shares`), so that a peer with long bodies cannot keep other peers out. Thread-safe.
class body_room : public std::enable_shared_from_this<body_room> {
public:
  /// The room of a body. It is given back when the last copy ends.
  using share = std::shared_ptr<const void>;

  [[nodiscard]] static std::shared_ptr<body_room> make(std::size_t bytes_max);

  /// Takes room for a whole body. @returns null if there is no room for this peer
  [[nodiscard]] share take(const std::string& peer, std::size_t bytes);
  /// The peer with the most bytes; empty: there are no bodies.
  [[nodiscard]] std::string busiest();

private:
  explicit body_room(std::size_t bytes_max) : shares_(bytes_max) {}

  std::mutex guard_;
  base::fair_shares shares_;
};

} // namespace sys::http
