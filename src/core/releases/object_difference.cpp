#include "core/releases/object_difference.hpp"

#include "base/excerpt.hpp"
#include "base/secret_kind.hpp"
#include "core/releases/manifest.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/shown_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t value_bytes_max = 100;

bool is_none(const text::json* x) {
  return x == nullptr || x->is_null();
}

bool is_empty(const text::json& x) {
  return (x.is_array() && x.as_array().empty()) || (x.is_object() && x.as_object().empty());
}

bool is_plain_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

std::string member_path(const std::string& path, const std::string& key) {
  if (!is_plain_key(key)) return path + "[\"" + text::shown_key(key) + "\"]";
  return path.empty() ? key : path + "." + key;
}

/// The names of a list's items; nullopt if an item has no name, or if two items have the same name.
std::optional<std::vector<std::string>> names_of(const text::json::array_type& items) {
  std::vector<std::string> names;
  for (const auto& item : items) {
    auto name = item.string_at("name");
    if (!name) return std::nullopt;
    names.push_back(std::move(*name));
  }
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) return std::nullopt;
  return names;
}

/// A value, and its view without secrets. Both have the same structure.
struct shown_value {
  const text::json* value = nullptr;
  const text::json* view = nullptr;

  [[nodiscard]] shown_value member(const std::string& key) const {
    return {value == nullptr ? nullptr : value->find(key), view == nullptr ? nullptr : view->find(key)};
  }
  [[nodiscard]] shown_value item(std::size_t i) const {
    const bool is_viewed = view != nullptr && view->is_array() && i < view->as_array().size();
    return {&value->as_array()[i], is_viewed ? &view->as_array()[i] : nullptr};
  }
  [[nodiscard]] std::optional<text::json> shown() const {
    if (is_none(value)) return std::nullopt;
    return view != nullptr ? *view : text::json("<redacted>");
  }
};

class comparison {
public:
  explicit comparison(compared_fields which) : which_(which) {}

  void compare(const std::string& path, const shown_value& before, const shown_value& after) {
    // A field that is not in the manifest was set by the API server: a default, or state.
    if (which_ == compared_fields::of_second && is_unmentioned(after.value)) return;
    if (is_none(before.value) && is_none(after.value)) return;
    if (is_none(before.value) || is_none(after.value)) return note(path, before, after);
    if (before.value->is_object() && after.value->is_object()) return members(path, before, after);
    if (before.value->is_array() && after.value->is_array()) return items(path, before, after);
    if (!(*before.value == *after.value)) note(path, before, after);
  }

  [[nodiscard]] std::vector<field_difference> take() { return std::move(found_); }

private:
  /// The API server keeps some empty maps and lists and drops others, so an empty field counts as absent.
  static bool is_unmentioned(const text::json* x) { return is_none(x) || is_empty(*x); }

  void note(const std::string& path, const shown_value& before, const shown_value& after) {
    found_.push_back({path, before.shown(), after.shown()});
  }

  void members(const std::string& path, const shown_value& before, const shown_value& after) {
    std::set<std::string> keys;
    for (const auto* side : {before.value, after.value})
      for (const auto& [key, value] : side->as_object()) keys.insert(key);
    for (const auto& key : keys) compare(member_path(path, key), before.member(key), after.member(key));
  }

  void items(const std::string& path, const shown_value& before, const shown_value& after) {
    const auto old_names = names_of(before.value->as_array());
    const auto new_names = names_of(after.value->as_array());
    // Compared by name, so that a new container at the front does not make all later containers differ.
    if (old_names && new_names) return named_items(path, before, *old_names, after, *new_names);
    const auto count = after.value->as_array().size();
    if (before.value->as_array().size() != count) return note(path, before, after);
    for (std::size_t i = 0; i < count; ++i)
      compare(path + "[" + std::to_string(i) + "]", before.item(i), after.item(i));
  }

  void named_items(const std::string& path, const shown_value& before, const std::vector<std::string>& old_names,
                   const shown_value& after, const std::vector<std::string>& new_names) {
    const auto find = [](const shown_value& list, const std::vector<std::string>& names, const std::string& name) {
      const auto at = std::find(names.begin(), names.end(), name);
      return at == names.end() ? shown_value{} : list.item(static_cast<std::size_t>(at - names.begin()));
    };
    for (const auto& name : new_names)
      compare(path + "[" + text::shown_key(name) + "]", find(before, old_names, name), find(after, new_names, name));
    for (const auto& name : old_names)
      if (std::find(new_names.begin(), new_names.end(), name) == new_names.end())
        compare(path + "[" + text::shown_key(name) + "]", find(before, old_names, name), {});
  }

  compared_fields which_;
  std::vector<field_difference> found_;
};

/// Group, kind, namespace and name of an object.
using object_key = std::tuple<std::string, std::string, std::string, std::string>;

