#include "kube/resource_table.hpp"

#include "core/base/edit_distance.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace kube {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// How well a name fits a resource; the lowest counts.
enum class fit { kind_as_spelled, plural, singular, kind, short_name, none };

fit fit_of(const resource& x, std::string_view name) {
  const auto is_name = [name](const std::string& own) { return equal_ignoring_case(own, name); };
  if (x.kind == name) return fit::kind_as_spelled;
  if (is_name(x.plural)) return fit::plural;
  if (!x.singular.empty() && is_name(x.singular)) return fit::singular;
  if (is_name(x.kind)) return fit::kind;
  return std::any_of(x.short_names.begin(), x.short_names.end(), is_name) ? fit::short_name : fit::none;
}

/// True for a name that is the resource's own.
bool is_called(const resource& x, std::string_view name) {
  return fit_of(x, name) < fit::short_name;
}

std::string api_version_of(const std::string& group, const std::string& version) {
  return group.empty() ? version : group + "/" + version;
}

} // namespace

void resource_table::add(resource x) {
  resources_.push_back(std::move(x));
}

void resource_table::add_unknown(std::string group, std::string version, std::string reason) {
  unknown_.push_back({.group = std::move(group), .version = std::move(version), .reason = std::move(reason)});
}

const resource* resource_table::best(std::string_view api_version, std::string_view name) const {
  const resource* found = nullptr;
  auto least = fit::none;
  for (const auto& x : resources_) {
    if (!api_version.empty() && x.api_version() != api_version) continue;
    const auto its = fit_of(x, name);
    if (its >= least) continue;
    least = its;
    found = &x;
  }
  return found;
}

lookup_result resource_table::find(std::string_view api_version, std::string_view name) const {
  if (const auto* found = best(api_version, name)) return *found;
  std::string reason;
  for (const auto& [group, version, why] : unknown_) {
    const auto id = api_version_of(group, version);
    if (!api_version.empty() && id != api_version) continue;
    reason += reason.empty() ? "" : "; ";
    reason += id + ": " + why;
  }
  if (!reason.empty()) return kind_undecided{.reason = std::move(reason)};
  auto served_as = api_version.empty() ? std::string() : versions_of(api_version, name);
  auto near = served_as.empty() ? kind_near(api_version, name) : std::string();
  return kind_absent{std::move(served_as), std::move(near)};
}

/// A slip only: kinds that have a part of their name in common are others.
std::string resource_table::kind_near(std::string_view api_version, std::string_view name) const {
  constexpr std::size_t short_name = 6;
  std::string nearest;
  auto least = name.size() < short_name ? std::size_t{2} : std::size_t{3};
  for (const auto& x : resources_) {
    if (!api_version.empty() && x.api_version() != api_version) continue;
    const auto distance = core::edit_distance(x.kind, name);
    if (distance >= least) continue;
    least = distance;
    nearest = x.kind;
  }
  return nearest;
}

/// In the same group if there is one, else in any.
std::string resource_table::versions_of(std::string_view api_version, std::string_view name) const {
  const auto slash = api_version.find('/');
  const auto group = slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
  std::string own;
  std::string others;
  for (const auto& x : resources_) {
    if (!is_called(x, name)) continue;
    auto& text = x.group == group ? own : others;
    text += (text.empty() ? "" : ", ") + x.api_version();
  }
  return own.empty() ? others : own;
}

std::vector<std::string> resource_table::api_versions() const {
  std::set<std::string> names;
  for (const auto& x : resources_) {
    names.insert(x.api_version());
    names.insert(x.api_version() + "/" + x.kind);
  }
  return {names.begin(), names.end()};
}

} // namespace kube
