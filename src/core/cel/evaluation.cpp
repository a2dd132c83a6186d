#include "core/cel/evaluation.hpp"

#include "base/excerpt.hpp"
#include "base/overload.hpp"
#include "core/cel/collections.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace core::cel {
namespace {

value limit_reached() {
  return failure{failure_kind::limit, "the evaluation takes too many steps"};
}

/// The failure of a term that must be true or false.
value not_a_bool(const value& x) {
  return x.has_failed() ? x : value(no_overload("a condition", x));
}

/// Collects the terms of `&&` or `||`: the deciding value wins over failures, whatever their order is.
class junction_result {
public:
  explicit junction_result(parts::logic kind) : decisive_(kind == parts::logic::disjunction) {}

  /// @returns true if the term decides.
  bool add(const value& term) {
    if (term.is(decisive_)) {
      is_decided_ = true;
      return true;
    }
    if (!term.is(!decisive_) && !failure_.has_failed()) failure_ = not_a_bool(term);
    return false;
  }

  [[nodiscard]] value take() {
    if (is_decided_) return decisive_;
    return failure_.has_failed() ? std::move(failure_) : value(!decisive_);
  }

private:
  bool decisive_;
  bool is_decided_ = false;
  value failure_;
};

/// Doubles without a fraction as ints, or as uints beside a uint.
/// @returns false without such doubles.
bool convert_whole_doubles(std::span<value> given) {
  const bool has_uint = std::any_of(given.begin(), given.end(), [](const value& x) { return x.as<std::uint64_t>(); });
  bool is_changed = false;
  for (auto& x : given) {
    const auto whole = x.as<double>() ? whole_number(x) : std::nullopt;
    if (!whole || (has_uint && *whole < 0)) continue;
    x = has_uint ? value(static_cast<std::uint64_t>(*whole)) : value(*whole);
    is_changed = true;
  }
  return is_changed;
}

bool is_key(const value& x) {
  return x.as<bool>() || x.as<std::int64_t>() || x.as<std::uint64_t>() || x.as<string_value>();
}

bool lacks_overload(const value& x) {
  const auto* failed = x.as<failure_ptr>();
  return failed && (*failed)->kind == failure_kind::no_overload;
}

} // namespace

value evaluation::run(const expression& root) {
  auto result = evaluate(root);
  return context_.steps.is_used_up() ? limit_reached() : result;
}

value evaluation::evaluate(const expression& x) {
  if (!context_.steps.spend(1)) return limit_reached();
  return std::visit(
    base::overload{
      [](const parts::constant& y) { return y.content; },
      [&](const parts::variable& y) { return variables_[y.number]; },
      [&](const parts::loop_variable& y) { return items_[y.depth]; },
      [](const parts::name& y) {
        return value(failure{failure_kind::invalid, "undeclared reference to '" + base::excerpt(y.text) + "'"});
      },
      [&](const auto& y) { return evaluate(y); },
    },
    x.content);
}

value evaluation::evaluate(const parts::selection& x) {
  auto of = evaluate(*x.of);
  if (of.has_failed()) return of;
  const bool asks_presence = x.kind == parts::selection_kind::presence;
  if (const auto* map = of.as<core::cel::map>()) {
    auto found = map->find_field(x.field);
    if (asks_presence) return found.has_value();
    if (found) return std::move(*found);
  } else if (of.as<list>()) {
    return no_overload("the selection of '" + base::excerpt(x.field) + "'", of);
  } else if (asks_presence) {
    return false;
  }
  // As with cel-go, a value without fields lacks the key.
  return no_such_key(string_value{characters::borrowed(x.field)});
}

value evaluation::call(const parts::call& x, std::span<value> given) {
  const call_context context{context_.steps, context_.zones, x.pattern ? &*x.pattern : nullptr};
  auto result = x.known->run(given, context);
  if (numbers_ == number_conversion::none || !lacks_overload(result) || !convert_whole_doubles(given)) return result;
  return x.known->run(given, context);
}

