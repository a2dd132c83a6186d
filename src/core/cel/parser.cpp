#include "core/cel/parser.hpp"

#include "core/cel/lexer.hpp"
#include "core/cel/macro_expansion.hpp"
#include "core/cel/number_literal.hpp"
#include "core/cel/source_place.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace core::cel {
namespace {

using parsed = base::result<expression_ptr>;
using parsed_list = base::result<std::vector<expression_ptr>>;

/// Words that name no variable and no function.
constexpr std::string_view reserved_words[] = {"as",        "break",  "const",  "continue", "else", "for",
                                               "function",  "if",     "import", "let",      "loop", "package",
                                               "namespace", "return", "var",    "void",     "while"};

bool is_reserved(std::string_view word) {
  return std::find(std::begin(reserved_words), std::end(reserved_words), word) != std::end(reserved_words);
}

bool is_keyword(std::string_view word) {
  return word == "true" || word == "false" || word == "null" || word == "in";
}

std::vector<expression_ptr> list_of(expression_ptr a, expression_ptr b) {
  std::vector<expression_ptr> all;
  all.push_back(std::move(a));
  all.push_back(std::move(b));
  return all;
}

/// A parser by recursive descent, a function for each rule of the grammar.
class parser {
public:
  parser(std::string_view source, std::vector<token> tokens) : source_(source), tokens_(std::move(tokens)) {}

  parsed read() {
    auto all = read_expression();
    if (all && now().kind != token_kind::end) return fail("expected an operator or the end of the expression");
    return all;
  }

private:
  [[nodiscard]] const token& now() const { return tokens_[at_]; }
  const token& next() { return tokens_[at_++]; }
  bool take(std::string_view mark) {
    if (!now().is_mark(mark)) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] tl::unexpected<base::error> fail(const std::string& reason) const {
    return fail_at(source_, now().offset, now().kind == token_kind::end ? reason + ", got the end" : reason);
  }
  [[nodiscard]] tl::unexpected<base::error> expected(std::string_view mark) const {
    return fail("expected '" + std::string(mark) + "'");
  }

  /// Makes a part a level deeper than the deepest part in it.
  parsed make(expression::content_type content, std::size_t offset, std::size_t depth_inside) {
    if (depth_inside >= depth_max) return fail_at(source_, offset, "the expression is nested too deeply");
    return std::make_unique<expression>(expression{std::move(content), offset, depth_inside + 1});
  }

  static std::size_t deepest(const std::vector<expression_ptr>& all) {
    std::size_t depth = 0;
    for (const auto& x : all) depth = std::max(depth, x->depth);
    return depth;
  }

  parsed make_call(std::string name, call_form form, std::vector<expression_ptr> given, std::size_t offset) {
    const auto depth = deepest(given);
    return make(parts::call{std::move(name), form, std::move(given), nullptr, std::nullopt}, offset, depth);
  }

  /// Expr = ConditionalOr ["?" ConditionalOr ":" Expr]
  parsed read_expression() {
    if (++open_ > brackets_max) return fail("the expression is nested too deeply");
    auto result = read_conditional();
    --open_;
    return result;
  }

  parsed read_conditional() {
    const auto offset = now().offset;
    auto condition = read_junction(parts::logic::disjunction);
    if (!condition || !take("?")) return condition;
    auto then = read_junction(parts::logic::disjunction);
    if (!then) return then;
    if (!take(":")) return expected(":");
    auto otherwise = read_expression();
    if (!otherwise) return otherwise;
    const auto depth = std::max({(*condition)->depth, (*then)->depth, (*otherwise)->depth});
    return make(parts::conditional{std::move(*condition), std::move(*then), std::move(*otherwise)}, offset, depth);
  }

