#include "core/rbac/template_kinds.hpp"

#include "base/contains.hpp"
#include "base/excerpt.hpp"
#include "text/plain/lines.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace core::rbac {

namespace {

/// The text of a field that begins in the first column; empty: the line has another field.
std::string field(std::string_view line, std::string_view key) {
  if (!line.starts_with(key)) return {};
  auto value = base::trimmed(line.substr(key.size()));
  value = base::trimmed(value.substr(0, value.find(" #")));
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return base::contains(value, "{{") ? std::string() : std::string(value);
}

struct sign {
  std::string_view text;
  std::string_view meaning;
};
constexpr std::array<sign, 5> signs{{
  {"lookup ", "reads the cluster by lookup: rights to get these objects, or to list them, are not listed"},
  {".Capabilities.APIVersions", "asks which kinds the cluster has: objects that depend on the answer may be missing"},
  {".Release.IsInstall", "checks for a first installation: objects of a first installation alone are not listed"},
  {".Release.IsUpgrade", "checks for an upgrade: objects of a first installation alone are not listed"},
  {"aggregationRule", "aggregates ClusterRoles: Kubernetes allows that to cluster-admin only (rbac.clusterAdmin)"},
}};

} // namespace

bool hides_kinds(std::string_view text) {
  const auto start = base::trimmed(text);
  // An object in JSON has its kind within a line, where it is not looked for.
  if (start.starts_with('{') && !start.starts_with("{{")) return true;
  const auto lines = text::lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return (line.starts_with("kind:") || line.starts_with("apiVersion:")) && base::contains(line, "{{");
  });
}

void add_beyond_rendering(needed_rights& rights, const std::string& asker, std::string_view text) {
  for (const auto& sign : signs)
    if (base::contains(text, sign.text)) rights.remark(asker + " " + std::string(sign.meaning));
  if (!base::contains(text, "hook-output-log-policy")) return;
  const auto who = asker + ", logs of Helm's hooks";
  rights.add({.group = {}, .resource = "pods"}, {"get", "list"}, who);
  rights.add({.group = {}, .resource = "pods/log"}, {"get"}, who);
}

std::vector<text::json> kinds_of_template(std::string_view text) {
  std::vector<text::json> objects;
  std::string version;
  std::string kind;
  const auto end_object = [&] {
    if (!kind.empty() && !version.empty())
      objects.push_back(text::json::object({{"apiVersion", version}, {"kind", kind}}));
    version.clear();
    kind.clear();
  };
  // Only fields in the first column count: a deeper `kind` belongs to a part of an object.
  for (const auto line : text::lines_of(text)) {
    if (line.starts_with("---")) end_object();
    if (auto found = field(line, "apiVersion:"); !found.empty()) version = std::move(found);
    if (auto found = field(line, "kind:"); !found.empty()) kind = std::move(found);
  }
  end_object();
  return objects;
}

} // namespace core::rbac
