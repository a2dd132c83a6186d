#pragma once

#include "core/cel/expression.hpp"
#include "core/cel/function.hpp"

#include <span>
#include <vector>

namespace core::cel {

/// The treatment of a call whose function does not take numbers of these types.
enum class number_conversion {
  none,             ///< it fails
  whole_to_integer, ///< doubles without a fraction are tried as ints (as uints beside a uint)
};

/// Evaluates an expression once. A part that uses a failed part has its failure as result, but `&&`, `||`,
/// `?:`, `all` and `exists` absorb it where the other parts decide.
/// Semantics: https://github.com/google/cel-spec/blob/master/doc/langdef.md#evaluation
class evaluation {
public:
  /// @param variables in the order of the declaration
  evaluation(std::span<const value> variables, call_context context, number_conversion numbers)
    : variables_(variables), context_(context), numbers_(numbers) {}

  [[nodiscard]] value run(const expression& root);

private:
  value evaluate(const expression& x);
  value evaluate(const parts::selection& x);
  value evaluate(const parts::call& x);
  value evaluate(const parts::junction& x);
  value evaluate(const parts::conditional& x);
  value evaluate(const parts::list_literal& x);
  value evaluate(const parts::map_literal& x);
  value evaluate(const parts::macro& x);

  value call(const parts::call& x, std::span<value> given);
  template <class ItemAt>
  value evaluate_macro(const parts::macro& x, std::size_t size, ItemAt item_at);
  template <class ItemAt>
  value quantify(const parts::macro& x, std::size_t size, ItemAt item_at);
  template <class ItemAt>
  value count_one(const parts::macro& x, std::size_t size, ItemAt item_at);
  template <class ItemAt>
  value collect(const parts::macro& x, std::size_t size, ItemAt item_at);
  value with_item(value item, const expression& of);

  std::span<const value> variables_;
  call_context context_;
  number_conversion numbers_;
  std::vector<value> items_; ///< of the macros around, the innermost last
};

} // namespace core::cel