  parsed read_junction(parts::logic kind) {
    const bool is_or = kind == parts::logic::disjunction;
    const auto read_term = [&] { return is_or ? read_junction(parts::logic::conjunction) : read_relation(); };
    const auto offset = now().offset;
    std::vector<expression_ptr> terms;
    do {
      auto term = read_term();
      if (!term) return term;
      terms.push_back(std::move(*term));
    } while (take(is_or ? "||" : "&&"));
    if (terms.size() == 1) return std::move(terms.front());
    const auto depth = deepest(terms);
    return make(parts::junction{kind, std::move(terms)}, offset, depth);
  }

  /// A chain of binary operators of the same precedence, from left to right.
  template <class Operand>
  parsed read_chain(std::initializer_list<std::string_view> operators, Operand read_operand) {
    auto left = read_operand();
    while (left) {
      const auto& token = now();
      const auto is_here = [&](auto x) { return token.is_mark(x) || (x == "in" && token.is_word(x)); };
      const auto* found = std::find_if(operators.begin(), operators.end(), is_here);
      if (found == operators.end()) break;
      ++at_;
      auto right = read_operand();
      if (!right) return right;
      const auto name = *found == "in" ? std::string("@in") : "_" + std::string(*found) + "_";
      left = make_call(name, call_form::function, list_of(std::move(*left), std::move(*right)), token.offset);
    }
    return left;
  }

  parsed read_relation() {
    return read_chain({"<=", ">=", "<", ">", "==", "!=", "in"}, [&] { return read_addition(); });
  }
  parsed read_addition() {
    return read_chain({"+", "-"}, [&] { return read_multiplication(); });
  }
  parsed read_multiplication() {
    return read_chain({"*", "/", "%"}, [&] { return read_unary(); });
  }

  /// Unary = Member | "!" {"!"} Member | "-" {"-"} Member
  parsed read_unary() {
    const auto& first = now();
    const std::string_view mark = first.is_mark("!") ? "!" : "-";
    std::size_t count = 0;
    while (take(mark)) ++count;
    const bool is_number = now().kind == token_kind::integer || now().kind == token_kind::floating;
    const bool has_sign = mark == "-" && count > 0 && is_number;
    auto operand = read_member(has_sign ? sign::minus : sign::plus);
    if (has_sign) --count;
    // Two signs cancel each other.
    if (!operand || count % 2 == 0) return operand;
    std::vector<expression_ptr> given;
    given.push_back(std::move(*operand));
    return make_call(mark == "!" ? "!_" : "-_", call_form::function, std::move(given), first.offset);
  }

  parsed read_member(sign before) {
    auto result = read_primary(before);
    while (result) {
      if (now().is_mark(".")) {
        result = read_selection(std::move(*result));
      } else if (now().is_mark("[")) {
        result = read_index(std::move(*result));
      } else if (now().is_mark("{")) {
        return fail("messages are not supported");
      } else {
        break;
      }
    }
    return result;
  }

  parsed read_index(expression_ptr of) {
    const auto offset = next().offset;
    auto index = read_expression();
    if (!index) return index;
    if (!take("]")) return expected("]");
    return make_call("_[_]", call_form::function, list_of(std::move(of), std::move(*index)), offset);
  }

  parsed read_selection(expression_ptr of) {
    next();
    const auto& field = now();
    const bool is_quoted = field.kind == token_kind::quoted_identifier;
    if (!is_quoted && (field.kind != token_kind::identifier || is_keyword(field.text)))
      return fail("expected the name of a field");
    ++at_;
    if (is_quoted || !now().is_mark("(")) {
      const auto depth = of->depth;
      return make(parts::selection{std::move(of), field.text, {}}, field.offset, depth);
    }
    auto given = read_arguments();
    if (!given) return tl::unexpected(std::move(given.error()));
    if (const auto kind = find_macro(field.text, given->size())) {
      auto macro = expand_macro(*kind, std::move(of), std::move(*given));
      if (!macro) return fail_at(source_, field.offset, "'" + field.text + "': " + macro.error().message);
      const auto depth = depth_of(*macro);
      return make(std::move(*macro), field.offset, depth);
    }
    given->insert(given->begin(), std::move(of));
    return make_call(field.text, call_form::method, std::move(*given), field.offset);
  }

