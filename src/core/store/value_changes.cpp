#include "core/store/value_changes.hpp"

#include "base/excerpt.hpp"
#include "base/secret_key.hpp"
#include "base/secret_kind.hpp"
#include "core/schema/violation.hpp"
#include "core/values/names.hpp"
#include "core/values/section_view.hpp"
#include "text/plain/secret_text.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace core::store {

namespace {

constexpr std::size_t bytes_max = 256;
constexpr std::size_t key_bytes_max = 512;

text::json without_named_secrets(const text::json& x);

/// `oidc`: a method of login, not a secret.
bool is_one_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Whether the item of a command's arguments is an option whose value, a secret, is the next item.
bool announces_secret(const text::json& item) {
  return item.is_string() && item.as_string().starts_with("-") && base::names_a_secret(item.as_string());
}

text::json without_secret_items(const text::json& list) {
  auto items = list.as_array();
  bool is_announced = false;
  for (auto& item : items) {
    const bool hides = is_announced && item.is_string() && !item.as_string().starts_with("-");
    is_announced = announces_secret(item);
    item = hides ? text::json(base::hidden_value) : without_named_secrets(item);
  }
  return text::json::array(std::move(items));
}

/// Whether the value is no secret under any name, because it shows only whether a secret exists.
bool says_nothing(const text::json& x) {
  return x.is_null() || x.is_bool() || (x.is_string() && x.as_string().empty());
}

/// Hides values whose names show that they are secret, in addition to values that schemas mark.
text::json without_named_secrets(const text::json& x) {
  if (x.is_string()) return text::json(text::without_secrets(x.as_string()));
  if (x.is_array()) return without_secret_items(x);
  if (!x.is_object()) return x;
  const bool is_secret = base::holds_secrets(x.string_at("kind").value_or(""));
  // A variable of a container: `{name: DB_PASSWORD, value: x}`.
  const bool is_secret_variable =
    base::names_a_secret(x.string_at("name").value_or("")) || base::names_a_secret(x.string_at("key").value_or(""));
  auto members = x.as_object();
  for (auto& [key, member] : members) {
    const bool hides =
      base::names_a_secret(key) || (base::names_a_login(key) && member.is_string() && !is_one_word(member.as_string()))
      || (is_secret && (key == "data" || key == "stringData")) || (is_secret_variable && key == "value");
    member = hides && !says_nothing(member) ? text::json(base::hidden_value) : without_named_secrets(member);
  }
  return text::json::object(std::move(members));
}

/// A value as it is, and as it may be shown. Null pointers: the value is absent.
struct seen_value {
  const text::json* raw = nullptr;
  const text::json* shown = nullptr;

  [[nodiscard]] std::optional<std::string> text() const {
    if (raw == nullptr) return std::nullopt;
    return base::excerpt(shown->dump(), bytes_max);
  }
  [[nodiscard]] bool is_open_object() const {
    return raw == nullptr || (raw->is_object() && shown != nullptr && shown->is_object());
  }
  [[nodiscard]] seen_value member(std::string_view key) const {
    if (raw == nullptr) return {};
    const auto* x = raw->find(key);
    return x == nullptr ? seen_value{} : seen_value{x, shown->find(key)};
  }
};

class comparison {
public:
  explicit comparison(std::size_t most) : most_(most) {}

  void compare(std::string_view key, const seen_value& before, const seen_value& after, bool effective) {
    if (found_.size() >= most_ || (before.raw == nullptr && after.raw == nullptr)) return;
    if (before.raw != nullptr && after.raw != nullptr && *before.raw == *after.raw) return;
    way_.push_back(key);
    if (!compare_members(before, after, effective)) note(before, after, effective);
    way_.pop_back();
  }

  void flag(const std::string& key, bool before, bool after) {
    const auto text = [](bool x) { return std::string(x ? "true" : "false"); };
    found_.push_back({key, text(before), text(after)});
  }

