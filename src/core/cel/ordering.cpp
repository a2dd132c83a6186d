#include "core/cel/ordering.hpp"

#include "core/cel/budget.hpp"

#include <algorithm>
#include <utility>

namespace core::cel {
namespace {

/// As the conformance tests have it: an int becomes the nearest double, so that the greatest int equals 2^63.
std::partial_ordering whole_with_double(std::int64_t a, double b) {
  return static_cast<double>(a) <=> b;
}

std::partial_ordering whole_with_double(std::uint64_t a, double b) {
  return static_cast<double>(a) <=> b;
}

std::partial_ordering reversed(std::partial_ordering x) {
  return 0 <=> x;
}

std::optional<std::partial_ordering> compare_to(std::int64_t a, const value& other) {
  if (const auto* b = other.as<std::int64_t>()) return a <=> *b;
  if (const auto* b = other.as<double>()) return whole_with_double(a, *b);
  const auto* b = other.as<std::uint64_t>();
  if (!b) return std::nullopt;
  if (a < 0) return std::partial_ordering::less;
  return static_cast<std::uint64_t>(a) <=> *b;
}

std::optional<std::partial_ordering> compare_to(std::uint64_t a, const value& other) {
  if (const auto* b = other.as<std::uint64_t>()) return a <=> *b;
  if (const auto* b = other.as<double>()) return whole_with_double(a, *b);
  const auto* b = other.as<std::int64_t>();
  if (!b) return std::nullopt;
  if (*b < 0) return std::partial_ordering::greater;
  return a <=> static_cast<std::uint64_t>(*b);
}

std::optional<std::partial_ordering> compare_to(double a, const value& other) {
  if (const auto* b = other.as<double>()) return a <=> *b;
  if (const auto* b = other.as<std::int64_t>()) return reversed(whole_with_double(*b, a));
  if (const auto* b = other.as<std::uint64_t>()) return reversed(whole_with_double(*b, a));
  return std::nullopt;
}

/// The place of the type among types of keys.
int rank(const value& x) {
  if (x.as<bool>()) return 0;
  if (x.as<std::int64_t>() || x.as<std::uint64_t>() || x.as<double>()) return 1;
  return x.as<string_value>() ? 2 : 3;
}

template <class T>
std::optional<std::partial_ordering> compare_same(const value& a, const value& b) {
  const auto *x = a.as<T>(), *y = b.as<T>();
  if (!x || !y) return std::nullopt;
  if constexpr (requires { x->view(); })
    return x->view() <=> y->view();
  else
    return *x <=> *y;
}

/// The bytes of each value that a comparison reads at most; 0 if a value is not of this type.
template <class T>
std::size_t common_bytes(const value& a, const value& b) {
  const auto *x = a.as<T>(), *y = b.as<T>();
  return x && y ? std::min(x->view().size(), y->view().size()) : 0;
}

bool same_lists(const list& a, const list& b, budget& steps) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!equal(a.at(i), b.at(i), steps)) return false;
  return true;
}

bool same_maps(const map& a, const map& b, budget& steps) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto key = a.key_at(i);
    if (!spend_search(key, steps)) return false;
    const auto other = b.find(key);
    if (!other || !equal(a.value_at(i), *other, steps)) return false;
  }
  return true;
}

} // namespace

bool spend_comparison(const value& a, const value& b, budget& steps) {
  return steps.spend_bytes(common_bytes<string_value>(a, b) + common_bytes<bytes_value>(a, b));
}

bool spend_search(const value& key, budget& steps) {
  const auto* text = key.as<string_value>();
  return !text || steps.spend_bytes(text->view().size());
}

std::optional<std::partial_ordering> compare_numbers(const value& a, const value& b) {
  if (const auto* x = a.as<std::int64_t>()) return compare_to(*x, b);
  if (const auto* x = a.as<double>()) return compare_to(*x, b);
  if (const auto* x = a.as<std::uint64_t>()) return compare_to(*x, b);
  return std::nullopt;
}

int compare_keys(const value& a, const value& b) {
  const int by_type = rank(a) - rank(b);
  if (by_type != 0 || rank(a) == 3) return by_type != 0 ? by_type : 1;
  const auto found = compare(a, b);
  // A NaN is no key, and it is found nowhere.
  if (!found || *found == std::partial_ordering::unordered) return 1;
  return *found < 0 ? -1 : static_cast<int>(*found > 0);
}

std::optional<std::partial_ordering> compare(const value& a, const value& b) {
  if (const auto numbers = compare_numbers(a, b)) return numbers;
  if (const auto strings = compare_same<string_value>(a, b)) return strings;
  if (const auto bools = compare_same<bool>(a, b)) return bools;
  if (const auto moments = compare_same<timestamp>(a, b)) return moments;
  if (const auto durations = compare_same<duration>(a, b)) return durations;
  return compare_same<bytes_value>(a, b);
}

bool equal(const value& a, const value& b, budget& steps) {
  if (!steps.spend(1)) return false;
  if (!spend_comparison(a, b, steps)) return false;
  if (const auto order = compare(a, b)) return *order == std::partial_ordering::equivalent;
  if (a.content().index() != b.content().index()) return false;
  if (a.as<null>()) return true;
  if (const auto* x = a.as<list>()) return same_lists(*x, *b.as<list>(), steps);
  if (const auto* x = a.as<map>()) return same_maps(*x, *b.as<map>(), steps);
  if (const auto* x = a.as<type_name>()) return *x == *b.as<type_name>();
  const auto* x = a.as<opaque_ptr>();
  return x && (*x)->type() == (*b.as<opaque_ptr>())->type() && (*x)->equals(**b.as<opaque_ptr>(), steps);
}

} // namespace core::cel
