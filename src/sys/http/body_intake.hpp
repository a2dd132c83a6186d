#pragma once

#include "sys/http/body_room.hpp"
#include "sys/http/listener.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sys::http {

/// Decides about the body of a request before its first byte comes.
class body_intake {
public:
  struct limits {
    std::size_t body_bytes_max;   ///< 0: no body is taken
    std::size_t bodies_bytes_max; ///< of all bodies, see `body_room`
  };
  struct decision {
    body_room::share room{};                  ///< for the whole body; null: the body is refused
    std::optional<server_response> refusal{}; ///< the answer in place of the body
    std::optional<std::string> busiest{};     ///< the peer with most of the room, if the room is the reason
    bool ends_connection = false;             ///< answered at once; else when the body has been read and dropped
  };

  explicit body_intake(limits x) : limits_(std::move(x)), room_(body_room::make(limits_.bodies_bytes_max)) {}

  /// @param peer the address of the client
  /// @param length as announced, in bytes; empty: it is not announced
  [[nodiscard]] decision decide(const std::string& peer, std::optional<std::uint64_t> length) const;

private:
  limits limits_;
  std::shared_ptr<body_room> room_;
};

} // namespace sys::http
