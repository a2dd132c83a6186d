#include "actors/supervision/informer_set.hpp"

#include "actors/framework/time_text.hpp"

#include <variant>

namespace actors::supervision {

messages::informer_actor informer_set::open(const messages::watch_spec& spec,
                                            const std::function<messages::informer_actor()>& spawn) {
  auto& informer = informers_[spec.key()];
  if (!informer) informer = spawn();
  return informer;
}

void informer_set::forget(const std::string& key, std::uint64_t informer) {
  // The entry may already be a newer informer of the same watch.
  const auto found = informers_.find(key);
  if (found != informers_.end() && found->second.id() == informer) informers_.erase(found);
}

void informer_set::stop() const {
  for (const auto& [key, informer] : informers_) framework::stop_now(informer);
}

std::optional<core::modules::lost_watch> loss_of(const messages::watch_state_changed& x) {
  const auto* loss = std::get_if<messages::watch_lost>(&x.state);
  if (loss == nullptr) return std::nullopt;
  return core::modules::lost_watch{x.what, framework::time_text(loss->since_us), loss->reason};
}

} // namespace actors::supervision
