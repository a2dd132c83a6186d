#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace base {

/// A text that one thread sets and other threads read. To be used only for a fact about the whole process
/// that readers need before a message could bring it. The lock is held only while the text is copied.
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
