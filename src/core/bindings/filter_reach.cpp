#include "core/bindings/filter_reach.hpp"

#include "core/bindings/reach_call.hpp"
#include "core/bindings/reach_places.hpp"
#include "core/bindings/reach_words.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::bindings {

namespace {

/// Brackets, conditions and calls inside each other. Deeper programs reach the whole input.
constexpr int nesting_max = 100;

/// Reads a program once, from left to right, and follows the places of its input. Each function takes the
/// places of an expression's input and gives the places of its results. A result without places is made of
/// parts that are reached as a whole already.
class reach_reader {
public:
  reach_reader(std::string_view program, place_tree& tree) : words_(program), tree_(tree) {}

  /// False if the program has syntax that is not known here.
  bool run() {
    const auto results = pipe({&tree_.root()});
    place_tree::reach(results);
    return is_known_ && words_.at_end() && !tree_.is_full();
  }

private:
  places unknown() {
    is_known_ = false;
    words_.stop();
    return {};
  }

  /// The content of a pair of brackets or of a part of a call, in which commas may stand.
  places inner(const places& in) {
    if (++nesting_ > nesting_max) return unknown();
    const bool before = std::exchange(has_commas_, true);
    auto results = pipe(in);
    has_commas_ = before;
    --nesting_;
    return results;
  }

  void expect(std::string_view word) {
    if (!words_.take(word)) unknown();
  }

  places pipe(places in) {
    do in = list(in);
    while (is_known_ && words_.take("|"));
    return in;
  }

  places list(const places& in) {
    auto results = chain(in);
    while (is_known_ && has_commas_ && words_.take(",")) add(results, chain(in));
    return results;
  }

  /// Terms with binary operators between them. The order of operators does not count: a term beside `+` or
  /// `==` is reached as a whole, a term beside `//` may be a result, and `and` and `or` only need the kind of
  /// a value.
  places chain(const places& in) {
    places results = term(in);
    auto before = reach_words::operation::none;
    places all;
    for (;;) {
      const auto after = is_known_ ? words_.take_operator() : reach_words::operation::none;
      if (after == reach_words::operation::assigns) return unknown();
      const bool calculates =
        before == reach_words::operation::calculates || after == reach_words::operation::calculates;
      if (calculates) place_tree::reach(results);
      const bool chooses = before == reach_words::operation::chooses || after == reach_words::operation::chooses;
      const bool is_alone = before == reach_words::operation::none && after == reach_words::operation::none;
      if (chooses || is_alone) add(all, results);
      if (after == reach_words::operation::none) return all;
      before = after;
      results = term(in);
    }
  }

  places term(const places& in) {
    auto results = bare_term(in);
    if (!is_known_ || !words_.take_word("as")) return results;
    const auto name = words_.take_variable();
    if (name.empty() || !words_.take("|")) return unknown();
    // The body ends where the whole expression ends, and its input is that of the term.
    return with_variable(name, std::move(results), [&] { return pipe(in); });
  }

  /// A term without `as`, which `reduce` has for itself.
  places bare_term(const places& in) {
    if (++nesting_ > nesting_max) return unknown();
    auto results = is_known_ ? first_part(in) : places();
    while (is_known_ && suffix(in, results)) {
    }
    --nesting_;
    return results;
  }

  template <class F>
  places with_variable(const std::string& name, places value, F body) {
    // An inner variable hides an outer variable of the same name until its body ends.
    auto hidden = variables_.extract(name);
    variables_.insert_or_assign(name, std::move(value));
    auto results = body();
    variables_.erase(name);
    if (!hidden.empty()) variables_.insert(std::move(hidden));
    return results;
  }

  places first_part(const places& in) {
    switch (words_.peek()) {
      case '.': return path(in);
      case '"': return text(in), places();
      case '(': {
        words_.take("(");
        auto results = inner(in);
        expect(")");
        return results;
      }
      case '[': return list_of(in);
      case '{': return object(in);
      case '$': return variable();
      case '@':
        if (!words_.take_format()) return unknown();
        if (words_.peek() == '"') return text(in), places();
        return place_tree::reach(in);
      case '-': return words_.take("-"), place_tree::reach(bare_term(in));
      default: break;
    }
    if (words_.take_number()) return {};
    const auto name = words_.take_name();
    return name.empty() ? unknown() : named(name, in);
  }

  places path(const places& in) {
    if (words_.take_number()) return {}; // `.5`
    words_.take(".");
    if (words_.is_beside('.')) return unknown(); // `..`
    if (const auto name = words_.take_beside_name(); !name.empty()) return tree_.member(in, name);
    return words_.peek() == '"' ? member(in, in) : in;
  }

  /// The member of a value that is named by a string; the string may hold expressions of `in`.
  places member(const places& value, const places& in) {
    const auto name = text(in);
    return name ? tree_.member(value, *name) : place_tree::reach(value);
  }

  bool suffix(const places& in, places& value) {
    if (words_.take("?")) return true;
    if (words_.peek() == '[') return value = index(value, in), true;
    if (!words_.take(".")) return false;
    if (words_.peek() == '[') return true;
    const auto name = words_.take_beside_name();
    if (name.empty() && words_.peek() == '"') return value = member(value, in), true;
    if (name.empty()) return unknown(), true;
    return value = tree_.member(value, name), true;
  }

