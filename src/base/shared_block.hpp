#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

namespace base {

/// A handle of 8 bytes to a header with bytes behind it, in a single allocation with a counter of its
/// holders. Made for objects that exist a hundred thousand times. The content is never changed after `make`,
/// so copies of the handle may be used on several threads.
template <class Header>
class shared_block {
public:
  shared_block() noexcept = default;
  shared_block(std::nullptr_t) noexcept {}
  shared_block(const shared_block& x) noexcept : block_(x.block_) {
    if (block_ != nullptr) block_->holders.fetch_add(1, std::memory_order_relaxed);
  }
  shared_block(shared_block&& x) noexcept : block_(std::exchange(x.block_, nullptr)) {}
  shared_block& operator=(shared_block x) noexcept {
    std::swap(block_, x.block_);
    return *this;
  }
  ~shared_block() {
    if (block_ == nullptr || block_->holders.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    block_->~block();
    ::operator delete(block_);
  }

  /// @param bytes below 4 GiB, are copied behind the header
  [[nodiscard]] static shared_block make(Header header, std::string_view bytes = {}) {
    assert(bytes.size() <= std::numeric_limits<std::uint32_t>::max());
    shared_block made;
    made.block_ = new (::operator new(sizeof(block) + bytes.size()))
      block{{1}, static_cast<std::uint32_t>(bytes.size()), std::move(header)};
    if (!bytes.empty()) std::memcpy(made.block_ + 1, bytes.data(), bytes.size());
    return made;
  }

  [[nodiscard]] explicit operator bool() const noexcept { return block_ != nullptr; }
  /// @pre not null
  [[nodiscard]] const Header& header() const noexcept { return block_->header; }
  [[nodiscard]] const Header* operator->() const noexcept { return &block_->header; }
  [[nodiscard]] const Header& operator*() const noexcept { return block_->header; }
  /// @pre not null
  [[nodiscard]] std::string_view bytes() const noexcept {
    return {reinterpret_cast<const char*>(block_ + 1), block_->size};
  }
  /// The memory of the block, without that of the allocator; 0 for null.
  [[nodiscard]] std::size_t memory() const noexcept { return block_ != nullptr ? sizeof(block) + block_->size : 0; }
  /// @pre not null
  [[nodiscard]] bool is_shared() const noexcept { return block_->holders.load(std::memory_order_acquire) > 1; }

  /// The same block, not equal content.
  friend bool operator==(const shared_block& a, const shared_block& b) noexcept { return a.block_ == b.block_; }

private:
  struct block {
    std::atomic<std::uint32_t> holders;
    std::uint32_t size; ///< of the bytes behind it
    Header header;
  };

  block* block_ = nullptr;
};

} // namespace base