value evaluation::evaluate(const parts::call& x) {
  if (!x.known)
    return failure{failure_kind::no_overload,
                   "there is no function '" + base::excerpt(x.name) + "' for these arguments"};
  constexpr std::size_t usual_count = 3;
  std::array<value, usual_count> few;
  std::vector<value> many(x.arguments.size() > usual_count ? x.arguments.size() : 0);
  const std::span<value> given(many.empty() ? few.data() : many.data(), x.arguments.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    given[i] = evaluate(*x.arguments[i]);
    if (given[i].has_failed()) return std::move(given[i]);
  }
  return call(x, given);
}

value evaluation::evaluate(const parts::junction& x) {
  junction_result result(x.kind);
  for (const auto& term : x.terms)
    if (result.add(evaluate(*term))) break;
  return result.take();
}

value evaluation::evaluate(const parts::conditional& x) {
  const auto condition = evaluate(*x.condition);
  const auto* is_met = condition.as<bool>();
  if (!is_met) return not_a_bool(condition);
  return evaluate(*is_met ? *x.then : *x.otherwise);
}

value evaluation::evaluate(const parts::list_literal& x) {
  std::vector<value> items;
  items.reserve(x.items.size());
  for (const auto& item : x.items) {
    items.push_back(evaluate(*item));
    if (items.back().has_failed()) return items.back();
  }
  return list(std::move(items));
}

value evaluation::evaluate(const parts::map_literal& x) {
  std::vector<core::cel::map::entry> entries;
  entries.reserve(x.entries.size());
  for (const auto& [key, content] : x.entries) {
    auto k = evaluate(*key);
    if (k.has_failed()) return k;
    if (!is_key(k))
      return failure{failure_kind::invalid, "a key of a map must not be of type " + std::string(type_of(k).name)};
    auto v = evaluate(*content);
    if (v.has_failed()) return v;
    entries.emplace_back(std::move(k), std::move(v));
  }
  auto map = core::cel::map::of(std::move(entries));
  return map ? value(std::move(*map)) : value(failure{failure_kind::invalid, "a key of a map is repeated"});
}

value evaluation::evaluate(const parts::macro& x) {
  const auto range = evaluate(*x.range);
  if (range.has_failed()) return range;
  if (const auto* items = range.as<list>())
    return evaluate_macro(x, items->size(), [&](std::size_t i) { return items->at(i); });
  if (const auto* map = range.as<core::cel::map>())
    return evaluate_macro(x, map->size(), [&](std::size_t i) { return map->key_at(i); });
  return no_overload("the range of a macro", range);
}

value evaluation::with_item(value item, const expression& of) {
  items_.push_back(std::move(item));
  auto result = evaluate(of);
  items_.pop_back();
  return result;
}

template <class ItemAt>
value evaluation::evaluate_macro(const parts::macro& x, std::size_t size, ItemAt item_at) {
  switch (x.kind) {
    case parts::macro_kind::all:
    case parts::macro_kind::exists: return quantify(x, size, item_at);
    case parts::macro_kind::exists_one: return count_one(x, size, item_at);
    case parts::macro_kind::map:
    case parts::macro_kind::filter: return collect(x, size, item_at);
  }
  return null();
}

template <class ItemAt>
value evaluation::quantify(const parts::macro& x, std::size_t size, ItemAt item_at) {
  junction_result result(x.kind == parts::macro_kind::all ? parts::logic::conjunction : parts::logic::disjunction);
  for (std::size_t i = 0; i < size && !context_.steps.is_used_up(); ++i)
    if (result.add(with_item(item_at(i), *x.predicate))) break;
  return result.take();
}

template <class ItemAt>
value evaluation::count_one(const parts::macro& x, std::size_t size, ItemAt item_at) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const value counts = with_item(item_at(i), *x.predicate);
    if (!counts.as<bool>()) return not_a_bool(counts);
    if (counts.is(true)) ++count;
  }
  return count == 1;
}

template <class ItemAt>
value evaluation::collect(const parts::macro& x, std::size_t size, ItemAt item_at) {
  std::vector<value> items;
  for (std::size_t i = 0; i < size; ++i) {
    auto item = item_at(i);
    if (x.predicate) {
      const value counts = with_item(item, *x.predicate);
      if (!counts.as<bool>()) return not_a_bool(counts);
      if (counts.is(false)) continue;
    }
    items.push_back(x.transform ? with_item(std::move(item), *x.transform) : std::move(item));
    if (items.back().has_failed()) return items.back();
  }
  return list(std::move(items));
}

} // namespace core::cel
