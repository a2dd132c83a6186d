#include "core/store/hidden_secrets.hpp"

#include "base/secret_kind.hpp"
#include "core/schema/violation.hpp"
#include "core/values/section_view.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace core::store {

namespace {

/// The shortest secret that is hidden also as a part of a text.
constexpr std::size_t part_min = 6;

std::string text_of(const text::json& scalar) {
  if (scalar.is_string()) return scalar.as_string();
  return scalar.is_number() ? scalar.number_text() : std::string();
}

void collect_all(const text::json& value, std::set<std::string>& texts) {
  if (value.is_array())
    for (const auto& item : value.as_array()) collect_all(item, texts);
  else if (value.is_object())
    for (const auto& [key, member] : value.as_object()) collect_all(member, texts);
  else if (auto text = text_of(value); !text.empty())
    texts.insert(std::move(text));
}

void collect_hidden(const text::json& value, const text::json& view, std::set<std::string>& texts) {
  // Equal parts hide no text, so they are skipped; the comparison of shared parts is cheap.
  if (value == view) return;
  if (value.is_object() && view.is_object()) {
    for (const auto& [key, member] : value.as_object()) {
      const auto* shown = view.find(key);
      if (shown != nullptr)
        collect_hidden(member, *shown, texts);
      else
        collect_all(member, texts);
    }
    return;
  }
  // Items are compared by position, so the view must not have left out an item.
  if (value.is_array() && view.is_array() && value.as_array().size() == view.as_array().size()) {
    for (std::size_t i = 0; i < value.as_array().size(); ++i)
      collect_hidden(value.as_array()[i], view.as_array()[i], texts);
    return;
  }
  collect_all(value, texts);
}

/// In one pass: replacing in place would move the rest of the text each time.
void replace_all(std::string& text, std::string_view what, std::string_view by) {
  auto at = text.find(what);
  if (at == text.npos) return;
  std::string replaced;
  std::size_t from = 0;
  for (; at != text.npos; at = text.find(what, from)) {
    replaced.append(text, from, at - from).append(by);
    from = at + what.size();
  }
  text = replaced.append(text, from);
}

text::json without(const text::json& value, const std::vector<std::string>& secrets) {
  if (value.is_array()) {
    text::json::array_type items;
    for (const auto& item : value.as_array()) items.push_back(without(item, secrets));
    return text::json::array(std::move(items));
  }
  if (value.is_object()) {
    text::json::object_type members;
    for (const auto& [key, member] : value.as_object()) members.emplace_back(key, without(member, secrets));
    return text::json::object(std::move(members));
  }
  auto text = text_of(value);
  if (std::find(secrets.begin(), secrets.end(), text) != secrets.end()) return base::hidden_value;
  if (!value.is_string()) return value;
  for (const auto& secret : secrets) {
    if (secret.size() >= part_min) replace_all(text, secret, base::hidden_value);
    // Templates write secrets in base64 into the data of Secrets, and a part of a text in base64 differs by
    // its position: only the whole secret is found.
    if (const auto encoded = text::encode_base64(secret); secret.size() >= part_min || text == encoded)
      replace_all(text, encoded, base::hidden_value);
  }
  return text;
}

/// The names of a Secret's entries are no secrets.
text::json with_hidden_members(const text::json& data) {
  if (!data.is_object()) return base::hidden_value;
  text::json::object_type members;
  for (const auto& [key, value] : data.as_object()) members.emplace_back(key, base::hidden_value);
  return text::json::object(std::move(members));
}

} // namespace

std::vector<std::string> hidden_texts(const text::json& values, const text::json& view) {
  std::set<std::string> texts;
  collect_hidden(values, view, texts);
  return {texts.begin(), texts.end()};
}

std::vector<std::string> secrets_of_chart(const std::string& module, const values_state& values) {
  std::vector<std::string> all;
  for (const auto& owner : {values::values_owner{}, values::values_owner{module}}) {
    const auto& section = values.section_values(owner);
    const auto view = values::view_of_values(values.schemas(owner), section, values::secrets::hidden);
    for (auto& text : hidden_texts(section, view)) all.push_back(std::move(text));
  }
  return all;
}

text::json view_of_rendered(const text::json& object, const std::vector<std::string>& secrets) {
  // A secret may be a part of another secret. The longer secret is hidden first, because its rest would be
  // shown otherwise.
  auto longest_first = secrets;
  std::stable_sort(longest_first.begin(), longest_first.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  auto view = without(object, longest_first);
  // A list may contain Secrets, whose data is hidden by their kind. Other secrets are hidden in all items
  // already.
  if (const auto* items = view.find("items"); items != nullptr && items->is_array()) {
    text::json::array_type shown;
    for (const auto& item : items->as_array()) shown.push_back(view_of_rendered(item, {}));
    view = view.with("items", text::json::array(std::move(shown)));
  }
  if (!base::holds_secrets(object.string_at("kind").value_or(""))) return view;
  for (const auto* part : {"data", "stringData"})
    if (const auto* data = view.find(part)) view = view.with(part, with_hidden_members(*data));
  return view;
}

} // namespace core::store
