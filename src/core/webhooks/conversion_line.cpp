#include "core/webhooks/conversion_line.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace core::webhooks {

namespace {

using requests = std::vector<conversion_line::request>;

/// The first requests whose objects fit into a run, at least one. A request with an object of an earlier
/// request stays, and is among the first of the next run.
requests take_first(requests& from) {
  std::size_t objects = 0;
  std::size_t bytes = 0;
  std::unordered_set<std::size_t> known;
  requests taken;
  requests left;
  bool is_full = false;
  for (auto& x : from) {
    is_full =
      is_full
      || (!taken.empty()
          && (objects + x.objects > conversion_line::objects_max || bytes + x.bytes > conversion_line::bytes_max));
    const bool is_twin = std::any_of(x.identities.begin(), x.identities.end(),
                                     [&known](std::size_t identity) { return known.contains(identity); });
    if (is_full || is_twin) {
      left.push_back(std::move(x));
      continue;
    }
    objects += x.objects;
    bytes += x.bytes;
    known.insert(x.identities.begin(), x.identities.end());
    taken.push_back(std::move(x));
  }
  from = std::move(left);
  return taken;
}

} // namespace

std::vector<std::size_t> conversion_line::identities_of(const conversion_object& x) {
  const std::hash<std::string> hash;
  // No name has a line break, so different names give different texts. No kind stands before a uid.
  return {hash(x.kind + '\n' + x.namespace_name + '\n' + x.name), hash('\n' + x.uid)};
}

std::optional<conversion_line::run> conversion_line::add(const std::string& stage, request x) {
  auto& state = stages_[stage];
  // A long list is as much work as many requests, and must not make small requests wait.
  if (is_long(x) || (state.runs < runs_max && state.waiting.empty())) return begin(stage, {std::move(x)});
  state.waiting.push_back(std::move(x));
  return std::nullopt;
}

std::vector<conversion_line::run> conversion_line::end(std::uint64_t run) {
  const auto node = runs_.extract(run);
  const auto& ended = node.mapped();
  if (!is_long(ended.requests.front())) --stages_[ended.stage].runs;
  return go_on(ended.stage);
}

std::vector<conversion_line::run> conversion_line::fail(std::uint64_t run) {
  const auto& failed = runs_.at(run);
  if (failed.requests.size() > 1) {
    auto& alone = stages_[failed.stage].alone;
    alone.insert(alone.end(), failed.requests.begin(), failed.requests.end());
  }
  return end(run);
}

std::size_t conversion_line::waiting() const noexcept {
  std::size_t count = 0;
  for (const auto& [name, stage] : stages_) count += stage.waiting.size() + stage.alone.size();
  return count;
}

bool conversion_line::is_long(const request& x) noexcept {
  return x.objects > objects_max / runs_max || x.bytes > bytes_max / runs_max;
}

conversion_line::run conversion_line::begin(const std::string& stage, std::vector<request> requests) {
  if (!is_long(requests.front())) ++stages_[stage].runs;
  run next{++last_run_, {}};
  for (const auto& x : requests) next.reviews.push_back(x.review);
  runs_.emplace(next.number, run_state{stage, std::move(requests)});
  return next;
}

std::vector<conversion_line::run> conversion_line::go_on(const std::string& stage) {
  std::vector<run> begun;
  auto& state = stages_[stage];
  while (state.runs < runs_max && !(state.alone.empty() && state.waiting.empty())) {
    if (state.alone.empty()) {
      begun.push_back(begin(stage, take_first(state.waiting)));
      continue;
    }
    auto next = std::move(state.alone.front());
    state.alone.erase(state.alone.begin());
    begun.push_back(begin(stage, {std::move(next)}));
  }
  if (state.runs == 0) stages_.erase(stage);
  return begun;
}

} // namespace core::webhooks
