#include "core/releases/release_set.hpp"

#include <utility>

namespace core::releases {

bool release_set::put(release x) {
  auto before = find(x.name);
  auto& revision = releases_[x.name][x.revision];
  revision = std::move(x);
  // A change of an older revision, or before the first complete list, does not change the answer of `find`.
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

const release* release_set::latest(std::string_view name) const {
  auto i = releases_.find(name);
  if (i == releases_.end()) return nullptr;
  return &i->second.rbegin()->second;
}

release_knowledge release_set::find(std::string_view name) const {
  if (!complete_) return releases_unknown{};
  if (const auto* x = latest(name)) return *x;
  return no_release{};
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
    if (const auto* x = latest(name); x && is_pending(x->status)) pending.push_back(*x);
  return pending;
}

} // namespace core::releases
