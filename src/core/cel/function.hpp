#pragma once

#include "base/time_zone.hpp"
#include "core/cel/budget.hpp"
#include "core/cel/value.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace core::cel {

class regular_expression;

/// The values of a call. No value has failed.
using arguments = std::span<const value>;

/// The surroundings of a call.
struct call_context {
  budget& steps;
  const base::time_zone_source& zones;
  const regular_expression* pattern = nullptr; ///< the second argument, if it is constant
};

/// `f(a, b)` or `a.f(b)`
enum class call_form { function, method };

/// A function by its name, its form and the number of its arguments. The implementation chooses by the types
/// of the values; for types that it does not take the result is a failure `no_overload`.
struct function {
  using implementation = value (*)(arguments given, const call_context& context);

  std::string_view name;
  call_form form = call_form::function;
  std::size_t count = 0; ///< of arguments, the target of a method included
  implementation run = nullptr;
};

/// Pointers to the content of the first two arguments if both are of that type, else nulls.
template <class T>
[[nodiscard]] std::pair<const T*, const T*> both(arguments given) {
  const auto *a = given[0].as<T>(), *b = given[1].as<T>();
  return a && b ? std::pair(a, b) : std::pair<const T*, const T*>(nullptr, nullptr);
}

/// The failure of a function that does not take values of these types.
/// @pre there is an argument
[[nodiscard]] inline value wrong_types(std::string_view name, arguments given) {
  return given.size() > 1 ? no_overload(name, given[0], given[1]) : no_overload(name, given[0]);
}

/// A failure `invalid` with that message.
[[nodiscard]] inline value invalid(std::string message) {
  return failure{failure_kind::invalid, std::move(message)};
}

} // namespace core::cel
