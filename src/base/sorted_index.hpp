#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace base {

/// A list that costs little to copy, because it shares its items with other lists: it consists of chunks of
/// up to `chunk_max` items. Never changed after it was made, so it may be used on several threads.
template <class T>
class shared_list {
public:
  using chunk = std::vector<T>;
  static constexpr std::size_t chunk_max = 256;

  class const_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    const_iterator() = default;
    reference operator*() const noexcept { return (**chunk_)[at_]; }
    pointer operator->() const noexcept { return &**this; }
    const_iterator& operator++() noexcept {
      if (++at_ == (*chunk_)->size()) {
        ++chunk_;
        at_ = 0;
      }
      return *this;
    }
    const_iterator operator++(int) noexcept {
      auto before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const const_iterator&, const const_iterator&) = default;

  private:
    friend class shared_list;
    explicit const_iterator(const std::shared_ptr<const chunk>* at) : chunk_(at) {}
    const std::shared_ptr<const chunk>* chunk_ = nullptr; ///< the end: behind the last
    std::size_t at_ = 0;
  };
  using iterator = const_iterator;
  using value_type = T;

  shared_list() = default;
  shared_list(std::initializer_list<T> items) : shared_list(std::vector<T>(items)) {}
  explicit shared_list(std::vector<T> items) : size_(items.size()) {
    for (std::size_t begin = 0; begin < items.size(); begin += chunk_max) {
      const auto first = std::make_move_iterator(items.begin() + static_cast<std::ptrdiff_t>(begin));
      const auto count = static_cast<std::ptrdiff_t>(std::min(chunk_max, items.size() - begin));
      chunks_.push_back(std::make_shared<const chunk>(first, first + count));
    }
  }
  /// @param chunks not empty
  shared_list(std::vector<std::shared_ptr<const chunk>> chunks, std::size_t size)
    : chunks_(std::move(chunks)), size_(size) {}

  [[nodiscard]] const_iterator begin() const noexcept { return const_iterator(chunks_.data()); }
  [[nodiscard]] const_iterator end() const noexcept { return const_iterator(chunks_.data() + chunks_.size()); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// @pre not empty
  [[nodiscard]] const T& front() const noexcept { return chunks_.front()->front(); }
  /// Passes the chunks before. @pre below `size`
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept {
    std::size_t i = 0;
    while (at >= chunks_[i]->size()) at -= chunks_[i++]->size();
    return (*chunks_[i])[at];
  }

private:
  std::vector<std::shared_ptr<const chunk>> chunks_;
  std::size_t size_ = 0;
};

/// Items sorted by a key, each key once. `list` shares the items with the index; a later change of the index
/// copies the chunk that it concerns. An index belongs to a single thread; lists may be used on any.
/// @tparam Key has `of(const T&)`, which returns the key for comparisons by `<` and `==`
template <class T, class Key>
class sorted_index {
public:
  using list_type = shared_list<T>;
  using key_type = decltype(Key::of(std::declval<const T&>()));

  sorted_index() = default;
  /// @param items in any order; of items with the same key the last counts
  explicit sorted_index(std::vector<T> items) {
    for (auto& x : items) put(std::move(x));
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// All items now.
  [[nodiscard]] list_type list() const {
    std::vector<std::shared_ptr<const chunk>> all;
    all.reserve(slots_.size());
    for (auto& x : slots_) {
      x.is_shared = true;
      all.push_back(x.items);
    }
    return list_type(std::move(all), size_);
  }

  /// @returns null if there is no item with this key; valid until the next change
  [[nodiscard]] const T* find(const key_type& key) const {
    const auto slot = slot_of(key);
    if (slot == slots_.size()) return nullptr;
    const auto& items = *slots_[slot].items;
    const auto at = place_of(items, key);
    return at < items.size() && Key::of(items[at]) == key ? &items[at] : nullptr;
  }
  [[nodiscard]] bool contains(const key_type& key) const { return find(key) != nullptr; }

  /// Adds an item, or replaces the item with its key. @returns its place, valid until the next change
  T& put(T x) {
    const auto key = Key::of(x);
    auto slot = slot_of(key);
    if (slot == slots_.size()) {
      // Behind all items: a list comes in this order, and fills the chunks.
      if (slots_.empty() || slots_.back().items->size() == chunk_max)
        slots_.push_back({std::make_shared<chunk>(), false});
      auto& items = own(slots_.size() - 1);
      items.push_back(std::move(x));
      ++size_;
      return items.back();
    }
    if (auto& items = own(slot); Key::of(items[place_of(items, key)]) == key)
      return items[place_of(items, key)] = std::move(x);
    if (slots_[slot].items->size() == chunk_max) slot = split(slot, key);
    auto& items = own(slot);
    ++size_;
    return *items.insert(items.begin() + static_cast<std::ptrdiff_t>(place_of(items, key)), std::move(x));
  }

  /// @returns false if there is no item with this key
  bool erase(const key_type& key) {
    if (!contains(key)) return false;
    const auto slot = slot_of(key);
    auto& items = own(slot);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place_of(items, key)));
    --size_;
    if (items.empty())
      slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(slot));
    else if (items.size() <= chunk_max / 4 && slot + 1 < slots_.size())
      join_with_next(slot);
    return true;
  }

  void clear() noexcept {
    slots_.clear();
    size_ = 0;
  }

  /// Changes each item, but not its key.
  void change_all(const auto& change) {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      for (auto& x : own(i)) change(x);
  }

private:
  using chunk = typename list_type::chunk;
  static constexpr std::size_t chunk_max = list_type::chunk_max;
  struct slot {
    std::shared_ptr<chunk> items; ///< never empty between two calls
    mutable bool is_shared = false;
  };

  /// The first slot whose last item is not before the key; the number of slots: no slot has it.
  [[nodiscard]] std::size_t slot_of(const key_type& key) const {
    const auto at =
      std::partition_point(slots_.begin(), slots_.end(), [&](const slot& x) { return Key::of(x.items->back()) < key; });
    return static_cast<std::size_t>(at - slots_.begin());
  }
  [[nodiscard]] static std::size_t place_of(const chunk& items, const key_type& key) {
    const auto at = std::partition_point(items.begin(), items.end(), [&](const T& x) { return Key::of(x) < key; });
    return static_cast<std::size_t>(at - items.begin());
  }

  /// The items of a slot, which no list shares.
  chunk& own(std::size_t at) {
    auto& x = slots_[at];
    if (std::exchange(x.is_shared, false)) x.items = std::make_shared<chunk>(*x.items);
    return *x.items;
  }

  /// Halves a slot. @returns the half to which the key belongs
  std::size_t split(std::size_t at, const key_type& key) {
    auto& items = own(at);
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    auto rest = std::make_shared<chunk>(std::make_move_iterator(middle), std::make_move_iterator(items.end()));
    items.erase(middle, items.end());
    items.shrink_to_fit();
    const bool is_in_first = key < Key::of(rest->front());
    slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(at) + 1, {std::move(rest), false});
    return is_in_first ? at : at + 1;
  }

  /// Keeps the number of slots in proportion to the number of items.
  void join_with_next(std::size_t at) {
    if (slots_[at].items->size() + slots_[at + 1].items->size() > chunk_max * 3 / 4) return;
    auto& next = own(at + 1);
    auto& items = own(at);
    items.insert(items.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }

  std::vector<slot> slots_;
  std::size_t size_ = 0;
};

} // namespace base
