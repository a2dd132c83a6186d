#pragma once

#include "core/bindings/object_room.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace actors::watches {

/// The room for the objects of all INFORMERs, which run on several threads. Thread-safe.
class watch_room {
public:
  using watch = core::bindings::object_room::watch;

  explicit watch_room(std::size_t bytes_max = std::numeric_limits<std::size_t>::max()) : room_(bytes_max) {}

  /// @param is_full called on any thread if the watch must give up its objects, so that another watch has
  /// room; must only post a message
  [[nodiscard]] watch enter(std::function<void()> is_full) {
    const std::lock_guard guard(mutex_);
    const auto x = room_.enter();
    is_full_.emplace(x, std::move(is_full));
    return x;
  }
  void leave(watch x) {
    const std::lock_guard guard(mutex_);
    room_.leave(x);
    is_full_.erase(x);
  }
  /// @returns true if this watch has to give its objects up
  [[nodiscard]] bool note(watch x, std::size_t bytes) {
    const std::lock_guard guard(mutex_);
    const auto out = room_.note(x, bytes);
    if (!out || *out == x) return out.has_value();
    is_full_.at (*out)();
    return false;
  }
  [[nodiscard]] bool fits(std::size_t bytes) {
    const std::lock_guard guard(mutex_);
    return room_.fits(bytes);
  }
  void come_back(watch x) {
    const std::lock_guard guard(mutex_);
    room_.come_back(x);
  }
  [[nodiscard]] std::size_t bytes_max() const noexcept { return room_.bytes_max(); }

private:
  std::mutex mutex_;
  core::bindings::object_room room_;
  std::map<watch, std::function<void()>> is_full_;
};
using watch_room_ptr = std::shared_ptr<watch_room>;

/// The place of a watch in the room, as long as this object lives.
class watch_place {
public:
  watch_place(watch_room_ptr room, std::function<void()> is_full)
    : room_(std::move(room)), watch_(room_->enter(std::move(is_full))) {}
  ~watch_place() { room_->leave(watch_); }
  watch_place(const watch_place&) = delete;
  watch_place& operator=(const watch_place&) = delete;

  [[nodiscard]] bool note(std::size_t bytes) { return room_->note(watch_, bytes); }
  void come_back() { room_->come_back(watch_); }

private:
  watch_room_ptr room_;
  watch_room::watch watch_;
};

} // namespace actors::watches
