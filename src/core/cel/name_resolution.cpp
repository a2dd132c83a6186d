#include "core/cel/name_resolution.hpp"

#include "base/excerpt.hpp"
#include "base/overload.hpp"
#include "core/cel/escaped_name.hpp"
#include "core/cel/functions.hpp"
#include "core/cel/source_place.hpp"
#include "core/cel/types.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace core::cel {
namespace {

/// A name with the fields that are selected of it: `a.b.c`.
struct qualified_name {
  std::string text;
  bool is_rooted = false;
};

std::optional<qualified_name> qualified_name_of(const expression& x) {
  if (const auto* name = std::get_if<parts::name>(&x.content)) return qualified_name{name->text, name->is_rooted};
  const auto* selection = std::get_if<parts::selection>(&x.content);
  if (!selection || selection->kind == parts::selection_kind::presence) return std::nullopt;
  auto before = qualified_name_of(*selection->of);
  if (before) before->text += "." + selection->field;
  return before;
}

/// Whether the second argument of the function is a regular expression.
bool has_pattern(std::string_view function) {
  return function == "matches" || function == "find" || function == "findAll";
}

class resolver {
public:
  resolver(std::string_view source, const declarations& known) : source_(source), known_(known) {}

  void resolve(expression& x) {
    std::visit(base::overload{
                 [](const base::one_of<parts::constant, parts::variable, parts::loop_variable> auto&) {},
                 [&](const parts::name&) { resolve_chain(x); },
                 [&](parts::selection& y) {
                   if (known_.fields == field_names::escaped) y.field = unescaped_name(y.field);
                   if (y.kind == parts::selection_kind::presence)
                     resolve(*y.of);
                   else
                     resolve_chain(x);
                 },
                 [&](parts::call& y) { resolve_call(x, y); },
                 [&](parts::junction& y) { resolve_all(y.terms); },
                 [&](parts::conditional& y) {
                   resolve(*y.condition);
                   resolve(*y.then);
                   resolve(*y.otherwise);
                 },
                 [&](parts::list_literal& y) { resolve_all(y.items); },
                 [&](parts::map_literal& y) {
                   for (auto& [key, content] : y.entries) {
                     resolve(*key);
                     resolve(*content);
                   }
                 },
                 [&](parts::macro& y) { resolve_macro(y); },
               },
               x.content);
  }

  [[nodiscard]] base::result<std::vector<std::size_t>> take_result() {
    if (!result_) return tl::unexpected(std::move(result_.error()));
    return std::vector<std::size_t>(used_.begin(), used_.end());
  }

private:
  void note(std::size_t offset, const std::string& reason) {
    if (result_) result_ = fail_at(source_, offset, reason);
  }

  void note_unknown(std::size_t offset, const std::string& reason) {
    if (known_.unknown == unknown_names::refused) note(offset, reason);
  }

  void resolve_all(std::vector<expression_ptr>& all) {
    for (auto& x : all) resolve(*x);
  }

  /// A name, or a selection of a field, whose operand may be a part of a qualified name.
  void resolve_chain(expression& x) {
    const auto name = qualified_name_of(x);
    if (name && find_meaning(x, *name)) return;
    if (const auto* selection = std::get_if<parts::selection>(&x.content)) return resolve(*selection->of);
    note_unknown(x.offset, "undeclared reference to '" + base::excerpt(name->text) + "'");
  }

  bool find_meaning(expression& x, const qualified_name& name) {
    const auto first = name.text.substr(0, name.text.find('.'));
    const auto loop = std::find(loops_.rbegin(), loops_.rend(), first);
    if (!name.is_rooted && loop != loops_.rend()) {
      // A selection of the variable of a macro is no qualified name.
      if (first.size() != name.text.size()) return false;
      x.content = parts::loop_variable{static_cast<std::size_t>(loops_.rend() - loop) - 1};
      return true;
    }
    for (const auto& candidate : candidates(name)) {
      const auto variable = std::find(known_.variables.begin(), known_.variables.end(), candidate);
      if (variable != known_.variables.end())
        x.content = parts::variable{*used_.insert(variable - known_.variables.begin()).first};
      else if (const auto type = find_type(candidate))
        x.content = parts::constant{*type};
      else
        continue;
      return true;
    }
    return false;
  }

  /// The name in the container, in the containers around it, and alone.
  [[nodiscard]] std::vector<std::string> candidates(const qualified_name& name) const {
    std::vector<std::string> all;
    auto container = name.is_rooted ? std::string() : known_.container;
    while (!container.empty()) {
      all.push_back(container + "." + name.text);
      const auto dot = container.rfind('.');
      container.erase(dot == container.npos ? 0 : dot);
    }
    all.push_back(name.text);
    return all;
  }

  void resolve_call(const expression& x, parts::call& call) {
    if (call.form == call_form::method) {
      const auto target = qualified_name_of(*call.arguments[0]);
      const auto qualified = target ? target->text + "." + call.name : std::string();
      if (find_function(qualified, call_form::function, call.arguments.size() - 1, known_.functions)) {
        call.name = qualified;
        call.form = call_form::function;
        call.arguments.erase(call.arguments.begin());
      }
    }
    call.known = find_function(call.name, call.form, call.arguments.size(), known_.functions);
    resolve_all(call.arguments);
    if (!call.known)
      note_unknown(x.offset, "there is no function '" + base::excerpt(call.name) + "' with "
                               + std::to_string(call.arguments.size())
                               + (call.form == call_form::method ? " arguments, its target included" : " arguments"));
    compile_pattern(x, call);
  }

  /// A constant pattern is compiled once.
  void compile_pattern(const expression& x, parts::call& call) {
    if (!call.known || !has_pattern(call.name) || call.arguments.size() < 2) return;
    const auto* pattern = std::get_if<parts::constant>(&call.arguments[1]->content);
    const auto* text = pattern ? pattern->content.as<string_value>() : nullptr;
    if (!text) return;
    auto compiled = regular_expression::compile(text->view());
    if (compiled)
      call.pattern = std::move(*compiled);
    else
      note_unknown(x.offset, compiled.error().message);
  }

  void resolve_macro(parts::macro& macro) {
    resolve(*macro.range);
    loops_.push_back(macro.variable);
    if (macro.predicate) resolve(*macro.predicate);
    if (macro.transform) resolve(*macro.transform);
    loops_.pop_back();
  }

  std::string_view source_;
  const declarations& known_;
  std::vector<std::string> loops_; ///< variables of the macros around
  std::set<std::size_t> used_;
  base::result<void> result_;
};

} // namespace

base::result<std::vector<std::size_t>> resolve_names(expression& root, std::string_view source,
                                                     const declarations& known) {
  resolver all(source, known);
  all.resolve(root);
  return all.take_result();
}

} // namespace core::cel
