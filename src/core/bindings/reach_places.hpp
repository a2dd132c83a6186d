#pragma once

#include "core/bindings/reached_paths.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace core::bindings {

/// The values that an expression may have, as places in the program's input. A value of the expression that
/// is no such place is made of parts of the input that are reached as a whole.
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
