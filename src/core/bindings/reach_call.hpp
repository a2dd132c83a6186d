#pragma once

#include "core/bindings/reach_places.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace core::bindings {

/// Whether a word begins or parts syntax and is no function: `def`, `then`.
[[nodiscard]] bool is_reserved_word(std::string_view word);

/// The results of a function without parameters. A function that is not known here reads all of its input.
[[nodiscard]] places call_result(place_tree& tree, const std::string& name, const places& in);

/// A call of a function with parameters, which are read in turn.
class reach_call {
public:
  reach_call(place_tree& tree, std::string name, const places& in);

  /// The input of the next parameter.
  [[nodiscard]] places input() const;
  /// @param results of the next parameter
  void take(const places& results);
  /// @pre all parameters were taken.
  [[nodiscard]] places results();

private:
  enum class form {
    reads_all,  ///< of its input: `sort_by(.a)`
    selects,    ///< `select(f)`: the input, or no result
    passes,     ///< `first(f)`: results of its parameter
    limits,     ///< `limit(n; f)`: results of its last parameter
    tests,      ///< `isempty(f)`: looks at the kind of the parameter's results only
    tests_each, ///< `any(f)`, `any(g; f)`: the same, for the items of its input or the results of `g`
    maps,       ///< `map(f)`: takes all results of the parameter, to which it gives the items of its input
    takes,      ///< `add(f)`: takes all results of the parameter
  };

  [[nodiscard]] static form form_of(std::string_view name);

  place_tree& tree_;
  form form_;
  places in_;
  places last_;
  std::size_t taken_ = 0;
};

} // namespace core::bindings
