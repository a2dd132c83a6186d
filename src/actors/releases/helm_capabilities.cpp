#include "actors/messages/kind_watcher.hpp"
#include "actors/releases/helm.hpp"
#include "base/contains.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// The wait before the API server is asked again after it failed to list the kinds that it serves.
constexpr std::chrono::seconds ask_again{5};

} // namespace

std::string capabilities_text(const messages::cluster_described& x) {
  return fmt::format("{}\n{}", x.version.value_or(""), fmt::join(x.api_versions, "\n"));
}

// The result of a chart that asks for `.Capabilities` depends on the kinds that the API server served at that
// time. So as long as such a chart exists, HELM waits for changes of the kinds, and reruns the modules whose
// chart would see a difference. The kinds of the last revision count as served until the API server confirms
// that they are gone: an upgrade must not remove objects because a discovery was incomplete.

void helm_state::note_capabilities(const application& x) {
  if (!x.cluster) {
    shown_capabilities_.erase(x.wanted.release);
    return;
  }
  shown_capabilities_[x.wanted.release] = text::md5_hex(capabilities_text(*x.cluster));
  await_kinds();
  await_confirmation(*x.cluster);
}

void helm_state::await_kinds() {
  if (shown_capabilities_.empty() || std::exchange(are_kinds_awaited_, true)) return;
  self_->ask(
    peers_.kinds, messages::await_kinds{},
    [this](const messages::kinds_may_have_changed&) {
      are_kinds_awaited_ = false;
      compare_capabilities();
    },
    [](const std::string&) {});
}

/// No change announces that a kind is gone after all. Bound: one reminder, until no kind is in doubt.
void helm_state::await_confirmation(const messages::cluster_described& x) {
  if (!x.settles_in || std::exchange(is_confirmation_awaited_, true)) return;
  self_->remind(*x.settles_in, messages::compare_kinds{});
}

void helm_state::compare_missing_kinds() {
  is_confirmation_awaited_ = false;
  compare_capabilities();
}

void helm_state::compare_capabilities() {
  if (shown_capabilities_.empty()) return;
  self_->ask(
    peers_.kube, messages::describe_cluster{{}, messages::kind_knowledge::fresh},
    [this](const messages::cluster_described& now) {
      if (now.version) {
        run_for(now);
        await_confirmation(now);
        return await_kinds();
      }
      // The change that was announced has not been seen yet.
      self_->ask(
        peers_.kube, messages::await_api_server{{}, ask_again},
        [this](const messages::api_server_awaited&) { compare_capabilities(); }, [](const std::string&) {});
    },
    [](const std::string&) {});
}

std::vector<kube::api::object_type> helm_state::kinds_in_record(const application& x) const {
  std::vector<kube::api::object_type> kinds;
  const auto* manifest = asks_capabilities(x) ? records_.latest_manifest(x.wanted.release) : nullptr;
  if (manifest == nullptr) return kinds;
  for (const auto& object : *manifest->objects)
    if (kube::api::object_type kind{object.api_version, object.kind}; !base::contains(kinds, kind))
      kinds.push_back(std::move(kind));
  return kinds;
}

void helm_state::run_for(const messages::cluster_described& now) {
  const auto digest = text::md5_hex(capabilities_text(now));
  for (auto& [release, shown] : shown_capabilities_) {
    if (std::exchange(shown, digest) == digest) continue;
    sys::log::log_info("capabilities_changed", {{"module", release}, {"release", release}});
    self_->tell(peers_.supervisor, messages::run_wanted{{}, release, "CapabilitiesChanged"});
  }
}

} // namespace actors::releases
