#include "kube/discovery/missing_kinds.hpp"

#include <algorithm>
#include <utility>

namespace kube::discovery {

namespace {

constexpr auto why_unknown = "discovery does not show it, which is not confirmed yet";

/// The kinds in a table, and its versions, each with an empty kind.
std::set<kind_id> ids_of(const api::resource_table& table) {
  std::set<kind_id> ids;
  for (const auto& x : table.all()) {
    ids.insert(id_of(x));
    ids.insert({x.group, x.version, {}});
  }
  return ids;
}

kind_id version_of(kind_id x) {
  x.kind.clear();
  return x;
}

} // namespace

std::vector<kind_id> missing_kinds::compare(const api::resource_table& before, const api::resource_table& shown,
                                            std::int64_t begun_us) {
  const auto ids = ids_of(shown);
  std::erase_if(missing_, [&](const auto& x) { return ids.contains(x.first); });
  // If a kind that is served again goes missing later, its absence needs a new confirmation.
  std::erase_if(gone_, [&](const kind_id& x) { return ids.contains(x); });
  std::vector<kind_id> news;
  for (const auto& x : before.all()) {
    const auto id = id_of(x);
    if (ids.contains(id) || missing_.contains(id) || gone_.contains(id)) continue;
    missing_.emplace(id, entry{x, begun_us + confirmation_time.count()});
    news.push_back(id);
  }
  for (auto& [id, x] : missing_) {
    x.is_away = shown.is_unknown(id.group, id.version);
    // The time for which the server of the version cannot be reached does not count: the wait begins anew
    // when the server returns.
    if (x.is_away) x.due_us = begun_us + confirmation_time.count();
  }
  return news;
}

std::vector<kind_id> missing_kinds::expect(const std::vector<kind_id>& known, const api::resource_table& shown,
                                           std::int64_t begun_us) {
  std::vector<kind_id> news;
  const auto ids = ids_of(shown);
  for (const auto& id : known) {
    if (ids.contains(id) || missing_.contains(id) || gone_.contains(id)) continue;
    if (id.kind.empty() && shown.is_unknown(id.group, id.version)) continue;
    missing_.emplace(id,
                     entry{std::nullopt, begun_us + confirmation_time.count(), shown.is_unknown(id.group, id.version)});
    news.push_back(id);
  }
  return news;
}

std::vector<absence_question> missing_kinds::due(const api::resource_table& shown, std::int64_t begun_us) const {
  std::map<kind_id, absence_question> by_version;
  const auto ids = ids_of(shown);
  for (const auto& [id, x] : missing_) {
    if (begun_us < x.due_us || shown.is_unknown(id.group, id.version)) continue;
    const auto version = version_of(id);
    auto& question = by_version[version];
    question.group = id.group;
    question.version = id.version;
    question.is_whole = !ids.contains(version);
    question.kinds.push_back(id);
    if (x.resource) question.known.push_back(*x.resource);
  }
  std::vector<absence_question> all;
  for (auto& [version, question] : by_version) all.push_back(std::move(question));
  return all;
}

std::vector<kind_id> missing_kinds::judge(const absence_verdicts& verdicts, std::int64_t begun_us) {
  std::vector<kind_id> confirmed;
  for (const auto& [id, verdict] : verdicts) {
    const auto found = missing_.find(id);
    if (found == missing_.end()) continue;
    if (verdict != absence_verdict::confirmed) {
      found->second.due_us = begun_us + confirmation_time.count();
      found->second.is_owned = verdict == absence_verdict::owned;
      continue;
    }
    missing_.erase(found);
    gone_.insert(id);
    confirmed.push_back(id);
  }
  return confirmed;
}

api::resource_table missing_kinds::counted(const api::resource_table& before, api::resource_table shown) const {
  // A single pass over sets: an aggregated API may name very many kinds.
  const auto ids = ids_of(shown);
  std::vector<api::resource> merged; // first the missing resources that had no shown resource before them
  std::map<kind_id, std::vector<api::resource>> behind;
  std::optional<kind_id> previous;
  for (const auto& x : before.all()) {
    const auto id = id_of(x);
    if (missing_.contains(id)) {
      auto kept = x;
      kept.is_stale = true;
      kept.is_missing = true;
      (previous ? behind[*previous] : merged).push_back(std::move(kept));
    } else if (ids.contains(id)) {
      previous = id;
    }
  }
  for (const auto& x : shown.all()) {
    merged.push_back(x);
    if (auto kept = behind.extract(id_of(x)))
      for (auto& one : kept.mapped()) merged.push_back(std::move(one));
  }
  shown.replace_all(std::move(merged));
  for (const auto& [id, x] : missing_)
    if (!x.resource) shown.add_unknown(id.group, id.version, why_unknown, id.kind);
  return shown;
}

std::optional<std::chrono::microseconds> missing_kinds::settles_in(std::int64_t now_us) const {
  std::optional<std::int64_t> first;
  for (const auto& [id, x] : missing_)
    if (!x.is_away && !x.is_owned) first = std::min(first.value_or(x.due_us), x.due_us);
  if (!first) return std::nullopt;
  // Callers share a discovery for a short time, so a question that comes too early could get the answer of
  // the earlier discovery.
  constexpr std::int64_t shortest_us = 2'000'000;
  return std::chrono::microseconds(std::max(*first - now_us, shortest_us));
}

} // namespace kube::discovery
