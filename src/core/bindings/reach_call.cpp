#include "core/bindings/reach_call.hpp"

#include "base/contains.hpp"

#include <array>
#include <utility>

namespace core::bindings {

namespace {

using namespace std::string_view_literals;

/// Each of these functions returns its input, or has no result.
constexpr std::array of_kind{"values"sv, "nulls"sv,   "booleans"sv,  "numbers"sv, "strings"sv,
                             "arrays"sv, "objects"sv, "iterables"sv, "scalars"sv};
/// These functions do not read their input, or read its kind only.
constexpr std::array of_no_content{"null"sv, "true"sv, "false"sv,    "empty"sv, "now"sv,
                                   "nan"sv,  "env"sv,  "infinite"sv, "type"sv,  "not"sv};

constexpr std::array reserved{"def"sv,   "label"sv,  "break"sv,   "import"sv, "include"sv, "as"sv, "then"sv,
                              "elif"sv,  "else"sv,   "end"sv,     "and"sv,    "or"sv,      "if"sv, "try"sv,
                              "catch"sv, "reduce"sv, "foreach"sv, "module"sv, "__loc__"sv};

} // namespace

bool is_reserved_word(std::string_view word) {
  return base::contains(reserved, word);
}

places call_result(place_tree& tree, const std::string& name, const places& in) {
  if (base::contains(of_kind, name)) return in;
  if (base::contains(of_no_content, name)) return {};
  if (name == "length" || name == "keys") return place_tree::count(in);
  if (name == "first" || name == "last") return tree.each(in);
  if (name == "any" || name == "all") return tree.each(in), places();
  return place_tree::reach(in);
}

reach_call::form reach_call::form_of(std::string_view name) {
  if (name == "select") return form::selects;
  if (name == "first" || name == "last") return form::passes;
  if (name == "limit" || name == "skip") return form::limits;
  if (name == "isempty") return form::tests;
  if (name == "any" || name == "all") return form::tests_each;
  if (name == "map") return form::maps;
  if (name == "add" || name == "error" || name == "pick") return form::takes;
  return form::reads_all;
}

reach_call::reach_call(place_tree& tree, std::string name, const places& in)
  : tree_(tree), form_(form_of(name)), in_(in) {
  if (form_ == form::reads_all) place_tree::reach(in_);
}

places reach_call::input() const {
  switch (form_) {
    // The input of a parameter is made of parts of the input.
    case form::reads_all: return {};
    case form::maps: return tree_.each(in_);
    case form::tests_each:
      // The items are the input of a single parameter, and the whole input is that of the first of two
      // parameters. The number of parameters is not known yet, so both count.
      if (taken_ > 0) return last_;
      {
        auto all = in_;
        add(all, tree_.each(in_));
        return all;
      }
    case form::selects:
    case form::passes:
    case form::limits:
    case form::tests:
    case form::takes: break;
  }
  return in_;
}

void reach_call::take(const places& results) {
  ++taken_;
  switch (form_) {
    case form::limits:
      if (taken_ == 1) place_tree::reach(results);
      break;
    case form::reads_all:
    case form::maps:
    case form::takes: place_tree::reach(results); break;
    case form::selects:
    case form::passes:
    case form::tests:
    case form::tests_each: break;
  }
  last_ = results;
}

places reach_call::results() {
  switch (form_) {
    case form::selects: return in_;
    case form::passes:
    case form::limits: return last_;
    case form::reads_all:
    case form::tests:
    case form::tests_each:
    case form::maps:
    case form::takes: break;
  }
  return {};
}

} // namespace core::bindings
