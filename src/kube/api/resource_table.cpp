#include "kube/api/resource_table.hpp"

#include "base/edit_distance.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace kube::api {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// How well a name fits a resource, the best fit first.
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

std::string_view group_of(std::string_view api_version) {
  const auto slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
}

void append(std::string& list, std::string_view separator, std::string_view item) {
  if (!list.empty()) list += separator;
  list += item;
}

kind_undecided undecided_by_groups(std::string reason) {
  return {.reason = std::move(reason), .gap = undiscovered::groups};
}

std::string api_version_of(const std::string& group, const std::string& version) {
  return group.empty() ? version : group + "/" + version;
}

} // namespace

void resource_table::add(resource x) {
  resources_.push_back(std::move(x));
}

void resource_table::replace_all(std::vector<resource> x) {
  resources_ = std::move(x);
}

void resource_table::add_unknown(std::string group, std::string version, std::string reason, std::string kind) {
  unknown_.push_back(
    {.group = std::move(group), .version = std::move(version), .reason = std::move(reason), .kind = std::move(kind)});
}

bool resource_table::is_unknown(std::string_view group, std::string_view version) const {
  return std::any_of(unknown_.begin(), unknown_.end(),
                     [&](const unknown_group& x) { return x.group == group && x.version == version; });
}

std::vector<std::string> resource_table::unknown_versions() const {
  std::set<std::string> names;
  for (const auto& x : unknown_) names.insert(api_version_of(x.group, x.version));
  return {names.begin(), names.end()};
}

const resource* resource_table::best(std::string_view api_version, std::string_view name) const {
  const resource* found = nullptr;
  auto least = fit::none;
  for (const auto& x : resources_) {
    if (!api_version.empty() && x.api_version() != api_version) continue;
    const auto its = fit_of(x, name);
    // Of equal fits a group of the API server itself is preferred, whichever group comes first.
    const bool is_better =
      its < least || (its != fit::none && its == least && is_own_group(x.group) && !is_own_group(found->group));
    if (!is_better) continue;
    least = its;
    found = &x;
  }
  return found;
}

std::string resource_table::rivals(const resource& found, std::string_view name) const {
  if (is_own_group(found.group)) return {};
  const auto its = fit_of(found, name);
  std::string versions;
  std::set<std::string_view> groups{found.group};
  for (const auto& x : resources_)
    if (fit_of(x, name) == its && groups.insert(x.group).second) append(versions, ", ", x.api_version());
  return versions.empty() ? versions : found.api_version() + ", " + versions;
}

lookup_result resource_table::find(std::string_view api_version, std::string_view name) const {
  if (const auto* found = best(api_version, name)) {
    if (const auto all = api_version.empty() ? rivals(*found, name) : std::string(); !all.empty())
      return kind_undecided{.reason = "several API groups have a kind of this name: " + all + "; write apiVersion",
                            .code = base::error_code::invalid_input,
                            .gap = undiscovered::groups};
    const auto is_shown = [found](const resource& x) { return !x.is_missing && have_same_objects(x, *found); };
    // Without a wanted version, a version that discovery shows is preferred to a version of the same objects
    // that it does not show any more.
    const auto shown = found->is_missing && api_version.empty()
                         ? std::find_if(resources_.begin(), resources_.end(), is_shown)
                         : resources_.end();
    return shown == resources_.end() ? *found : *shown;
  }
  if (api_version.empty()) {
    if (auto unknown = gaps(); !unknown.empty()) return undecided_by_groups(std::move(unknown));
    return kind_absent{{}, kind_near(api_version, name)};
  }
  const auto group = group_of(api_version);
  if (auto unknown = gaps_of_group(group, api_version); !unknown.empty())
    return undecided_by_groups(std::move(unknown));
  // Another version is an answer only if the requested version is known to lack the kind.
  if (auto own = versions_in_group(group, name); !own.empty()) return kind_in_other_version{std::move(own)};
  if (auto unknown = gaps_of_group(group, {}); !unknown.empty()) return undecided_by_groups(std::move(unknown));
  auto served_as = versions_elsewhere(name);
  auto near = served_as.empty() ? kind_near(api_version, name) : std::string();
  return kind_absent{std::move(served_as), std::move(near)};
}

lookup_result resource_table::find_again(std::string_view api_version, const resource& before) const {
  const resource* other = nullptr;
  bool is_missing = false;
  std::string versions;
  for (const auto& x : resources_) {
    if (!have_same_objects(x, before)) continue;
    is_missing |= x.is_missing;
    // A missing version is not returned. It only prevents the answer `kind_absent`.
    if (x.is_missing) continue;
    const bool is_allowed = api_version.empty() || x.api_version() == api_version;
    // The previous version is preferred, because another version shows the objects in another form.
    if (is_allowed && x.version == before.version) return x;
    if (is_allowed && other == nullptr) other = &x;
    append(versions, ", ", x.api_version());
  }
  if (other != nullptr) return *other;
  if (auto unknown = gaps_of_group(before.group, before.api_version()); !unknown.empty())
    return undecided_by_groups(std::move(unknown));
  if (!versions.empty()) return kind_in_other_version{std::move(versions)};
  if (auto unknown = gaps_of_group(before.group, {}); !unknown.empty()) return undecided_by_groups(std::move(unknown));
  if (is_missing)
    return undecided_by_groups(before.api_version() + ": discovery does not show '" + before.kind
                               + "', which is not confirmed yet");
  return kind_absent{};
}

std::string resource_table::gaps() const {
  std::string reasons;
  for (const auto& x : unknown_) append(reasons, "; ", api_version_of(x.group, x.version) + ": " + x.reason);
  return reasons;
}

std::string resource_table::gaps_of_group(std::string_view group, std::string_view api_version) const {
  std::string reasons;
  for (const auto& x : unknown_) {
    const auto id = api_version_of(x.group, x.version);
    if (x.group == group && (api_version.empty() || id == api_version)) append(reasons, "; ", id + ": " + x.reason);
  }
  return reasons;
}

/// Finds slips only: kinds that merely share a part of their name are different kinds.
std::string resource_table::kind_near(std::string_view api_version, std::string_view name) const {
  constexpr std::size_t short_name = 6;
  std::string nearest;
  auto least = name.size() < short_name ? std::size_t{2} : std::size_t{3};
  for (const auto& x : resources_) {
    if (!api_version.empty() && x.api_version() != api_version) continue;
    const auto distance = base::edit_distance(x.kind, name);
    if (distance >= least) continue;
    least = distance;
    nearest = x.kind;
  }
  return nearest;
}

std::string resource_table::versions_in_group(std::string_view group, std::string_view name) const {
  std::string versions;
  for (const auto& x : resources_)
    if (x.group == group && is_called(x, name)) append(versions, ", ", x.api_version());
  return versions;
}

std::string resource_table::versions_elsewhere(std::string_view name) const {
  std::string versions;
  for (const auto& x : resources_)
    if (is_called(x, name)) append(versions, ", ", x.api_version());
  return versions;
}

std::vector<std::string> resource_table::api_versions() const {
  std::set<std::string> names;
  for (const auto& x : resources_) {
    names.insert(x.api_version());
    names.insert(x.api_version() + "/" + x.kind);
  }
  for (const auto& x : unknown_) {
    names.insert(api_version_of(x.group, x.version));
    if (!x.kind.empty()) names.insert(api_version_of(x.group, x.version) + "/" + x.kind);
  }
  return {names.begin(), names.end()};
}

} // namespace kube::api
