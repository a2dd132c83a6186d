#include "core/releases/release_set.hpp"

#include "base/contains.hpp"

#include <array>
#include <iterator>
#include <utility>

namespace core::releases {

namespace {

/// Helm's labels, which Helm sets for each revision.
constexpr std::array helm_labels{"createdAt", "modifiedAt", "name", "owner", "status", "version"};

void inherit_labels(release& to, const release& from) {
  for (const auto& [key, value] : from.labels)
    if (!base::contains(helm_labels, key)) to.labels.emplace(key, value);
  // The number of the other revision, so that this revision does not count as the operator's work.
  to.labels.emplace(module_revision_label, std::to_string(from.revision));
}

} // namespace

bool release_set::put(release x) {
  auto before = find(x.name);
  auto& revision = releases_[x.name][x.revision];
  revision = std::move(x);
  // `find` does not change if the revision is old, or if the first list is not complete.
  return before != find(revision.name);
}

bool release_set::remove(std::string_view name, std::uint32_t revision) {
  auto i = releases_.find(name);
  if (i == releases_.end()) return false;
  auto before = find(name);
  i->second.erase(revision);
  if (i->second.empty()) releases_.erase(i);
  return before != find(name);
}

void release_set::replace(std::vector<release> all) {
  releases_.clear();
  for (auto& x : all) put(std::move(x));
  complete();
}

std::optional<release> release_set::latest(std::string_view name) const {
  const auto of_name = releases_.find(name);
  if (of_name == releases_.end()) return std::nullopt;
  const auto& all = of_name->second;
  auto found = all.rbegin()->second;
  if (found.status == release_status::uninstalled || is_made_by_operator(found)) return found;
  for (auto before = std::next(all.rbegin()); before != all.rend(); ++before) {
    // A release that was uninstalled and then installed again is a new release.
    if (before->second.status == release_status::uninstalled) break;
    if (!is_made_by_operator(before->second)) continue;
    inherit_labels(found, before->second);
    break;
  }
  return found;
}

release_knowledge release_set::find(std::string_view name) const {
  if (!complete_) return releases_unknown{};
  if (auto x = latest(name)) return std::move(*x);
  return no_release{};
}

std::size_t release_set::count(std::string_view name) const {
  const auto found = releases_.find(name);
  return found == releases_.end() ? 0 : found->second.size();
}

std::vector<std::string> release_set::names() const {
  std::vector<std::string> names;
  for (const auto& [name, unused] : releases_)
    if (latest(name)) names.push_back(name);
  return names;
}

std::vector<release> release_set::pending() const {
  std::vector<release> pending;
  for (const auto& [name, unused] : releases_)
    if (auto x = latest(name); x && is_pending(x->status)) pending.push_back(std::move(*x));
  return pending;
}

} // namespace core::releases
