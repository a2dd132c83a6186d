#include "core/rights/template_kinds.hpp"

#include "core/base/contains.hpp"
#include "core/base/excerpt.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace core {

namespace {

/// The text of a field that begins in the first column; empty: the line has another one.
std::string field(std::string_view line, std::string_view key) {
  if (!line.starts_with(key)) return {};
  auto value = trimmed(line.substr(key.size()));
  value = trimmed(value.substr(0, value.find(" #")));
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return contains(value, "{{") ? std::string() : std::string(value);
}

} // namespace

std::vector<json> kinds_of_template(std::string_view text) {
  std::vector<json> objects;
  std::string version;
  std::string kind;
  const auto end_object = [&] {
    if (!kind.empty() && !version.empty()) objects.push_back(json::object({{"apiVersion", version}, {"kind", kind}}));
    version.clear();
    kind.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("---")) end_object();
    if (auto found = field(line, "apiVersion:"); !found.empty()) version = std::move(found);
    if (auto found = field(line, "kind:"); !found.empty()) kind = std::move(found);
  }
  end_object();
  return objects;
}

} // namespace core
