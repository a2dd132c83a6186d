#include "actors/releases/workload_reading.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/releases/object_owner.hpp"
#include "core/status/pod_faults.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// A person waits for the answer.
constexpr std::chrono::milliseconds time_max{1500};

/// The maximal number of objects in an answer. A page is bounded, because its objects are in memory as a
/// whole until they are read.
constexpr std::size_t page_size = 100;

/// The kinds of workloads, for releases whose objects are not known yet.
const std::array<kube::api::resource, 5> workload_kinds{{
  {.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"},
  {.group = "apps", .version = "v1", .kind = "StatefulSet", .plural = "statefulsets"},
  {.group = "apps", .version = "v1", .kind = "DaemonSet", .plural = "daemonsets"},
  {.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs"},
  {.version = "v1", .kind = "PersistentVolumeClaim", .plural = "persistentvolumeclaims"},
}};

/// The label that Helm adds to every object of a release.
constexpr auto managed_by_helm = "app.kubernetes.io/managed-by=Helm";

} // namespace

framework::promise<messages::workloads_described> workload_reading::read(const messages::describe_workloads& x) {
  const auto one = std::make_shared<asker>();
  one->to = self_->later<messages::workloads_described>();
  askers_.push_back(one);
  // A reading that is under way answers this question, too.
  const bool is_first = askers_.size() == 1;
  sights_.read(x.sights, [this, one](core::status::cluster_sights seen) {
    one->seen = std::move(seen);
    answer_if_whole(*one);
  });
  if (x.with_drift)
    read_drift(one);
  else
    one->drift.emplace();
  if (is_first)
    begin();
  else
    answer_if_whole(*one);
  return one->to;
}

void workload_reading::read_drift(const std::shared_ptr<asker>& one) {
  const auto number = ++last_drift_;
  awaiting_drift_.emplace(number, one);
  self_->remind(time_max, messages::workloads_overdue{{}, number});
  drift_.read({}, [this, number](messages::drift_read x) {
    const auto node = awaiting_drift_.extract(number);
    if (!node) return;
    node.mapped()->drift = std::move(x.modules);
    answer_if_whole(*node.mapped());
  });
}

void workload_reading::answer_if_whole(asker& x) {
  if (x.faults && x.seen && x.drift)
    self_->answer(x.to, messages::workloads_described{{}, *x.faults, *x.seen, *x.drift});
}

void workload_reading::begin() {
  ++reading_;
  found_.clear();
  missing_.clear();
  for (const auto& [release, objects] : expected_.all())
    for (const auto& x : objects)
      if (core::status::is_workload(x.object.api_version, x.object.kind))
        missing_[core::releases::place_of(x.object)][x.object.name].push_back(release);
  // The objects of a release are known only when its upgrade has ended.
  if (!in_work_.empty())
    for (const auto& kind : workload_kinds) missing_[{kind.api_version(), kind.kind, namespace_name_}];
  if (missing_.empty()) return end();
  self_->remind(time_max, messages::workloads_overdue{{}, reading_});
  std::vector<core::releases::resource_place> places;
  for (const auto& [place, names] : missing_) places.push_back(place);
  for (const auto& place : places) list(place, {});
}

void workload_reading::list(const core::releases::resource_place& place, const std::string& continue_token) {
  const auto known = std::find_if(workload_kinds.begin(), workload_kinds.end(), [&](const auto& x) {
    return x.api_version() == place.api_version && x.kind == place.kind;
  });
  // Only workloads have places here.
  if (known == workload_kinds.end()) return;
  const auto request = kube::api::list_request(*known, {.namespace_ = place.namespace_name,
                                                        .selectors = {.labels = managed_by_helm},
                                                        .limit = page_size,
                                                        .continue_token = continue_token});
  self_->ask(
    kube_, messages::call_api{{}, request, messages::api_component::helm_monitor},
    [this, place, reading = reading_, resource = *known](const messages::api_answered& x) {
      on_list(reading, place, kube::api::body_of(x.response).and_then([&](const std::string& body) {
        return kube::objects::read_list(body, {resource, place.namespace_name, {.labels = managed_by_helm}});
      }));
    },
    [](const std::string&) {});
}

void workload_reading::on_list(std::uint64_t reading, const core::releases::resource_place& place,
                               const base::result<kube::objects::object_list>& page) {
  if (reading != reading_ || !missing_.contains(place)) return;
  if (page) {
    for (const auto& x : page->objects) note(place, *x);
    if (!page->continue_token.empty()) return list(place, page->continue_token);
  } else {
    note_unknown(place, page.error().message);
  }
  missing_.erase(place);
  if (missing_.empty()) read_reasons();
}

void workload_reading::note(const core::releases::resource_place& place, const kube::objects::object_bytes& x) {
  const auto& wanted = missing_.at(place);
  const auto releases = wanted.find(std::string(x.name().name()));
  if (releases == wanted.end() && in_work_.empty()) return;
  const auto object = text::parse_json(x.text());
  const auto why = object ? core::status::unavailability_of(*object) : std::nullopt;
  if (!why) return;
  const auto add = [&](const std::string& release, workload_reasons::standing in_release) {
    found_.push_back({{.release = release,
                       .kind = place.kind,
                       .namespace_name = place.namespace_name,
                       .name = std::string(x.name().name()),
                       .reason = *why,
                       .pods = core::status::pod_selector_of(*object),
                       .storage_class = core::status::awaited_storage_class(*object).value_or("")},
                      in_release});
  };
  if (releases != wanted.end())
    for (const auto& release : releases->second) add(release, workload_reasons::standing::expected);
  else if (const auto owner = core::releases::other_owner_of(*object, {});
           owner && owner->namespace_name == namespace_name_ && in_work_.contains(owner->release))
    add(owner->release, workload_reasons::standing::in_work);
}

void workload_reading::note_unknown(const core::releases::resource_place& place, const std::string& why) {
  for (const auto& [name, releases] : missing_.at(place))
    for (const auto& release : releases)
      found_.push_back({{release, place.kind, place.namespace_name, name, why, true}});
}

void workload_reading::read_reasons() {
  reasons_.read(std::exchange(found_, {}), [this] { end(); });
}

void workload_reading::on_overdue(const messages::workloads_overdue& x) {
  sights_.on_overdue(x);
  if (const auto node = awaiting_drift_.extract(x.reading)) {
    node.mapped()->drift.emplace();
    answer_if_whole(*node.mapped());
  }
  if (x.reading != reading_ || askers_.empty()) return;
  if (missing_.empty()) return end();
  for (const auto& [place, names] : missing_)
    note_unknown(place, fmt::format("the API server has not answered within {} s", time_max.count() / 1000.0));
  // No time is left for the reasons.
  reasons_.read_none(std::exchange(found_, {}));
  end();
}

void workload_reading::end() {
  missing_.clear();
  ++reading_;
  const auto found = reasons_.take();
  for (const auto& one : std::exchange(askers_, {})) {
    one->faults = found;
    answer_if_whole(*one);
  }
}

} // namespace actors::releases
