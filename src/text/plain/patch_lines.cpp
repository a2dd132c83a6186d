#include "text/plain/patch_lines.hpp"

#include "text/plain/printable.hpp"

#include <utility>

namespace text {
namespace {

void write_operation(std::string& out, const json& operation) {
  out += operation.string_at("op").value_or("") + ' ';
  if (const auto from = operation.string_at("from")) out += *from + " to ";
  out += operation.string_at("path").value_or("");
  if (const auto* value = operation.find("value")) {
    out += " = ";
    value->dump_to(out);
  }
  out += '\n';
}

void write(std::string& out, const json& patch) {
  if (patch.is_array())
    for (const auto& operation : patch.as_array()) write_operation(out, operation);
  else if (patch.is_object())
    for (const auto& [section, operations] : patch.as_object()) write(out, operations);
}

} // namespace

std::string write_patch_lines(const json& patch) {
  std::string out;
  write(out, patch);
  return printable_lines(std::move(out), escape_form::json);
}

} // namespace text
