#include "core/releases/own_fields.hpp"

#include "core/releases/foreign_writes.hpp"
#include "text/plain/checksum.hpp"

namespace core::releases {

namespace {

/// The JSON object at the start of the text; empty if the text ends before the object does.
std::string_view object_at(std::string_view text) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_in_string) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        is_in_string = false;
    } else if (text[i] == '"') {
      is_in_string = true;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return text.substr(0, i + 1);
    }
  }
  return {};
}

} // namespace

std::string own_fields(std::string_view managed_fields) {
  // Inside of strings quotes are escaped, so no key of `fieldsV1` looks like these members.
  constexpr std::string_view manager = "\"manager\":\"";
  constexpr std::string_view fields = "\"fieldsV1\":";
  std::string all;
  for (auto at = managed_fields.find('{'); at != managed_fields.npos;) {
    const auto entry = object_at(managed_fields.substr(at));
    if (entry.empty()) break;
    const auto name = entry.find(manager);
    const auto begin = entry.find(fields);
    if (name != entry.npos && begin != entry.npos) {
      const auto from = entry.substr(name + manager.size());
      if (own_managers().contains(std::string(from.substr(0, from.find('"')))))
        all += object_at(entry.substr(begin + fields.size()));
    }
    at = managed_fields.find('{', at + entry.size());
  }
  constexpr std::size_t length = 8;
  return all.empty() ? std::string() : text::md5_hex(all).substr(0, length);
}

} // namespace core::releases
