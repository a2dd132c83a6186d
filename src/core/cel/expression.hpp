#pragma once

#include "core/cel/function.hpp"
#include "core/cel/regular_expression.hpp"
#include "core/cel/value.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace core::cel {

struct expression;
using expression_ptr = std::unique_ptr<expression>;

/// A part of a parsed expression. The parser makes it, `resolve_names` gives names their meaning, and
/// `evaluation` reads it.
namespace parts {

struct constant {
  value content;
};

/// A name without a meaning so far. A name that stays has no meaning.
struct name {
  std::string text;
  bool is_rooted = false; ///< begins with a dot: never the variable of a macro
};

/// A variable that the caller gives, by its number in the declaration.
struct variable {
  std::size_t number = 0;
};

/// The variable of a macro, by the number of macros around its macro.
struct loop_variable {
  std::size_t depth = 0;
};

enum class selection_kind { field, presence };

/// `of.field`, or `has(of.field)`
struct selection {
  expression_ptr of;
  std::string field;
  selection_kind kind = selection_kind::field;
};

/// A function with its arguments; of a method the target is the first.
struct call {
  std::string name;
  call_form form = call_form::function;
  std::vector<expression_ptr> arguments;
  const function* known = nullptr;           ///< null: there is no such function
  std::optional<regular_expression> pattern; ///< of `matches`, `find` and `findAll` if it is a constant
};

enum class logic { conjunction, disjunction };

/// `a && b && …` or `a || b || …`
struct junction {
  logic kind = logic::conjunction;
  std::vector<expression_ptr> terms;
};

struct conditional {
  expression_ptr condition;
  expression_ptr then;
  expression_ptr otherwise;
};

struct list_literal {
  std::vector<expression_ptr> items;
};

struct map_literal {
  std::vector<std::pair<expression_ptr, expression_ptr>> entries;
};

enum class macro_kind { all, exists, exists_one, map, filter };

/// `range.all(variable, predicate)` and its relatives.
struct macro {
  macro_kind kind = macro_kind::all;
  expression_ptr range;
  std::string variable;
  expression_ptr predicate; ///< null: each item counts
  expression_ptr transform; ///< of `map`
};

} // namespace parts

struct expression {
  using content_type =
    std::variant<parts::constant, parts::name, parts::variable, parts::loop_variable, parts::selection, parts::call,
                 parts::junction, parts::conditional, parts::list_literal, parts::map_literal, parts::macro>;

  content_type content;
  std::size_t offset = 0; ///< in the source
  std::size_t depth = 1;  ///< levels of parts, this included
};

} // namespace core::cel
