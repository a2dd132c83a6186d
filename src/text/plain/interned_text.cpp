#include "text/plain/interned_text.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace text {

struct interned_text::entry {
  explicit entry(std::string_view x) : text(x) {}
  std::atomic<std::size_t> holders{0};
  const std::string text;
};

struct interned_text::table {
  std::mutex mutex;
  std::unordered_map<std::string_view, std::unique_ptr<entry>> entries;
};

interned_text::table& interned_text::all() {
  // Never destroyed, because threads may still hold texts when the program ends.
  static auto* const only = new table;
  return *only;
}

interned_text::interned_text(std::string_view text) {
  auto& known = all();
  const std::lock_guard guard(known.mutex);
  auto found = known.entries.find(text);
  if (found == known.entries.end()) {
    auto made = std::make_unique<entry>(text);
    const std::string_view key = made->text;
    found = known.entries.emplace(key, std::move(made)).first;
  }
  entry_ = found->second.get();
  entry_->holders.fetch_add(1, std::memory_order_relaxed);
}

interned_text::interned_text(const interned_text& x) noexcept : entry_(x.entry_) {
  entry_->holders.fetch_add(1, std::memory_order_relaxed);
}

interned_text& interned_text::operator=(const interned_text& x) noexcept {
  interned_text copy(x);
  std::swap(entry_, copy.entry_);
  return *this;
}

interned_text::~interned_text() {
  // The last holder leaves under the lock, so that no other thread finds an entry that is about to go.
  auto holders = entry_->holders.load(std::memory_order_relaxed);
  while (holders > 1)
    if (entry_->holders.compare_exchange_weak(holders, holders - 1, std::memory_order_acq_rel)) return;
  auto& known = all();
  const std::lock_guard guard(known.mutex);
  if (entry_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) known.entries.erase(entry_->text);
}

const std::string& interned_text::text() const noexcept {
  return entry_->text;
}

} // namespace text
