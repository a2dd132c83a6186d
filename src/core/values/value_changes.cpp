#include "core/values/value_changes.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/secret_key.hpp"
#include "core/base/secret_kind.hpp"
#include "core/schema/schema_violation.hpp"
#include "core/values/names.hpp"
#include "core/values/section_view.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace core {

namespace {

constexpr std::size_t bytes_max = 256;

bool is_secret_text(std::string_view text) {
  if (text.find("PRIVATE KEY-----") != std::string_view::npos) return true;
  // https://user:password@host
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos) return false;
  const auto authority = text.substr(scheme + 3, text.find_first_of("/?# ", scheme + 3) - scheme - 3);
  const auto user_end = authority.rfind('@');
  return user_end != std::string_view::npos && authority.substr(0, user_end).find(':') != std::string_view::npos;
}

/// Hides what names show to be secret, in addition to what schemas mark.
json without_named_secrets(const json& x) {
  if (x.is_string()) return is_secret_text(x.as_string()) ? json(hidden_value) : x;
  if (x.is_array()) {
    auto items = x.as_array();
    for (auto& item : items) item = without_named_secrets(item);
    return json::array(std::move(items));
  }
  if (!x.is_object()) return x;
  const bool is_secret = holds_secrets(x.string_at("kind").value_or(""));
  auto members = x.as_object();
  for (auto& [key, member] : members) {
    const bool hides = names_a_secret(key) || (is_secret && (key == "data" || key == "stringData"));
    member = hides && !member.is_null() ? json(hidden_value) : without_named_secrets(member);
  }
  return json::object(std::move(members));
}

/// A value as it is, and as it may be shown. Null pointers: there is none.
struct seen_value {
  const json* raw = nullptr;
  const json* shown = nullptr;

  [[nodiscard]] std::optional<std::string> text() const {
    if (raw == nullptr) return std::nullopt;
    return excerpt(shown->dump(), bytes_max);
  }
  [[nodiscard]] bool is_open_object() const {
    return raw == nullptr || (raw->is_object() && shown != nullptr && shown->is_object());
  }
  [[nodiscard]] seen_value member(const std::string& key) const {
    if (raw == nullptr) return {};
    const auto* x = raw->find(key);
    return x == nullptr ? seen_value{} : seen_value{x, shown->find(key)};
  }
};

class comparison {
public:
  explicit comparison(std::size_t most) : most_(most) {}

  void compare(const std::string& key, const seen_value& before, const seen_value& after, bool effective) {
    if (found_.size() >= most_ || (before.raw == nullptr && after.raw == nullptr)) return;
    if (before.raw != nullptr && after.raw != nullptr && *before.raw == *after.raw) return;
    if (before.is_open_object() && after.is_open_object()) {
      std::set<std::string> keys;
      for (const auto* x : {before.raw, after.raw})
        if (x != nullptr)
          for (const auto& [name, member] : x->as_object()) keys.insert(name);
      for (const auto& name : keys) compare(key + "." + name, before.member(name), after.member(name), effective);
      if (!keys.empty()) return;
    }
    if (!effective && !named_.insert(key).second) return;
    if (effective) named_.insert(key);
    found_.push_back({key, before.text(), after.text(), effective});
  }

  void flag(const std::string& key, bool before, bool after) {
    const auto text = [](bool x) { return std::string(x ? "true" : "false"); };
    found_.push_back({key, text(before), text(after)});
  }

  [[nodiscard]] std::vector<value_change> take() { return std::move(found_); }

private:
  std::size_t most_;
  std::vector<value_change> found_;
  std::set<std::string> named_;
};

json shown_of(const section_schemas& schemas, const json& values) {
  return without_named_secrets(view_of_values(schemas, values, secrets::hidden));
}

void compare_sections(comparison& all, const std::string& key, const values_state::section* before,
                      const values_state::section* after) {
  const auto& schemas = (after != nullptr ? after : before)->schemas;
  for (const auto which : {&values_state::section::values, &values_state::section::config}) {
    const auto* was = before == nullptr ? nullptr : &(before->*which);
    const auto* now = after == nullptr ? nullptr : &(after->*which);
    const bool is_config = which == &values_state::section::config;
    // There is an empty one for every section that the ConfigMap does not have.
    if (is_config && was == nullptr && now != nullptr && now->as_object().empty()) continue;
    const auto shown_was = was == nullptr ? json() : shown_of(schemas, *was);
    const auto shown_now = now == nullptr ? json() : shown_of(schemas, *now);
    all.compare(key, was == nullptr ? seen_value{} : seen_value{was, &shown_was},
                now == nullptr ? seen_value{} : seen_value{now, &shown_now}, !is_config);
  }
}

} // namespace

std::vector<value_change> value_changes(const values_state& before, const values_state& after, std::size_t most) {
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
    for (const auto& key : enabled_flags::differences(before.flags(), after.flags()))
      all.flag(enabled_key(key), before.flags().flag(key).enabled, after.flags().flag(key).enabled);
  return all.take();
}

} // namespace core
