#include "kube/transport/bounded_answer.hpp"

#include <algorithm>
#include <utility>

namespace kube::transport {

namespace {

/// The memory that a watch keeps after a long line, for its next lines.
constexpr std::size_t kept_bytes_max = std::size_t{64} << 10;

} // namespace

bounded_answer::taken bounded_answer::append(std::string_view bytes, std::size_t bytes_max) {
  if (bytes.size() > bytes_max - std::min(text_.size(), bytes_max)) return taken::too_long;
  if (budget_ != nullptr && !budget_->take(bytes.size())) return taken::no_room;
  const auto needed = text_.size() + bytes.size();
  if (needed > text_.capacity()) grow(std::min(std::max(needed, 2 * text_.capacity()), bytes_max));
  text_ += bytes;
  return taken::all;
}

/// Allocates exactly this capacity. A std::string that grows by itself doubles its capacity, which could be
/// twice the bound.
void bounded_answer::grow(std::size_t capacity) {
  std::string larger;
  larger.reserve(capacity);
  larger += text_;
  text_ = std::move(larger);
}

void bounded_answer::clear() {
  if (budget_ != nullptr) budget_->give_back(text_.size());
  if (text_.capacity() > kept_bytes_max)
    text_ = std::string();
  else
    text_.clear();
}

std::string bounded_answer::take() {
  if (budget_ != nullptr) budget_->give_back(text_.size());
  return std::exchange(text_, {});
}

} // namespace kube::transport
