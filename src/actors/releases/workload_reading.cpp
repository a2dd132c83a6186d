#include "actors/releases/workload_reading.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/status/pod_faults.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// A person waits for the answer.
constexpr std::chrono::milliseconds time_max{1500};

/// The maximal number of objects in an answer. A page is bounded, because its objects are in memory as a
/// whole until they are read.
constexpr std::size_t page_size = 100;

/// The maximal number of workloads whose Pods are read, and of Pods for each. `status` shows no more faults.
constexpr std::size_t explained_max = 10;
constexpr std::size_t pods_max = 100;

const kube::api::resource storage_classes{
  .group = "storage.k8s.io", .version = "v1", .kind = "StorageClass", .plural = "storageclasses", .namespaced = false};
const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};

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
  if (missing_.empty()) return end();
  self_->remind(time_max, messages::workloads_overdue{{}, reading_});
  std::vector<core::releases::resource_place> places;
  for (const auto& [place, names] : missing_) places.push_back(place);
  for (const auto& place : places) list(place, {});
}

void workload_reading::list(const core::releases::resource_place& place, const std::string& continue_token) {
  const auto kind = kinds_.find({place.api_version, place.kind});
  // The place stays without an answer, and is shown as unknown when the time is over.
  if (kind == kinds_.end()) return;
  const auto request = kube::api::list_request(kind->second, {.namespace_ = place.namespace_name,
                                                              .selectors = {.labels = managed_by_helm},
                                                              .limit = page_size,
                                                              .continue_token = continue_token});
  self_->ask(
    kube_, messages::call_api{{}, request, messages::api_component::helm_monitor},
    [this, place, reading = reading_, resource = kind->second](const messages::api_answered& x) {
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
  const auto releases = wanted.find(x.identity.key.name);
  if (releases == wanted.end()) return;
  const auto object = text::parse_json(x.text);
  const auto why = object ? core::status::unavailability_of(*object) : std::nullopt;
  if (!why) return;
  for (const auto& release : releases->second)
    found_.push_back({.release = release,
                      .kind = place.kind,
                      .namespace_name = place.namespace_name,
                      .name = x.identity.key.name,
                      .reason = *why,
                      .pods = core::status::pod_selector_of(*object),
                      .storage_class = core::status::awaited_storage_class(*object).value_or("")});
}

void workload_reading::note_unknown(const core::releases::resource_place& place, const std::string& why) {
  for (const auto& [name, releases] : missing_.at(place))
    for (const auto& release : releases) found_.push_back({release, place.kind, place.namespace_name, name, why, true});
}

void workload_reading::read_reasons() {
  std::sort(found_.begin(), found_.end());
  for (std::size_t i = 0; i < std::min(found_.size(), explained_max); ++i)
    if (!found_[i].storage_class.empty())
      read_class(i);
    else if (!found_[i].pods.empty())
      read_pods(i);
  if (open_reasons_ == 0) end();
}

void workload_reading::read_pods(std::size_t fault) {
  const auto& x = found_[fault];
  ++open_reasons_;
  const kube::api::selector_texts selectors{.labels = x.pods};
  self_->ask(
    kube_,
    messages::call_api{
      {},
      kube::api::list_request(pods, {.namespace_ = x.namespace_name, .selectors = selectors, .limit = pods_max}),
      messages::api_component::helm_monitor},
    [this, fault, reading = reading_, place = x.namespace_name, selectors](const messages::api_answered& answer) {
      on_pods(reading, fault, kube::api::body_of(answer.response).and_then([&](const std::string& body) {
        return kube::objects::read_list(body, {pods, place, selectors});
      }));
    },
    [](const std::string&) {});
}

void workload_reading::read_class(std::size_t fault) {
  ++open_reasons_;
  self_->ask(
    kube_,
    messages::call_api{{},
                       kube::api::get_request(storage_classes, {{}, found_[fault].storage_class, {}}),
                       messages::api_component::helm_monitor},
    [this, fault, reading = reading_](const messages::api_answered& answer) {
      on_class(reading, fault, kube::api::object_of(answer.response));
    },
    [](const std::string&) {});
}

void workload_reading::on_class(std::uint64_t reading, std::size_t fault,
                                const base::result<text::json>& storage_class) {
  if (reading != reading_) return;
  auto& x = found_[fault];
  if (!storage_class && storage_class.error().code == base::error_code::not_found) {
    x.reason = fmt::format("its StorageClass {} does not exist", x.storage_class);
    x.step = "`kubectl get storageclasses` shows those there are: correct the name in the values or the chart (a claim "
             "keeps its class, so the claim is made anew), or have the class made";
  } else if (!storage_class) {
    x.is_unknown = true;
    x.reason += ", and the binding mode of the class is not known: " + storage_class.error().message;
  } else if (core::status::waits_for_pod(*storage_class)) {
    // Such a claim has no volume until a Pod uses the claim.
    x.reason.clear();
  }
  if (--open_reasons_ == 0) end();
}

/// Without an answer, for example without the right to list Pods, the fault is shown without a reason of a
/// Pod.
void workload_reading::on_pods(std::uint64_t reading, std::size_t fault,
                               const base::result<kube::objects::object_list>& page) {
  if (reading != reading_) return;
  std::vector<text::json> objects;
  if (page)
    for (const auto& x : page->objects)
      if (auto object = text::parse_json(x->text)) objects.push_back(std::move(*object));
  if (const auto why = core::status::worst_fault_of(objects)) {
    found_[fault].reason += "; " + why->reason;
    found_[fault].step = why->step;
  }
  if (--open_reasons_ == 0) end();
}

void workload_reading::on_overdue(const messages::workloads_overdue& x) {
  sights_.on_overdue(x);
  if (const auto node = awaiting_drift_.extract(x.reading)) {
    node.mapped()->drift.emplace();
    answer_if_whole(*node.mapped());
  }
  if (x.reading != reading_ || askers_.empty()) return;
  for (const auto& [place, names] : missing_)
    note_unknown(place, fmt::format("the API server has not answered within {} s", time_max.count() / 1000.0));
  end();
}

void workload_reading::end() {
  missing_.clear();
  open_reasons_ = 0;
  ++reading_;
  std::erase_if(found_, [](const auto& x) { return x.reason.empty(); });
  std::sort(found_.begin(), found_.end());
  const auto found = std::exchange(found_, {});
  for (const auto& one : std::exchange(askers_, {})) {
    one->faults = found;
    answer_if_whole(*one);
  }
}

} // namespace actors::releases
