#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace text {

/// A list that inserts and removes items at any index in logarithmic time; a vector would move all items
/// behind the index.
///
/// It is a treap (Seidel and Aragon, "Randomized Search Trees", 1996) in which the number of items below each
/// node takes the place of keys. Priorities come from a fixed sequence, so the same operations always take
/// the same steps.
template <class T>
class indexed_list {
public:
  [[nodiscard]] std::size_t size() const noexcept { return size_of(root_); }

  /// @pre index < size()
  [[nodiscard]] T& operator[](std::size_t index) { return at(root_, index)->item; }
  [[nodiscard]] const T& operator[](std::size_t index) const { return at(root_, index)->item; }

  /// Puts an item before the item of that index.
  /// @pre index <= size()
  void insert(std::size_t index, T item) {
    auto fresh = std::make_unique<node>(node{std::move(item), next_priority()});
    auto [before, behind] = split(std::move(root_), index);
    root_ = merge(merge(std::move(before), std::move(fresh)), std::move(behind));
  }

  /// Removes an item and returns it. @pre index < size()
  T take(std::size_t index) {
    auto [before, rest] = split(std::move(root_), index);
    auto [taken, behind] = split(std::move(rest), 1);
    root_ = merge(std::move(before), std::move(behind));
    return std::move(taken->item);
  }

  /// Calls `see` with each item, in order.
  template <class See>
  void each(const See& see) const {
    walk(root_, see);
  }

private:
  struct node;
  using link = std::unique_ptr<node>;
  struct node {
    T item;
    std::uint32_t priority;
    std::size_t size = 1;
    link before{};
    link behind{};
  };

  static std::size_t size_of(const link& x) noexcept { return x ? x->size : 0; }
  static void count(node& x) noexcept { x.size = 1 + size_of(x.before) + size_of(x.behind); }

  static node* at(const link& root, std::size_t index) {
    auto* x = root.get();
    for (;;) {
      const auto before = size_of(x->before);
      if (index == before) return x;
      if (index < before) {
        x = x->before.get();
      } else {
        index -= before + 1;
        x = x->behind.get();
      }
    }
  }

  /// The first `index` items, and the remaining items.
  static std::pair<link, link> split(link x, std::size_t index) {
    if (!x) return {};
    const auto before = size_of(x->before);
    if (index <= before) {
      auto [first, second] = split(std::move(x->before), index);
      x->before = std::move(second);
      count(*x);
      return {std::move(first), std::move(x)};
    }
    auto [first, second] = split(std::move(x->behind), index - before - 1);
    x->behind = std::move(first);
    count(*x);
    return {std::move(x), std::move(second)};
  }

  static link merge(link a, link b) {
    if (!a) return b;
    if (!b) return a;
    auto& top = a->priority > b->priority ? a : b;
    if (&top == &a)
      a->behind = merge(std::move(a->behind), std::move(b));
    else
      b->before = merge(std::move(a), std::move(b->before));
    count(*top);
    return std::move(top);
  }

  template <class See>
  static void walk(const link& x, const See& see) {
    if (!x) return;
    walk(x->before, see);
    see(x->item);
    walk(x->behind, see);
  }

  /// Xorshift (Marsaglia, 2003).
  std::uint32_t next_priority() noexcept {
    random_ ^= random_ << 13U;
    random_ ^= random_ >> 17U;
    random_ ^= random_ << 5U;
    return random_;
  }

  link root_;
  std::uint32_t random_ = 2463534242U;
};

} // namespace text
