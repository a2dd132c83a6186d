#include "sys/http/body_room.hpp"

namespace sys::http {

std::shared_ptr<body_room> body_room::make(std::size_t bytes_max) {
  return std::shared_ptr<body_room>(new body_room(bytes_max));
}

body_room::share body_room::take(const std::string& peer, std::size_t bytes) {
  const std::lock_guard lock(guard_);
  if (!shares_.may_take(peer, bytes)) return nullptr;
  shares_.take(peer, bytes);
  return {this, [me = shared_from_this(), peer, bytes](const void*) {
            const std::lock_guard lock_at_end(me->guard_);
            me->shares_.give_back(peer, bytes);
          }};
}

std::string body_room::busiest() {
  const std::lock_guard lock(guard_);
  return shares_.busiest();
}

} // namespace sys::http
