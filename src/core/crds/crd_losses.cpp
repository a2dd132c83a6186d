#include "core/crds/crd_losses.hpp"

#include "text/json/json_parts.hpp"
#include "text/plain/shown_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace core::crds {

using text::items;
using text::member;

namespace {

constexpr std::size_t named_parts_max = 5;
/// The field manager with which an operator applies definitions.
constexpr std::string_view manager = "addon-operator";

bool is_true(const text::json& x) {
  return x == text::json(true);
}

bool is_installed_by_operator(const definition& wanted, const text::json& current) {
  const auto& metadata = member(current, "metadata");
  const auto& labels = member(metadata, "labels");
  const auto has_label = [&](const auto& label) {
    return labels.is_object() && labels.string_at(label.first) == label.second;
  };
  // The predecessor sets the labels, too, under another field manager.
  if (!wanted.labels.empty() && std::all_of(wanted.labels.begin(), wanted.labels.end(), has_label)) return true;
  const auto& writes = items(member(metadata, "managedFields"));
  return std::any_of(writes.begin(), writes.end(), [](const text::json& write) {
    return write.is_object() && write.string_at("manager") == manager && write.string_at("operation") == "Apply";
  });
}

/// Compares schemas. The depth is bounded by that of the JSON reader.
class schema_comparison {
public:
  explicit schema_comparison(std::string version) : version_(std::move(version)) {}

  void compare(const std::string& path, const text::json& before, const text::json& after) {
    // Without a schema, or with this keyword, the API server keeps all fields.
    if (!after.is_object() || is_true(member(after, "x-kubernetes-preserve-unknown-fields"))) return;
    const auto& known = member(after, "properties");
    const auto& further = member(after, "additionalProperties");
    if (const auto& properties = member(before, "properties"); properties.is_object())
      for (const auto& [name, schema] : properties.as_object()) {
        const auto below = path.empty() ? text::shown_key(name) : path + "." + text::shown_key(name);
        if (const auto& same = member(known, name); !same.is_null())
          compare(below, schema, same);
        else if (!further.is_object() && !is_true(further))
          lost.push_back(below + " of " + version_);
      }
    compare_inner(path + "[]", member(before, "items"), member(after, "items"));
    compare_inner(path + ".*", member(before, "additionalProperties"), further);
  }

  std::vector<std::string> lost{};

private:
  void compare_inner(const std::string& path, const text::json& before, const text::json& after) {
    if (before.is_object() && after.is_object()) compare(path, before, after);
  }

  std::string version_;
};

} // namespace

std::vector<std::string> lost_parts(const definition& wanted, const text::json& current) {
  std::vector<std::string> lost;
  if (is_installed_by_operator(wanted, current)) return lost;
  const auto& own = items(member(member(wanted.object, "spec"), "versions"));
  const auto& stored = items(member(member(current, "status"), "storedVersions"));
  for (const auto& version : items(member(member(current, "spec"), "versions"))) {
    const auto name = version.is_object() ? version.string_at("name").value_or("") : "";
    const auto same = std::find_if(own.begin(), own.end(),
                                   [&](const text::json& x) { return x.is_object() && x.string_at("name") == name; });
    if (same != own.end()) {
      schema_comparison schemas(name);
      schemas.compare("", member(member(version, "schema"), "openAPIV3Schema"),
                      member(member(*same, "schema"), "openAPIV3Schema"));
      lost.insert(lost.end(), schemas.lost.begin(), schemas.lost.end());
    } else if (is_true(member(version, "served"))
               && std::find(stored.begin(), stored.end(), text::json(name)) == stored.end()) {
      lost.push_back("version " + name);
    }
  }
  return lost;
}

std::string describe_held(const definition& wanted, const std::vector<std::string>& lost) {
  const std::vector<std::string> named(
    lost.begin(), lost.begin() + static_cast<std::ptrdiff_t>(std::min(lost.size(), named_parts_max)));
  return fmt::format(
    "CustomResourceDefinition '{}' stays as it is: {} does not have {}{}. Objects of users would lose such parts "
    "with their next write. Bring the file up to date, or give these parts up by `kubectl apply "
    "--server-side --force-conflicts -f` with the file; the next start looks again",
    wanted.name, wanted.file, fmt::join(named, ", "),
    lost.size() > named.size() ? fmt::format(" and {} more", lost.size() - named.size()) : "");
}

} // namespace core::crds
