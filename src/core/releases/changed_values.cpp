#include "core/releases/changed_values.hpp"

#include "base/secret_key.hpp"
#include "base/secret_kind.hpp"
#include "text/json/json_parts.hpp"
#include "text/json/shown_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t names_max = 3;

/// True for null, and for an object of which no member has a value.
bool is_absent(const text::json& x) {
  return x.is_null()
         || (x.is_object() && std::all_of(x.as_object().begin(), x.as_object().end(), [](const auto& member) {
               return is_absent(member.second);
             }));
}

class comparison {
public:
  void compare_members(const text::json& before, const text::json& now) {
    std::set<std::string> keys;
    for (const auto* side : {&before, &now})
      for (const auto& [key, value] : side->as_object()) keys.insert(key);
    // Values may contain whole objects.
    const bool is_secret = base::holds_secrets(before.string_at("kind").value_or(now.string_at("kind").value_or("")));
    for (const auto& key : keys) {
      const bool hides = base::names_a_secret(key) || (is_secret && (key == "data" || key == "stringData"));
      way_.push_back(key);
      compare(text::member(before, key), text::member(now, key), hides ? members::hidden : members::shown);
      way_.pop_back();
    }
  }

  [[nodiscard]] changed_values take() { return std::move(found_); }

private:
  enum class members { shown, hidden };

  void compare(const text::json& before, const text::json& now, members of) {
    // A hook that writes `{}` in place of an absent value changes no chart.
    if (before == now || (is_absent(before) && is_absent(now))) return;
    if (before.is_object() && now.is_object() && of == members::shown) return compare_members(before, now);
    if (is_absent(now)) return found_.gone.add(name());
    if (is_absent(before)) return found_.added.add(name());
    found_.changed.add(name() + words_of_items(before, now));
  }

  static std::string words_of_items(const text::json& before, const text::json& now) {
    if (!before.is_array() || !now.is_array() || before.as_array().size() == now.as_array().size()) return {};
    return fmt::format(" (a list of {} items, now {})", before.as_array().size(), now.as_array().size());
  }

  [[nodiscard]] std::string name() const { return text::shown_place({way_}); }

  std::vector<std::string> way_;
  changed_values found_;
};

} // namespace

void few_names::add(std::string name) {
  if (names_.size() < names_max)
    names_.push_back(std::move(name));
  else
    ++others_;
}

void few_names::add(const std::function<std::string()>& make) {
  add(names_.size() < names_max ? make() : std::string());
}

std::string few_names::words() const {
  const auto named = fmt::format("{}", fmt::join(names_, ", "));
  return others_ == 0 ? named : fmt::format("{} and {} {}", named, others_, others_ == 1 ? "other" : "others");
}

std::string sentence(std::string_view noun, const few_names& names, std::string_view state) {
  return names.is_single() ? fmt::format("{} {} is {}", noun, names.words(), state)
                           : fmt::format("{}s {} are {}", noun, names.words(), state);
}

changed_values compare_values(const text::json& before, const text::json& now) {
  comparison all;
  if (before.is_object() && now.is_object()) all.compare_members(before, now);
  return all.take();
}

} // namespace core::releases
