#include "actors/releases/place_watch.hpp"

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/cluster_lookup.hpp"
#include "core/releases/manifest.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace actors::releases {

namespace {

/// The uid of an object; empty: the object is absent. @returns the last uid if the object could not be read
std::string uid_of(const base::result<text::json>& found, std::string before) {
  if (!found) return found.error().code == base::error_code::not_found ? std::string() : std::move(before);
  const auto* metadata = found->find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at("uid").value_or("");
}

/// The same for the ConfigMap. An empty ConfigMap counts as absent: a user makes it to confirm that values
/// are to go.
std::string uid_of_config_map(const base::result<text::json>& found, std::string before) {
  const auto* content = found ? found->find("data") : nullptr;
  const bool is_empty = found && (content == nullptr || !content->is_object() || content->as_object().empty());
  return is_empty ? std::string() : uid_of(found, std::move(before));
}

} // namespace

place_watch::place_watch(framework::actor_base<messages::helm_actor>* self, const helm_peers& peers,
                         const record_client& records, core::releases::platform_identity platform)
  : self_(self), kube_(peers.kube), supervisor_(peers.supervisor), runner_(peers.runner), records_(records),
    platform_(std::move(platform)) {}

void place_watch::read(std::function<void()> then) {
  const auto& place = records_.namespace_name();
  std::vector<text::json> names{core::releases::name_for_lookup({"v1", "Namespace", "", "kube-system"}),
                                core::releases::name_for_lookup({"v1", "Namespace", "", place})};
  if (!platform_.config_map.empty())
    names.push_back(core::releases::name_for_lookup({"v1", "ConfigMap", place, platform_.config_map}));
  look_up(self_, kube_, place, std::move(names),
          [this, then = std::move(then)](const std::vector<base::result<text::json>>& found) {
            now_.cluster = uid_of(found[0], now_.cluster);
            now_.namespace_place = uid_of(found[1], now_.namespace_place);
            if (found.size() > 2) now_.config_map = uid_of_config_map(found[2], now_.config_map);
            then();
          });
}

void place_watch::look() {
  std::vector<std::string> restored;
  std::string label;
  for (const auto& name : records_.known().names()) {
    const auto last = records_.known().latest(name);
    if (!last || !core::releases::is_own(*last, platform_) || !core::releases::is_restored(*last, now_)) continue;
    restored.push_back(name);
    label = core::releases::other_place_of(*last, now_)->label;
  }
  std::optional<std::string> line;
  if (!restored.empty())
    line = fmt::format("the records of {} releases were restored from another cluster or namespace, so objects may be "
                       "restored later: nothing that hooks or releases had is removed. When the restore is complete, "
                       "run `kubectl -n {} label {} -l owner=helm {}-` and restart the operator",
                       restored.size(), records_.namespace_name(), records_.kind().kind, label);
  // Each discovery looks, and would report the same restore again.
  if (line == reported_) return;
  reported_ = line;
  self_->tell(runner_, messages::cluster_doubted{
                         {}, line ? "the cluster was restored, and its objects may not be complete" : ""});
  if (line)
    sys::log::log_warning("cluster_restored",
                          {{"releases", fmt::format("{}", fmt::join(restored, ", "))}, {"hint", *line}});
  self_->tell(supervisor_, messages::module_state_changed{{}, "the cluster", std::move(line)});
}

} // namespace actors::releases