  /// "(" [ExprList] ")"
  parsed_list read_arguments() {
    ++at_;
    return read_items(")");
  }

  /// Expressions up to a closing bracket.
  parsed_list read_items(std::string_view end) {
    std::vector<expression_ptr> items;
    while (!take(end)) {
      if (!items.empty() && !take(",")) return expected(end);
      if (!items.empty() && end == "]" && take(end)) break;
      auto item = read_expression();
      if (!item) return tl::unexpected(std::move(item.error()));
      items.push_back(std::move(*item));
    }
    return items;
  }

  parsed read_primary(sign before) {
    const auto& token = now();
    switch (token.kind) {
      case token_kind::integer:
      case token_kind::unsigned_integer:
      case token_kind::floating: {
        auto number = number_of(token, before);
        if (!number) return fail("the number is out of range");
        ++at_;
        return make(parts::constant{std::move(*number)}, token.offset, 0);
      }
      case token_kind::string: ++at_; return make(parts::constant{value::string(token.text)}, token.offset, 0);
      case token_kind::bytes: ++at_; return make(parts::constant{value::bytes(token.text)}, token.offset, 0);
      case token_kind::identifier:
      case token_kind::mark: return read_bracket_or_name();
      case token_kind::quoted_identifier:
      case token_kind::end: break;
    }
    return fail("expected a value");
  }

  parsed read_bracket_or_name() {
    const auto offset = now().offset;
    if (take("(")) {
      auto inside = read_expression();
      if (inside && !take(")")) return expected(")");
      return inside;
    }
    if (take("[")) {
      auto items = read_items("]");
      if (!items) return tl::unexpected(std::move(items.error()));
      const auto depth = deepest(*items);
      return make(parts::list_literal{std::move(*items)}, offset, depth);
    }
    if (take("{")) return read_map(offset);
    const bool is_rooted = take(".");
    if (now().kind != token_kind::identifier) return fail("expected a value");
    return read_name(offset, is_rooted ? name_form::rooted : name_form::relative);
  }

  parsed read_map(std::size_t offset) {
    std::size_t depth = 0;
    parts::map_literal map;
    while (!take("}")) {
      if (!map.entries.empty() && !take(",")) return expected("}");
      if (!map.entries.empty() && take("}")) break;
      auto key = read_expression();
      if (!key) return key;
      if (!take(":")) return expected(":");
      auto content = read_expression();
      if (!content) return content;
      depth = std::max({depth, (*key)->depth, (*content)->depth});
      map.entries.emplace_back(std::move(*key), std::move(*content));
    }
    return make(std::move(map), offset, depth);
  }

  enum class name_form { relative, rooted };

  parsed read_name(std::size_t offset, name_form form) {
    const auto& word = next();
    if (word.text == "true" || word.text == "false")
      return make(parts::constant{value(word.text == "true")}, offset, 0);
    if (word.text == "null") return make(parts::constant{value(null())}, offset, 0);
    if (is_reserved(word.text) || is_keyword(word.text))
      return fail_at(source_, offset, "'" + word.text + "' is a reserved word");
    if (!now().is_mark("(")) return make(parts::name{word.text, form == name_form::rooted}, offset, 0);
    auto given = read_arguments();
    if (!given) return tl::unexpected(std::move(given.error()));
    if (word.text != "has" || form == name_form::rooted)
      return make_call(word.text, call_form::function, std::move(*given), offset);
    auto presence = expand_has(std::move(*given));
    if (!presence) return fail_at(source_, offset, presence.error().message);
    return presence;
  }

  std::string_view source_;
  std::vector<token> tokens_;
  std::size_t at_ = 0;
  std::size_t open_ = 0; ///< expressions around the present place
};

} // namespace

base::result<expression_ptr> parse(std::string_view source) {
  auto tokens = tokens_of(source);
  if (!tokens) return tl::unexpected(std::move(tokens.error()));
  return parser(source, std::move(*tokens)).read();
}

} // namespace core::cel
