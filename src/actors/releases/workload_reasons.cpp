#include "actors/releases/workload_reasons.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/status/object_warnings.hpp"
#include "core/status/pod_faults.hpp"
#include "core/status/workload_clues.hpp"
#include "kube/api/response.hpp"

#include <algorithm>

namespace actors::releases {

namespace {

/// The maximal number of workloads that are explained. `status` shows no more faults.
constexpr std::size_t explained_max = 10;
/// The maximal number of Pods of a workload, and of warnings about an object.
constexpr std::size_t page_size = 100;

const kube::api::resource storage_classes{
  .group = "storage.k8s.io", .version = "v1", .kind = "StorageClass", .plural = "storageclasses", .namespaced = false};
const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};
const kube::api::resource events{.version = "v1", .kind = "Event", .plural = "events"};
const kube::api::resource nodes{.version = "v1", .kind = "Node", .plural = "nodes", .namespaced = false};

base::result<std::vector<text::json>> objects_of(const base::result<kube::objects::object_list>& page) {
  if (!page) return base::fail(page.error().code, page.error().message);
  std::vector<text::json> objects;
  for (const auto& x : page->objects)
    if (auto object = text::parse_json(x->text())) objects.push_back(std::move(*object));
  return objects;
}

} // namespace

void workload_reasons::read_none(std::vector<subject> subjects) {
  ++reading_;
  faults_.clear();
  std::sort(subjects.begin(), subjects.end());
  for (auto& x : subjects) faults_.push_back({std::move(x)});
}

void workload_reasons::read(std::vector<subject> subjects, std::function<void()> done) {
  read_none(std::move(subjects));
  done_ = std::move(done);
  // The 1 counts this function, so that no answer ends the reading before all have been asked for.
  open_ = 1;
  for (std::size_t i = 0; i < std::min(faults_.size(), explained_max); ++i) {
    const auto& x = faults_[i].what.fault;
    if (x.is_unknown) continue;
    if (!x.storage_class.empty())
      read_class(i);
    else if (!x.pods.empty())
      read_pods(i);
    else
      read_warnings(i, x.kind, x.name);
  }
  finish_one();
}

std::vector<core::status::workload_fault> workload_reasons::take() {
  ++reading_;
  open_ = 0;
  done_ = nullptr;
  std::vector<core::status::workload_fault> found;
  for (auto& [what, is_certain, may_get_ready] : std::exchange(faults_, {})) {
    if (what.fault.reason.empty() || (what.in_release == standing::in_work && !is_certain)) continue;
    if (what.in_release == standing::in_work) what.fault.reason += "; the upgrade of its release has not succeeded yet";
    found.push_back(std::move(what.fault));
  }
  std::sort(found.begin(), found.end());
  return found;
}

void workload_reasons::finish_one() {
  if (--open_ == 0 && done_) std::exchange(done_, nullptr)();
}

/// Without an answer, for example without a right, the fault is reported without these objects.
void workload_reasons::list(const kube::api::resource& kind, const std::string& namespace_name,
                            const kube::api::selector_texts& selectors,
                            std::function<void(const base::result<std::vector<text::json>>&)> then) {
  ++open_;
  self_->ask(
    kube_,
    messages::call_api{
      {},
      kube::api::list_request(kind, {.namespace_ = namespace_name, .selectors = selectors, .limit = page_size}),
      messages::api_component::helm_monitor},
    [this, kind, namespace_name, selectors, then = std::move(then),
     reading = reading_](const messages::api_answered& answer) {
      if (reading != reading_) return;
      then(objects_of(kube::api::body_of(answer.response).and_then([&](const std::string& body) {
        return kube::objects::read_list(body, {kind, namespace_name, selectors});
      })));
      finish_one();
    },
    [](const std::string&) {});
}

void workload_reasons::get(const kube::api::resource& kind, const std::string& name,
                           std::function<void(const base::result<text::json>&)> then) {
  ++open_;
  self_->ask(
    kube_, messages::call_api{{}, kube::api::get_request(kind, {{}, name, {}}), messages::api_component::helm_monitor},
    [this, then = std::move(then), reading = reading_](const messages::api_answered& answer) {
      if (reading != reading_) return;
      then(kube::api::object_of(answer.response));
      finish_one();
    },
    [](const std::string&) {});
}

void workload_reasons::read_pods(std::size_t fault) {
  const auto& x = faults_[fault].what.fault;
  list(pods, x.namespace_name, {.labels = x.pods}, [this, fault](const auto& found) {
    if (found) on_pods(fault, *found);
  });
}

/// Each object asks for a further object only if the object itself does not say why.
void workload_reasons::on_pods(std::size_t fault, const std::vector<text::json>& found) {
  auto& [what, is_certain, may_get_ready] = faults_[fault];
  const auto why = core::status::worst_fault_of(found, self_->shared().wall_time_us());
  if (!why) return read_warnings(fault, what.fault.kind, what.fault.name);
  what.fault.reason += "; " + why->reason;
  what.fault.step = why->step;
  is_certain = why->doubt == core::status::pod_doubt::none;
  may_get_ready = why->doubt == core::status::pod_doubt::may_get_ready;
  if (!why->told_by_events_of.empty()) read_warnings(fault, "Pod", why->told_by_events_of);
  if (!why->told_by_node.empty()) read_node(fault, why->told_by_node);
}

void workload_reasons::read_warnings(std::size_t fault, const std::string& kind, const std::string& name) {
  const auto& place = faults_[fault].what.fault.namespace_name;
  list(events, place, {.fields = core::status::selector_of_warnings(kind, name)}, [this, fault, name](const auto& x) {
    auto& [what, is_certain, may_get_ready] = faults_[fault];
    // A new container may fail its first probes, so its warnings prove nothing.
    if (x && core::status::add_warning(what.fault, *x, name)) is_certain = is_certain || !may_get_ready;
  });
}

void workload_reasons::read_node(std::size_t fault, const std::string& name) {
  get(nodes, name, [this, fault, name](const base::result<text::json>& x) {
    auto& to = faults_[fault].what.fault;
    if (x)
      core::status::add_node(to, name, *x);
    else if (x.error().code == base::error_code::not_found)
      core::status::add_node(to, name, std::nullopt);
  });
}

void workload_reasons::read_class(std::size_t fault) {
  get(storage_classes, faults_[fault].what.fault.storage_class, [this, fault](const base::result<text::json>& x) {
    on_class(faults_[fault], x);
    const auto& claim = faults_[fault].what.fault;
    if (x && !claim.reason.empty()) read_warnings(fault, claim.kind, claim.name);
  });
}

void workload_reasons::on_class(explained& to, const base::result<text::json>& storage_class) {
  auto& x = to.what.fault;
  if (!storage_class && storage_class.error().code == base::error_code::not_found) {
    x.reason = "its StorageClass " + x.storage_class + " does not exist";
    x.step = "`kubectl get storageclasses` shows those there are: correct the name in the values or the chart (a claim "
             "keeps its class, so the claim is made anew), or have the class made";
    to.is_certain = true;
  } else if (!storage_class) {
    x.is_unknown = true;
    x.reason += ", and the binding mode of the class is not known: " + storage_class.error().message;
  } else if (core::status::waits_for_pod(*storage_class)) {
    // Such a claim has no volume until a Pod uses the claim.
    x.reason.clear();
  }
}

} // namespace actors::releases
