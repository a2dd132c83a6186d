#include "actors/releases/capability_watch.hpp"

#include "actors/messages/kind_watcher.hpp"
#include "actors/messages/supervisor.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// The wait before the next try, after the API server failed to list its kinds.
constexpr std::chrono::seconds ask_again{5};

} // namespace

std::string capabilities_text(const messages::cluster_described& x) {
  return fmt::format("{}\n{}", x.version.value_or(""), fmt::join(x.api_versions, "\n"));
}

core::releases::kind_doubt kind_doubt_of(const messages::cluster_described& x) {
  return {.unknown = x.unknown, .is_young = x.matures_in.has_value()};
}

capability_watch::capability_watch(framework::actor_base<messages::helm_actor>* self, helm_peers peers)
  : self_(self), peers_(std::move(peers)) {}

void capability_watch::note(const std::string& release, const std::optional<messages::cluster_described>& cluster) {
  forget(release);
  if (!cluster) return;
  shown_[release] = text::md5_hex(capabilities_text(*cluster));
  await_kinds();
  await_confirmation(*cluster);
}

void capability_watch::hold(const std::string& release, const messages::cluster_described& cluster) {
  held_[release] = kind_doubt_of(cluster);
  await_kinds();
  await_confirmation(cluster);
}

void capability_watch::forget(const std::string& release) {
  shown_.erase(release);
  held_.erase(release);
}

void capability_watch::await_kinds() {
  if ((shown_.empty() && held_.empty()) || std::exchange(are_kinds_awaited_, true)) return;
  self_->ask(
    peers_.kinds, messages::await_kinds{},
    [this](const messages::kinds_may_have_changed&) {
      are_kinds_awaited_ = false;
      compare();
    },
    [](const std::string&) {});
}

/// Plans another comparison for the time when the absence of a kind may be confirmed, because this is not
/// announced as a change. Bound: a single reminder while a kind is in doubt.
void capability_watch::await_confirmation(const messages::cluster_described& x) {
  // Only a held upgrade must wait until the first discovery is confirmed. All other modules run again when a
  // new kind appears.
  const auto time =
    held_.empty() || !x.matures_in ? x.settles_in : std::min(x.settles_in.value_or(*x.matures_in), *x.matures_in);
  if (!time || std::exchange(is_confirmation_awaited_, true)) return;
  self_->remind(*time, messages::compare_kinds{});
}

void capability_watch::compare_missing() {
  is_confirmation_awaited_ = false;
  compare();
}

void capability_watch::compare() {
  if (shown_.empty() && held_.empty()) return;
  self_->ask(
    peers_.kube, messages::describe_cluster{{}, messages::kind_knowledge::fresh},
    [this](const messages::cluster_described& now) {
      if (now.version) {
        run_for(now);
        await_confirmation(now);
        return await_kinds();
      }
      // The API server has not answered, so the announced change must be checked later.
      self_->ask(
        peers_.kube, messages::await_api_server{{}, ask_again},
        [this](const messages::api_server_awaited&) { compare(); }, [](const std::string&) {});
    },
    [](const std::string&) {});
}

void capability_watch::run_for(const messages::cluster_described& now) {
  const auto digest = text::md5_hex(capabilities_text(now));
  for (auto& [release, shown] : shown_) {
    if (std::exchange(shown, digest) == digest) continue;
    sys::log::log_info("capabilities_changed", {{"module", release}, {"release", release}});
    held_.erase(release);
    self_->tell(peers_.supervisor, messages::run_wanted{{}, release, "CapabilitiesChanged"});
  }
  run_held_for(now);
}

void capability_watch::run_held_for(const messages::cluster_described& now) {
  std::erase_if(held_, [this, doubt = kind_doubt_of(now)](const auto& held) {
    if (held.second == doubt) return false;
    self_->tell(peers_.supervisor, messages::run_wanted{{}, held.first, "CapabilitiesConfirmed"});
    return true;
  });
}

} // namespace actors::releases
