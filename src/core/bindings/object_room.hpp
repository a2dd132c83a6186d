#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace core::bindings {

/// The account of the bytes that all watches keep of their objects, with a common bound. Objects of a single
/// user may otherwise take all memory of the operator. Beyond the bound the watch with most bytes gives its
/// objects up, whichever watch has grown. The bound is a share of the memory limit (`setup::memory_shares`).
/// Belongs to one thread at a time.
class object_room {
public:
  /// Names a watch.
  using watch = std::uint64_t;

  explicit object_room(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  [[nodiscard]] watch enter();
  void leave(watch x);

  /// Notes the bytes that a watch keeps now. Has no effect on a watch that has to give its objects up.
  /// @returns the watch that has to give its objects up, which takes no bytes from now on; empty: all fit
  [[nodiscard]] std::optional<watch> note(watch x, std::size_t bytes);

  /// Whether a watch may keep this number of bytes again. An eighth of the room is left free then, so that
  /// the watch does not have to give its objects up again at once.
  [[nodiscard]] bool fits(std::size_t bytes) const noexcept;
  /// A watch that has given its objects up keeps them again.
  void come_back(watch x);

  [[nodiscard]] std::size_t bytes_max() const noexcept { return bytes_max_; }

private:
  struct entry {
    std::size_t bytes = 0;
    bool is_out = false;
  };

  std::size_t bytes_max_;
  std::size_t bytes_ = 0; ///< of all watches
  watch last_ = 0;
  std::map<watch, entry> watches_; ///< bound: the watches
};

} // namespace core::bindings
