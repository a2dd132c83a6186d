// Patches of made-up documents have the same effect as RFC 6902 read word by word: each operation makes a new
// document.
#include "text/json/json_patch.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>

namespace {

using kind = text::patch_operation::kind;
using text::json;
using text::json_pointer;

std::optional<json> put(const json& parent, const std::string& token, const json& value, bool moves_aside) {
  if (parent.is_object()) return parent.with(token, value);
  if (!parent.is_array()) return std::nullopt;
  auto items = parent.as_array();
  const auto index = moves_aside && token == "-" ? items.size() : text::array_index(token);
  if (!index || *index > items.size() || (!moves_aside && *index == items.size())) return std::nullopt;
  if (moves_aside)
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(*index), value);
  else
    items[*index] = value;
  return json::array(std::move(items));
}

std::optional<json> add(const json& document, const json_pointer& place, const json& value, std::size_t depth = 0) {
  if (place.tokens.empty()) return value;
  const auto& token = place.tokens[depth];
  if (depth + 1 == place.tokens.size()) return put(document, token, value, true);
  const auto* next = text::find_at(document, {{token}});
  const auto changed = next ? add(*next, place, value, depth + 1) : std::nullopt;
  return changed ? put(document, token, *changed, false) : std::nullopt;
}

std::optional<json> remove(const json& document, const json_pointer& place) {
  if (place.tokens.empty() || !text::find_at(document, place)) return std::nullopt;
  const auto& token = place.tokens.front();
  if (place.tokens.size() > 1) {
    const json_pointer rest{{place.tokens.begin() + 1, place.tokens.end()}};
    const auto changed = remove(*text::find_at(document, {{token}}), rest);
    return changed ? put(document, token, *changed, false) : std::nullopt;
  }
  if (document.is_object()) return document.without(token);
  auto items = document.as_array();
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(*text::array_index(token)));
  return json::array(std::move(items));
}

std::optional<json> apply(const json& document, const text::patch_operation& x) {
  const auto* at = text::find_at(document, x.path);
  const auto* from = text::find_at(document, x.from);
  switch (x.op) {
    case kind::add: return add(document, x.path, x.value);
    case kind::remove: return remove(document, x.path);
    case kind::replace: {
      if (!at) return std::nullopt;
      if (x.path.tokens.empty()) return x.value;
      const json_pointer parent{{x.path.tokens.begin(), x.path.tokens.end() - 1}};
      const auto changed = put(*text::find_at(document, parent), x.path.tokens.back(), x.value, false);
      if (parent.tokens.empty()) return changed;
      return apply(document, {.op = kind::replace, .path = parent, .from = {}, .value = *changed});
    }
    case kind::copy: return from ? add(document, x.path, *from) : std::nullopt;
    case kind::test: return at && *at == x.value ? std::optional(document) : std::nullopt;
    case kind::move: {
      if (!from) return std::nullopt;
      if (x.from == x.path) return document;
      if (x.from.contains(x.path)) return std::nullopt;
      const auto without = remove(document, x.from);
      return without ? add(*without, x.path, *from) : std::nullopt;
    }
  }
  return std::nullopt;
}

class made_up {
public:
  explicit made_up(unsigned seed) : random_(seed) {}

  json value(int depth) {
    switch (number(depth == 0 ? 3 : 5)) {
      case 0: return {};
      case 1: return number(3);
      case 2: return std::string(static_cast<std::size_t>(number(3)), 'x');
      case 3: {
        json::array_type items;
        for (int i = number(4); i > 0; --i) items.push_back(value(depth - 1));
        return json::array(std::move(items));
      }
      default: {
        json::object_type members;
        for (int i = number(4); i > 0; --i) members.emplace_back(std::string(1, "abc"[number(3)]), value(depth - 1));
        return json::object(std::move(members));
      }
    }
  }

  text::patch_operation operation() {
    return {.op = static_cast<kind>(number(6)), .path = place(), .from = place(), .value = value(2)};
  }

private:
  int number(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

  json_pointer place() {
    static const std::vector<std::string> tokens{"a", "b", "c", "0", "1", "2", "-"};
    json_pointer made;
    for (int i = number(4); i > 0; --i) made.tokens.push_back(tokens[static_cast<std::size_t>(number(7))]);
    return made;
  }

  std::mt19937 random_;
};

} // namespace

TEST_CASE("patches have the effect that RFC 6902 describes, whatever they do one after the other") {
  int done = 0;
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    made_up from(seed);
    auto expected = from.value(3);
    text::patched_document current(expected);
    for (int i = 0; i < 20; ++i) {
      const auto operation = from.operation();
      const auto next = apply(expected, operation);
      CAPTURE(seed);
      CAPTURE(text::describe(operation));
      REQUIRE(current.apply(operation).has_value() == next.has_value());
      if (!next) continue;
      expected = *next;
      ++done;
      // Also without looking in between, so that open containers stay open.
      if (i % 7 == 0) REQUIRE(current.value().dump() == expected.dump());
    }
    REQUIRE(current.value().dump() == expected.dump());
  }
  CHECK(done > 5'000);
}
