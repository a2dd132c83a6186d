#include "core/hooks/selector_config.hpp"

#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace core::hooks {

namespace {

using operation = bindings::label_requirement::operation;

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// True for at most 63 letters, digits, `-`, `_` and `.` that begin and end with a letter or digit.
bool is_label_name(std::string_view text) {
  constexpr std::size_t length_max = 63;
  return !text.empty() && text.size() <= length_max && is_alphanumeric(text.front()) && is_alphanumeric(text.back())
         && std::all_of(text.begin(), text.end(),
                        [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

/// True for a name; a DNS domain and a slash may precede it.
bool is_label_key(std::string_view text) {
  auto slash = text.find('/');
  if (slash == std::string_view::npos) return is_label_name(text);
  constexpr std::size_t domain_length_max = 253;
  auto domain = text.substr(0, slash);
  return !domain.empty() && domain.size() <= domain_length_max
         && std::all_of(domain.begin(), domain.end(), [](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; })
         && is_label_name(text.substr(slash + 1));
}

void check_key(document_reader& reader, std::string_view member, const std::string& key) {
  if (!key.empty() && !is_label_key(key)) reader.add_error(member, "'" + text::shown_key(key) + "' is no label key");
}

void check_value(document_reader& reader, std::string_view member, const std::string& value) {
  // Kubernetes allows a label with an empty value.
  if (!value.empty() && !is_label_name(value)) reader.add_error(member, "'" + value + "' is no label value");
}

std::optional<operation> operation_of(std::string_view text) {
  if (text == "In") return operation::in;
  if (text == "NotIn") return operation::not_in;
  if (text == "Exists") return operation::exists;
  if (text == "DoesNotExist") return operation::does_not_exist;
  return std::nullopt;
}

bindings::label_requirement read_label_requirement(document_reader& reader, const char* operator_key) {
  bindings::label_requirement x;
  x.key = reader.required_string("key");
  check_key(reader, "key", x.key);
  auto text = reader.required_string(operator_key);
  auto op = operation_of(text);
  x.op = op.value_or(operation::in);
  if (!op && !text.empty())
    reader.add_error(operator_key, "expected In, NotIn, Exists or DoesNotExist, got '" + text + "'");
  x.values = reader.strings("values");
  for (const auto& value : x.values) check_value(reader, "values", value);
  const bool wants_values = x.op == operation::in || x.op == operation::not_in;
  if (op && wants_values == x.values.empty())
    reader.add_error("values", wants_values ? "must have at least one item" : "must be empty for this operator");
  return x;
}

void read_match_labels(document_reader& reader, bindings::label_selector& selector) {
  auto labels = reader.object("matchLabels");
  if (!labels) return;
  for (const auto& [key, ignored] : labels->members()) {
    auto value = labels->string_or(key, {});
    if (key.empty()) reader.add_error("matchLabels", "the key of a label must not be empty");
    check_key(*labels, key, key);
    check_value(*labels, key, value);
    selector.match_labels.emplace_back(key, std::move(value));
  }
}

} // namespace

bindings::label_selector read_label_selector(document_reader reader) {
  bindings::label_selector selector;
  read_match_labels(reader, selector);
  for (auto& item : reader.objects("matchExpressions")) {
    selector.match_expressions.push_back(read_label_requirement(item, "operator"));
    item.refuse_others();
  }
  if (reader.members().empty()) reader.add_error("matchLabels", "matchLabels or matchExpressions is required");
  reader.refuse_others();
  return selector;
}

bindings::label_selector read_label_selector_v0(document_reader reader) {
  bindings::label_selector selector;
  read_match_labels(reader, selector);
  // Unknown members are accepted here: the predecessor ignores them in a configuration of v0.
  for (auto& item : reader.objects("matchExpressions"))
    selector.match_expressions.push_back(
      read_label_requirement(item, item.has("operation") ? "operation" : "operator"));
  return selector;
}

bindings::field_selector read_field_selector(document_reader reader) {
  bindings::field_selector selector;
  if (!reader.has("matchExpressions")) reader.add_error("matchExpressions", "is required");
  for (auto& item : reader.objects("matchExpressions")) {
    bindings::field_requirement x;
    x.field = item.required_string("field");
    auto op = item.required_string("operator");
    x.equal = op == "=" || op == "==" || op == "Equals";
    if (!x.equal && op != "!=" && op != "NotEquals" && !op.empty())
      item.add_error("operator", "expected =, ==, Equals, != or NotEquals, got '" + op + "'");
    if (!item.has("value")) item.add_error("value", "is required");
    x.value = item.string_or("value", {});
    item.refuse_others();
    selector.push_back(std::move(x));
  }
  reader.refuse_others();
  return selector;
}

} // namespace core::hooks
