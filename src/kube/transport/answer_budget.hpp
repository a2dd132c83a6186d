#pragma once

#include <cstddef>

namespace kube::transport {

/// The memory that all incoming answers may take together. Used on the transport's thread only.
class answer_budget {
public:
  explicit answer_budget(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

  /// @returns false if there is no room for this number of further bytes.
  [[nodiscard]] bool take(std::size_t bytes) noexcept {
    if (bytes > bytes_max_ - taken_) return false;
    taken_ += bytes;
    return true;
  }
  void give_back(std::size_t bytes) noexcept { taken_ -= bytes; }

  [[nodiscard]] std::size_t bytes_max() const noexcept { return bytes_max_; }

private:
  std::size_t bytes_max_;
  std::size_t taken_ = 0;
};

} // namespace kube::transport
