#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace base {

/// A text that one thread sets and other threads read. Only for a fact about the whole process that the
/// readers need at once and that no message brings in time: the lock is held for a copy of the text.
class shared_words {
public:
  void set(std::string words) {
    const std::scoped_lock lock(mutex_);
    words_ = std::move(words);
  }
  [[nodiscard]] std::string read() const {
    const std::scoped_lock lock(mutex_);
    return words_;
  }

private:
  mutable std::mutex mutex_;
  std::string words_;
};

} // namespace base
