#pragma once

#include "core/bindings/reached_paths.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace core::bindings {

/// Places of a program's input with the values that an expression may have. Its further values are made
/// of parts that are reached as a whole.
using places = std::vector<reached_paths*>;

/// Adds places that are not yet there.
void add(places& all, const places& more);

/// The paths that `filter_reach` has found so far.
class place_tree {
public:
  static constexpr std::size_t places_max = 1000;

  explicit place_tree(reached_paths& root) : root_(&root) {}

  [[nodiscard]] reached_paths& root() const noexcept { return *root_; }
  /// There were more places than `places_max`, so some are missing.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }

  /// The values of a member of these values.
  places member(const places& of, const std::string& name);
  /// The items or the values of all members of these values.
  places each(const places& of);
  /// Only the number of their items, or their keys, are read.
  static places count(const places& values);
  /// All of the values is read. @returns no places, for the values that are made of it.
  static places reach(const places& values);

private:
  [[nodiscard]] bool has_room();

  reached_paths* root_;
  std::size_t size_ = 1;
  bool is_full_ = false;
};

} // namespace core::bindings
