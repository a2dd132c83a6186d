#include "text/plain/flat_text.hpp"

#include "text/plain/printable.hpp"

#include <utility>

namespace text {
namespace {

/// Appends a name to the path. A name with characters that separate the parts of a path is put in quotes.
void append_name(std::string& way, const std::string& key) {
  if (!key.empty() && key.find_first_of(". []\":\n") == key.npos)
    way += key;
  else
    append_json_string(way, key);
}

/// Appends the lines of a value; `way` is as before when it returns.
void write(std::string& out, std::string& way, const json& value) {
  const auto length = way.size();
  if (value.is_object() && !value.as_object().empty()) {
    for (const auto& [key, member] : value.as_object()) {
      if (length > 0) way += '.';
      append_name(way, key);
      write(out, way, member);
      way.resize(length);
    }
  } else if (value.is_array() && !value.as_array().empty()) {
    std::size_t index = 0;
    for (const auto& item : value.as_array()) {
      way += '[' + std::to_string(index++) + ']';
      write(out, way, item);
      way.resize(length);
    }
  } else {
    if (length > 0) out += way + ": ";
    value.dump_to(out);
    out += '\n';
  }
}

} // namespace

std::string write_flat(const json& value) {
  std::string out;
  std::string way;
  write(out, way, value);
  return printable_lines(std::move(out), escape_form::json);
}

} // namespace text