  [[nodiscard]] std::vector<base::value_change> take() { return std::move(found_); }

private:
  /// False if the two values cannot be compared by members.
  bool compare_members(const seen_value& before, const seen_value& after, bool effective) {
    if (!before.is_open_object() || !after.is_open_object()) return false;
    std::set<std::string_view> keys;
    for (const auto* x : {before.raw, after.raw})
      if (x != nullptr)
        for (const auto& [name, member] : x->as_object()) keys.insert(name);
    for (const auto& name : keys) compare(name, before.member(name), after.member(name), effective);
    // If no member differs (`{}` and an absent value), there is no member to name, and the caller notes the
    // place itself.
    return !keys.empty();
  }

  void note(const seen_value& before, const seen_value& after, bool effective) {
    const auto key = key_of_way();
    // The effective values are compared first. A change that they show is not repeated for the ConfigMap.
    if (!effective && !named_.insert(key).second) return;
    if (effective) named_.insert(key);
    found_.push_back({key, before.text(), after.text(), effective});
  }

  /// Written out only for a difference: a name may be as long as all values together.
  [[nodiscard]] std::string key_of_way() const {
    std::string key;
    for (const auto& name : way_) {
      if (key.size() > key_bytes_max) break;
      key += (key.empty() ? "" : ".") + base::excerpt(text::shown_key(name), key_bytes_max);
    }
    return base::excerpt(key, key_bytes_max);
  }

  std::size_t most_;
  std::vector<std::string_view> way_; ///< names from the section to the compared value
  std::vector<base::value_change> found_;
  std::set<std::string> named_;
};

text::json shown_of(const schema::section_schemas& schemas, const text::json& values) {
  return without_named_secrets(values::view_of_values(schemas, values, values::secrets::hidden));
}

void compare_sections(comparison& all, const std::string& key, const values_state::section* before,
                      const values_state::section* after) {
  const auto& schemas = (after != nullptr ? after : before)->schemas;
  for (const auto which : {&values_state::section::values, &values_state::section::config}) {
    const auto* was = before == nullptr ? nullptr : &(before->*which);
    const auto* now = after == nullptr ? nullptr : &(after->*which);
    const bool is_config = which == &values_state::section::config;
    // Every section that the ConfigMap lacks has an empty entry.
    if (is_config && was == nullptr && now != nullptr && *now == text::json::object()) continue;
    const auto shown_was = was == nullptr ? text::json() : shown_of(schemas, *was);
    const auto shown_now = now == nullptr ? text::json() : shown_of(schemas, *now);
    all.compare(key, was == nullptr ? seen_value{} : seen_value{was, &shown_was},
                now == nullptr ? seen_value{} : seen_value{now, &shown_now}, !is_config);
  }
}

} // namespace

std::vector<base::value_change> value_changes(const values_state& before, const values_state& after, std::size_t most) {
  comparison all(most);
  std::set<std::string> keys;
  for (const auto* state : {&before, &after})
    for (const auto& [key, section] : state->sections()) keys.insert(key);
  const auto find = [](const values_state& state, const std::string& key) {
    const auto at = state.sections().find(key);
    return at == state.sections().end() ? nullptr : at->second.get();
  };
  for (const auto& key : keys) {
    const auto* was = find(before, key);
    const auto* now = find(after, key);
    if (was != now) compare_sections(all, key, was, now);
  }
  if (&before.flags() != &after.flags())
    for (const auto& key : values::enabled_flags::differences(before.flags(), after.flags()))
      all.flag(values::enabled_key(key), before.flags().flag(key).enabled, after.flags().flag(key).enabled);
  return all.take();
}

std::string names_of_changes(const values_state& before, const values_state& after) {
  constexpr std::size_t compared_max = 100;
  constexpr std::size_t named_max = 3;
  auto changes = value_changes(before, after, compared_max);
  if (std::any_of(changes.begin(), changes.end(), [](const auto& x) { return x.effective; }))
    changes.erase(std::remove_if(changes.begin(), changes.end(), [](const auto& x) { return !x.effective; }),
                  changes.end());
  std::string names;
  for (std::size_t i = 0; i < std::min(changes.size(), named_max); ++i) names += (i == 0 ? "" : ", ") + changes[i].key;
  return changes.size() > named_max ? names + " and more" : names;
}

} // namespace core::store
