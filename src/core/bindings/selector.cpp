#include "core/bindings/selector.hpp"

#include <string_view>

namespace core::bindings {

namespace {

void append_term(std::string& out, std::string_view term) {
  if (!out.empty()) out += ',';
  out += term;
}

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const auto& value : values) append_term(out, value);
  return out;
}

std::string term(const label_requirement& x) {
  using operation = label_requirement::operation;
  switch (x.op) {
    case operation::in: return x.key + " in (" + joined(x.values) + ")";
    case operation::not_in: return x.key + " notin (" + joined(x.values) + ")";
    case operation::exists: return x.key;
    case operation::does_not_exist: return "!" + x.key;
  }
  return {};
}

std::string escaped(std::string_view value) {
  std::string out;
  for (char c : value) {
    // Escapes like fields.EscapeValue of apimachinery.
    if (c == '\\' || c == ',' || c == '=') out += '\\';
    out += c;
  }
  return out;
}

} // namespace

std::string query_text(const label_selector& selector) {
  std::string out;
  for (const auto& [key, value] : selector.match_labels) append_term(out, key + "=" + value);
  for (const auto& requirement : selector.match_expressions) append_term(out, term(requirement));
  return out;
}

std::string query_text(const field_selector& selector) {
  std::string out;
  for (const auto& x : selector) append_term(out, x.field + (x.equal ? "=" : "!=") + escaped(x.value));
  return out;
}

} // namespace core::bindings
