#include "actors/operator/informer_set.hpp"

#include "actors/framework/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <variant>

namespace actors {

namespace {

/// An outage loses all watches at once; a page of a few names says as much as one of hundreds.
constexpr std::size_t names_max = 5;

} // namespace

informer_actor informer_set::open(const watch_spec& spec, const std::function<informer_actor()>& spawn) {
  auto& informer = informers_[spec.key()];
  if (!informer) informer = spawn();
  return informer;
}

void informer_set::note(const watch_state_changed& x) {
  if (const auto* loss = std::get_if<watch_lost>(&x.state)) {
    lost_.insert_or_assign(x.informer, lost_watch{x.what, *loss});
    return;
  }
  lost_.erase(x.informer);
  if (!std::holds_alternative<watch_unused>(x.state)) return;
  const auto found = informers_.find(x.key);
  if (found != informers_.end() && found->second.id() == x.informer) informers_.erase(found);
}

std::vector<std::string> informer_set::problems() const {
  std::vector<const lost_watch*> lost;
  for (const auto& [id, x] : lost_) lost.push_back(&x);
  const auto order = [](const lost_watch* x) { return std::tie(x->loss.since_us, x->what); };
  std::sort(lost.begin(), lost.end(), [&](const auto* a, const auto* b) { return order(a) < order(b); });
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(lost.size(), names_max); ++i)
    lines.push_back(fmt::format("watch of {} is lost since {}: {}", lost[i]->what, time_text(lost[i]->loss.since_us),
                                lost[i]->loss.reason));
  if (lost.size() > names_max) lines.push_back(fmt::format("and {} more watches", lost.size() - names_max));
  return lines;
}

void informer_set::stop() const {
  for (const auto& [key, informer] : informers_) stop_now(informer);
}

} // namespace actors