  places index(const places& value, const places& in) {
    words_.take("[");
    if (words_.take("]")) return tree_.each(value);
    if (words_.take_index()) return tree_.each(value);
    if (const auto name = words_.take_key()) return tree_.member(value, *name);
    if (!words_.take(":")) {
      place_tree::reach(inner(in));
      if (!words_.take(":")) {
        expect("]");
        return place_tree::reach(value);
      }
    }
    if (words_.peek() != ']') place_tree::reach(inner(in));
    expect("]");
    return place_tree::reach(value);
  }

  /// Reads a string. @returns its content; nullopt if it has expressions or escapes.
  std::optional<std::string> text(const places& in) {
    words_.take("\"");
    std::string content;
    bool is_constant = true;
    while (is_known_) {
      switch (words_.take_text(content)) {
        case reach_words::text_end::end: return is_constant ? std::optional(content) : std::nullopt;
        case reach_words::text_end::escape: is_constant = false; break;
        case reach_words::text_end::expression:
          is_constant = false;
          place_tree::reach(inner(in));
          if (!words_.take_bracket_in_text()) unknown();
          break;
        case reach_words::text_end::none: unknown(); break;
      }
    }
    return std::nullopt;
  }

  places list_of(const places& in) {
    words_.take("[");
    if (words_.take("]")) return {};
    place_tree::reach(inner(in));
    expect("]");
    return {};
  }

  places object(const places& in) {
    words_.take("{");
    if (words_.take("}")) return {};
    do entry(in);
    while (is_known_ && words_.take(","));
    expect("}");
    return {};
  }

  void entry(const places& in) {
    places short_form; // the value of a key that stands alone
    if (words_.take("(")) {
      place_tree::reach(inner(in));
      expect(")");
    } else if (words_.peek() == '"') {
      short_form = member(in, in);
      // With a value the string is only a key. The member that it would name costs little.
    } else if (words_.peek() == '$') {
      short_form = variable();
    } else if (const auto name = words_.take_name(); !name.empty()) {
      if (words_.take(":")) return entry_value(in);
      short_form = tree_.member(in, name);
    } else {
      unknown();
      return;
    }
    if (words_.take(":")) return entry_value(in);
    place_tree::reach(short_form);
  }

  void entry_value(const places& in) {
    // A comma ends the value of a member: `{a: 1, b: 2}`.
    const bool before = std::exchange(has_commas_, false);
    place_tree::reach(pipe(in));
    has_commas_ = before;
  }

  places variable() {
    const auto name = words_.take_variable();
    if (name == "__loc__" || name == "ENV") return {};
    const auto found = variables_.find(name);
    return found == variables_.end() ? unknown() : found->second;
  }

  places named(const std::string& name, const places& in) {
    if (name == "if") return condition(in);
    if (name == "try") return attempt(in);
    if (name == "reduce" || name == "foreach") return loop(name, in);
    return is_reserved_word(name) || words_.is_beside(':') ? unknown() : call(name, in);
  }

  places condition(const places& in) {
    places results;
    do {
      inner(in);
      expect("then");
      add(results, inner(in));
    } while (is_known_ && words_.take_word("elif"));
    add(results, words_.take_word("else") ? inner(in) : in);
    expect("end");
    return results;
  }

  places attempt(const places& in) {
    auto results = bare_term(in);
    // The input of `catch` is a message, made of scalars and of the parameter of `error`.
    if (is_known_ && words_.take_word("catch")) add(results, bare_term({}));
    return results;
  }

  places loop(const std::string& name, const places& in) {
    auto source = bare_term(in);
    if (!words_.take_word("as")) return unknown();
    const auto variable = words_.take_variable();
    if (variable.empty() || !words_.take("(")) return unknown();
    place_tree::reach(inner(in));
    expect(";");
    return with_variable(variable, std::move(source), [&] {
      // The state is made of values that are reached as a whole.
      place_tree::reach(inner({}));
      if (name == "foreach" && words_.take(";")) place_tree::reach(inner({}));
      expect(")");
      return places();
    });
  }

  places call(const std::string& name, const places& in) {
    if (!words_.take("(")) return call_result(tree_, name, in);
    if (name == "has")
      // Only the presence of the member counts, so its content is not reached.
      if (const auto key = words_.take_key(")")) return tree_.member(in, *key), places();
    reach_call made(tree_, name, in);
    do made.take(inner(made.input()));
    while (is_known_ && words_.take(";"));
    expect(")");
    return made.results();
  }

  reach_words words_;
  place_tree& tree_;
  std::map<std::string, places> variables_;
  int nesting_ = 0;
  bool has_commas_ = true;
  bool is_known_ = true;
};

} // namespace

reached_paths filter_reach(std::string_view program) {
  reached_paths reached;
  place_tree tree(reached);
  if (!reach_reader(program, tree).run()) return reached_paths{.is_whole = true};
  return reached;
}

} // namespace core::bindings
