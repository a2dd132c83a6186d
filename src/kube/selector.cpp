#include "kube/selector.hpp"

#include <algorithm>
#include <vector>

namespace kube {

namespace {

using core::error_code;

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) {
    if (!out.empty()) out += ',';
    out += part;
  }
  return out;
}

/// The member as an array; an absent one or null is empty.
core::result<core::json::array_type> array_at(const core::json& object, std::string_view key) {
  const auto* member = object.find(key);
  if (!member || member->is_null()) return core::json::array_type{};
  if (!member->is_array())
    return core::fail(error_code::invalid_input, "'" + std::string(key) + "' must be a list, got " + member->dump());
  return member->as_array();
}

core::result<std::vector<std::string>> sorted_values(const core::json& requirement, const std::string& key) {
  auto items = array_at(requirement, "values");
  if (!items) return core::fail("key '" + key + "'", items.error());
  std::vector<std::string> values;
  for (const auto& item : *items) {
    if (!item.is_string())
      return core::fail(error_code::invalid_input, "key '" + key + "': values must be strings, got " + item.dump());
    values.push_back(item.as_string());
  }
  std::sort(values.begin(), values.end());
  return values;
}

core::result<std::string> label_requirement_text(const core::json& requirement) {
  const auto key = requirement.string_at("key");
  if (!key || key->empty())
    return core::fail(error_code::invalid_input, "matchExpressions: an item has no 'key': " + requirement.dump());
  auto values = sorted_values(requirement, *key);
  if (!values) return core::fail("matchExpressions", values.error());
  const auto op = requirement.string_at("operator").value_or("");
  const bool takes_values = op == "In" || op == "NotIn";
  if (takes_values && values->empty())
    return core::fail(error_code::invalid_input, "matchExpressions: key '" + *key + "': " + op + " needs values");
  if (op == "In") return *key + " in (" + join(*values) + ")";
  if (op == "NotIn") return *key + " notin (" + join(*values) + ")";
  if (op == "Exists") return *key;
  if (op == "DoesNotExist") return "!" + *key;
  return core::fail(error_code::invalid_input, "matchExpressions: key '" + *key + "': unknown operator '" + op
                                                 + "', use In, NotIn, Exists or DoesNotExist");
}

std::string escape_field_value(const std::string& value) {
  std::string out;
  for (auto c : value) {
    if (c == '\\' || c == ',' || c == '=') out += '\\';
    out += c;
  }
  return out;
}

core::result<std::string> field_requirement_text(const core::json& requirement) {
  const auto field = requirement.string_at("field");
  if (!field || field->empty())
    return core::fail(error_code::invalid_input, "fieldSelector: an item has no 'field': " + requirement.dump());
  const auto value = requirement.string_at("value");
  if (!value)
    return core::fail(error_code::invalid_input, "fieldSelector: field '" + *field + "' has no string 'value'");
  const auto op = requirement.string_at("operator").value_or("");
  if (op == "=" || op == "==" || op == "Equals") return *field + "=" + escape_field_value(*value);
  if (op == "!=" || op == "NotEquals") return *field + "!=" + escape_field_value(*value);
  return core::fail(error_code::invalid_input,
                    "fieldSelector: field '" + *field + "': unknown operator '" + op + "', use Equals or NotEquals");
}

template <class ToText>
core::result<void> append_requirements(const core::json& selector, std::vector<std::string>& parts, ToText to_text) {
  auto expressions = array_at(selector, "matchExpressions");
  if (!expressions) return tl::unexpected(expressions.error());
  for (const auto& requirement : *expressions) {
    auto text = to_text(requirement);
    if (!text) return tl::unexpected(text.error());
    parts.push_back(std::move(*text));
  }
  return {};
}

} // namespace

core::result<std::string> label_selector_text(const core::json& selector) {
  std::vector<std::string> parts;
  if (const auto* labels = selector.find("matchLabels"); labels && labels->is_object()) {
    for (const auto& [key, value] : labels->as_object()) {
      if (!value.is_string())
        return core::fail(error_code::invalid_input,
                          "matchLabels: '" + key + "' must be a string, got " + value.dump());
      parts.push_back(key + "=" + value.as_string());
    }
  }
  if (auto done = append_requirements(selector, parts, label_requirement_text); !done)
    return tl::unexpected(done.error());
  std::sort(parts.begin(), parts.end());
  return join(parts);
}

core::result<std::string> field_selector_text(const core::json& selector) {
  std::vector<std::string> parts;
  if (auto done = append_requirements(selector, parts, field_requirement_text); !done)
    return tl::unexpected(done.error());
  std::sort(parts.begin(), parts.end());
  return join(parts);
}

std::string join_selectors(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return a + b;
  return a + "," + b;
}

} // namespace kube
