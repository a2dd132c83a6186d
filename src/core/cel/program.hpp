#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"
#include "core/cel/evaluation.hpp"
#include "core/cel/name_resolution.hpp"
#include "core/cel/value.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core::cel {

/// The steps that an evaluation may take (see `budget`), about 30 ms.
inline constexpr std::size_t steps_max = 1'000'000;

/// The longest expression, in bytes.
inline constexpr std::size_t source_max = std::size_t{64} << 10;

/// A compiled expression of the Common Expression Language (https://cel.dev). Immutable; copies are cheap and
/// may be used from any thread. An evaluation reads no clock and no file; named time zones come from the
/// caller.
/// Why so: docs/decisions/rules-in-cel-have-an-evaluator-of-their-own.md
class program {
public:
  /// Compiles an expression. An error (`invalid_input`) names line and column.
  [[nodiscard]] static base::result<program> compile(std::string_view source, const declarations& known);

  struct settings {
    number_conversion numbers = number_conversion::none;
    const base::time_zone_source* zones = nullptr; ///< null: UTC and offsets only
  };

  /// The value for these variables, in the order of the declaration. The result may borrow from them and from
  /// this program.
  [[nodiscard]] value evaluate(std::span<const value> variables, budget& steps, const settings& how) const;

  /// Whether the expression names the variable with that number.
  [[nodiscard]] bool uses(std::size_t variable) const noexcept;

  [[nodiscard]] const std::string& source() const noexcept { return *source_; }

private:
  program(std::shared_ptr<const expression> root, std::string_view source, std::vector<std::size_t> used)
    : root_(std::move(root)), source_(std::make_shared<const std::string>(source)), used_(std::move(used)) {}

  std::shared_ptr<const expression> root_;
  std::shared_ptr<const std::string> source_;
  std::vector<std::size_t> used_; ///< the numbers of variables, rising
};

} // namespace core::cel