std::string text_at(const text::json* x, const char* key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

object_key key_of(const text::json& object, const std::string& default_namespace) {
  const auto version = text_at(&object, "apiVersion");
  const auto* metadata = object.find("metadata");
  auto space = text_at(metadata, "namespace");
  if (space.empty()) space = default_namespace;
  // Without the version, because all versions of a group show the same object.
  return {version.substr(0, version.find('/') == version.npos ? 0 : version.find('/')), text_at(&object, "kind"), space,
          text_at(metadata, "name")};
}

std::string text_of(const std::optional<text::json>& value) {
  return value ? base::excerpt(value->dump(), value_bytes_max) : std::string("(none)");
}

/// The first different line of two texts: `line 3: "a" -> "b"`; nullopt if either text is not multi-line.
std::optional<std::string> line_difference(const std::optional<text::json>& before,
                                           const std::optional<text::json>& after) {
  const auto has_lines = [](const std::optional<text::json>& x) {
    return x && x->is_string() && x->as_string().find('\n') != std::string::npos;
  };
  if (!has_lines(before) || !has_lines(after)) return std::nullopt;
  std::string_view a = before->as_string(), b = after->as_string();
  for (std::size_t line = 1;; ++line) {
    const auto a_end = std::min(a.find('\n'), a.size()), b_end = std::min(b.find('\n'), b.size());
    if (a.substr(0, a_end) != b.substr(0, b_end))
      return fmt::format("line {}: {} -> {}", line, text_of(text::json(a.substr(0, a_end))),
                         text_of(text::json(b.substr(0, b_end))));
    // A text ends here without a line break, so there are no further lines.
    if (a_end == a.size() || b_end == b.size()) return std::nullopt;
    a.remove_prefix(a_end + 1);
    b.remove_prefix(b_end + 1);
  }
}

} // namespace

text::json as_stored(const text::json& object) {
  const auto* texts = object.find("stringData");
  if (texts == nullptr || !texts->is_object() || !base::holds_secrets(object.string_at("kind").value_or("")))
    return object;
  const auto* data = object.find("data");
  auto stored = data != nullptr && data->is_object() ? *data : text::json::object();
  for (const auto& [key, text] : texts->as_object())
    if (text.is_string()) stored = stored.with(key, text::encode_base64(text.as_string()));
  return object.without("stringData").with("data", stored);
}

std::vector<field_difference> field_differences(const text::json& before, const text::json& after,
                                                compared_fields which, const object_view& view) {
  const auto old_stored = as_stored(before), new_stored = as_stored(after);
  const auto old_view = view(old_stored), new_view = view(new_stored);
  comparison made(which);
  made.compare("", {&old_stored, &old_view}, {&new_stored, &new_view});
  return made.take();
}

std::vector<text::json> objects_one_by_one(const std::vector<text::json>& documents) {
  std::vector<text::json> objects;
  for (const auto& document : documents) {
    const auto* items = document.find("items");
    if (text_at(&document, "kind").ends_with("List") && items != nullptr && items->is_array())
      for (const auto& item : objects_one_by_one(items->as_array())) objects.push_back(item);
    else if (document.is_object())
      objects.push_back(document);
  }
  return objects;
}

std::vector<object_difference> manifest_differences(const std::vector<text::json>& before,
                                                    const std::vector<text::json>& after,
                                                    const std::string& default_namespace, const object_view& view) {
  std::map<object_key, text::json> old;
  const auto old_objects = objects_one_by_one(before);
  // If two objects have the same name, the last object wins, as if they were applied in order.
  for (const auto& object : old_objects) old.insert_or_assign(key_of(object, default_namespace), object);
  std::vector<object_difference> found;
  for (const auto& object : objects_one_by_one(after)) {
    const auto known = old.find(key_of(object, default_namespace));
    if (known == old.end()) {
      found.push_back({describe_object(object), object_difference::change::added, {}});
      continue;
    }
    if (auto fields = field_differences(known->second, object, compared_fields::all, view); !fields.empty())
      found.push_back({describe_object(object), object_difference::change::changed, std::move(fields)});
    old.erase(known);
  }
  for (const auto& object : old_objects)
    if (old.erase(key_of(object, default_namespace)) > 0)
      found.push_back({describe_object(object), object_difference::change::removed, {}});
  return found;
}

std::string describe(const field_difference& x) {
  const auto path = text::printable(x.path);
  // Both views of a changed secret look the same, so the text only says that it differs.
  if (x.before == x.after) return path + ": " + text_of(x.after) + " (differs)";
  if (const auto lines = line_difference(x.before, x.after)) return path + ": " + *lines;
  return path + ": " + text_of(x.before) + " -> " + text_of(x.after);
}

} // namespace core::releases
