#pragma once

#include <cstddef>

namespace sys::http {

/// The memory for bodies of requests that are on their way to a listener. A short body always has room, so
/// that clients with long bodies cannot keep other clients out. Bound of all bodies: `bytes_max`, and
/// `short_body` for each connection.
class body_room {
public:
  static constexpr std::size_t short_body = std::size_t{1} << 20;

  explicit body_room(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  /// Takes room for the next part of a body. @param before the bytes of this body that came earlier
  /// @returns false if there is no room; then no room is taken.
  [[nodiscard]] bool take(std::size_t before, std::size_t more) {
    if (before + more > short_body && taken_ + more > bytes_max_) return false;
    taken_ += more;
    return true;
  }

  /// Gives back the room of a whole body.
  void give_back(std::size_t bytes) { taken_ -= bytes; }

private:
  std::size_t bytes_max_;
  std::size_t taken_ = 0;
};

} // namespace sys::http
