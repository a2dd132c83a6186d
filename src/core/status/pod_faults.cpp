#include "core/status/pod_faults.hpp"

#include "base/excerpt.hpp"
#include "base/utc_time.hpp"
#include "base/word_list.hpp"
#include "text/plain/printable.hpp"
#include "text/plain/secret_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace core::status {

namespace {

/// The kinds of faults. An earlier kind explains more: a Pod whose container ends is not ready, too.
enum class fault_kind { ends, image, begin, stays, node, evicted, not_ready, waits };

/// The time that a node may take for the end of a Pod beyond the Pod's grace period. The clocks of the API
/// server and of this machine may differ a little, too.
constexpr std::int64_t end_slack_us = 2'000'000;

/// The role of a container: an init container is well when it has ended, a main container when it runs.
enum class container_role { init, main };

struct ranked_fault {
  fault_kind kind;
  pod_fault fault;
};

struct pod_names {
  std::string namespace_name;
  std::string pod;
};

std::string text_at(const text::json* x, std::string_view key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

const text::json* member(const text::json* x, std::string_view key) {
  return x == nullptr ? nullptr : x->find(key);
}

/// The line of a container's last message that says most: the first, or the last of a Python traceback.
std::string line_of_message(const std::string& message) {
  constexpr std::size_t line_bytes_max = 300;
  const auto harmless = text::without_secrets(base::trimmed(message));
  const auto all = std::string_view(harmless);
  const auto line = all.starts_with("Traceback ") ? all.substr(all.rfind('\n') + 1) : all.substr(0, all.find('\n'));
  return text::printable(base::excerpt(base::trimmed(line), line_bytes_max));
}

/// How a container ended: `exit code 137 (OOMKilled)`, `exit code 1: no such table`.
/// Source: Kubernetes, "Determine the Reason for Pod Failure", termination messages.
std::string end_of(const text::json* terminated) {
  const auto* code = member(terminated, "exitCode");
  const auto reason = text_at(terminated, "reason");
  auto words = fmt::format("exit code {}", code == nullptr ? -1 : code->as_int().value_or(-1));
  // `Error` and `Completed` say no more than the exit code.
  if (!reason.empty() && reason != "Error" && reason != "Completed") words += " (" + reason + ")";
  const auto line = line_of_message(text_at(terminated, "message"));
  return line.empty() ? words : words + ": " + line;
}

/// Whether a signal has ended the container, and no lack of memory: often the kubelet, after its liveness
/// probe.
bool is_ended_by_signal(const text::json* terminated) {
  constexpr std::int64_t killed = 137;
  constexpr std::int64_t told_to_end = 143;
  const auto* code = member(terminated, "exitCode");
  const auto value = code == nullptr ? std::nullopt : code->as_int();
  return text_at(terminated, "reason") != "OOMKilled" && (value == killed || value == told_to_end);
}

ranked_fault ends_again(const pod_names& x, const std::string& name, const text::json& container) {
  const auto* restarts = container.find("restartCount");
  const auto* last = member(container.find("lastState"), "terminated");
  // Between an end and the next start the end is still in `state`.
  if (last == nullptr) last = member(container.find("state"), "terminated");
  const auto count = restarts == nullptr ? 0 : restarts->as_int().value_or(0);
  // Before the first restart there is no previous container. Pods of Jobs often have no restart.
  const auto step = text_at(last, "reason") == "OOMKilled"
                      ? fmt::format("raise `resources.limits.memory` of container '{}'", name)
                      : fmt::format("`kubectl -n {} logs {} -c {}{}` shows its last lines", x.namespace_name, x.pod,
                                    name, count == 0 ? "" : " --previous");
  const auto how = count == 0 ? std::string("has ended")
                              : fmt::format("ends again and again ({} restart{})", count, count == 1 ? "" : "s");
  return {fault_kind::ends,
          {.reason = fmt::format("container '{}' of Pod {} {}: {}", name, x.pod, how, end_of(last)),
           .step = step,
           .told_by_events_of = is_ended_by_signal(last) ? x.pod : std::string()}};
}

/// A registry that does not know an image may say so, or may ask for a login first.
std::string step_for_image(const std::string& image, const std::string& reason, const std::string& message) {
  const auto has = [&](const char* words) { return message.find(words) != message.npos; };
  if (reason == "InvalidImageName") return fmt::format("correct the name of the image '{}' in the values", image);
  if (reason == "ErrImageNeverPull")
    return fmt::format(
      "the image '{}' is not on the node, and imagePullPolicy Never keeps it from being pulled: change "
      "one of the two",
      image);
  if (has("not found") || has("NotFound") || has("manifest unknown"))
    return fmt::format(
      "the registry has no image '{}': put the former tag back in the values (the ConfigMap, or the Git "
      "repository that it comes from), or have the image pushed",
      image);
  if (has("nauthorized") || has("denied") || has("401") || has("403"))
    return fmt::format("the registry does not let the image '{}' be read: add an imagePullSecret that may read it, or "
                       "renew the one that there is",
                       image);
  return fmt::format("repair the image '{}' in the values, or add an imagePullSecret that may read it; put the former "
                     "tag back meanwhile",
                     image);
}

ranked_fault waits(const pod_names& x, const std::string& name, const text::json& container,
                   const text::json& waiting) {
  const auto reason = text_at(&waiting, "reason");
  const auto message = text_at(&waiting, "message");
  const auto because = message.empty() ? reason : message;
  const auto container_of_pod = fmt::format("container '{}' of Pod {}", name, x.pod);
  if (reason == "CrashLoopBackOff") return ends_again(x, name, container);
  if (reason == "ErrImagePull" || reason == "ImagePullBackOff" || reason == "InvalidImageName"
      || reason == "ErrImageNeverPull")
    return {fault_kind::image,
            {fmt::format("the image of {} cannot be pulled: {}", container_of_pod, because),
             step_for_image(text_at(&container, "image"), reason, message)}};
  if (reason == "CreateContainerConfigError" || reason == "CreateContainerError" || reason == "RunContainerError"
      || reason == "StartError")
    return {fault_kind::begin,
            {fmt::format("{} cannot begin: {}", container_of_pod, because),
             "create the object that it names, or repair the name in the chart"}};
  return {
    fault_kind::waits,
    {.reason = fmt::format("{} has not begun: {}", container_of_pod, because.empty() ? "no reason is given" : because),
     .step = fmt::format("`kubectl -n {} describe pod {}` shows its events", x.namespace_name, x.pod),
     .doubt = pod_doubt::may_begin_yet,
     .told_by_events_of = x.pod}};
}

std::optional<ranked_fault> fault_of_container(const pod_names& x, const text::json& container, container_role role) {
  const auto name = text_at(&container, "name");
  const auto* state = container.find("state");
  if (const auto* waiting = member(state, "waiting")) {
    // Containers wait for init containers without a fault of their own.
    if (text_at(waiting, "reason") == "PodInitializing") return std::nullopt;
    return waits(x, name, container, *waiting);
  }
  if (const auto* terminated = member(state, "terminated")) {
    const auto* code = terminated->find("exitCode");
    if (role == container_role::init && code != nullptr && code->as_int() == 0) return std::nullopt;
    return ends_again(x, name, container);
  }
  const auto* ready = container.find("ready");
  if (role == container_role::init || ready == nullptr || !ready->is_bool() || ready->as_bool()) return std::nullopt;
  return ranked_fault{
    fault_kind::not_ready,
    {.reason = fmt::format("container '{}' of Pod {} runs and is not ready", name, x.pod),
     .step = fmt::format("`kubectl -n {0} logs {1} -c {2}` and the answers of its readiness probe, which `kubectl -n "
                         "{0} describe pod {1}` shows, say why",
                         x.namespace_name, x.pod, name),
     .doubt = pod_doubt::may_get_ready,
     .told_by_events_of = x.pod}};
}

/// The condition of that type and status; null: there is none.
const text::json* condition_of(const text::json* status, std::string_view type, std::string_view state) {
  const auto* conditions = member(status, "conditions");
  if (conditions == nullptr || !conditions->is_array()) return nullptr;
  for (const auto& x : conditions->as_array())
    if (x.string_at("type") == type && x.string_at("status") == state) return &x;
  return nullptr;
}

bool are_all_ready(const text::json* status) {
  const auto* containers = member(status, "containerStatuses");
  if (containers == nullptr || !containers->is_array() || containers->as_array().empty()) return false;
  return std::all_of(containers->as_array().begin(), containers->as_array().end(), [](const auto& x) {
    const auto* ready = x.find("ready");
    return ready != nullptr && ready->is_bool() && ready->as_bool();
  });
}

/// The fault of a Pod that is not ready although all its containers are: its node is silent, or a readiness
/// gate is not fulfilled. Source: Kubernetes, "Pod Lifecycle", Pod readiness.
std::optional<ranked_fault> fault_of_readiness(const pod_names& x, const text::json& pod) {
  const auto* status = pod.find("status");
  const auto* not_ready = condition_of(status, "Ready", "False");
  if (not_ready == nullptr || !are_all_ready(status)) return std::nullopt;
  const auto message = text_at(not_ready, "message");
  const auto why = message.empty() ? text_at(not_ready, "reason") : message;
  return ranked_fault{
    fault_kind::not_ready,
    {.reason = fmt::format("Pod {} is not ready although its containers are{}", x.pod, why.empty() ? "" : ": " + why),
     .step = fmt::format("`kubectl -n {} describe pod {}` shows its conditions and its node", x.namespace_name, x.pod),
     .doubt = pod_doubt::may_get_ready,
     .told_by_events_of = x.pod,
     .told_by_node = text_at(pod.find("spec"), "nodeName")}};
}

std::string finalizers_of(const text::json* metadata) {
  const auto* all = member(metadata, "finalizers");
  std::vector<std::string> names;
  if (all != nullptr && all->is_array())
    for (const auto& one : all->as_array())
      if (one.is_string()) names.emplace_back(one.as_string());
  return base::word_list(names);
}

/// The fault of a Pod that is being deleted and should have ended. Its deletionTimestamp is the end of its
/// grace period. Source: Kubernetes, "Pod Lifecycle", termination of Pods.
std::optional<ranked_fault> fault_of_end(const pod_names& x, const text::json& pod, std::int64_t now_us) {
  const auto* metadata = pod.find("metadata");
  const auto due_us = base::parse_utc_us(text_at(metadata, "deletionTimestamp"));
  if (!due_us || *due_us + end_slack_us > now_us) return std::nullopt;
  const auto since = base::utc_text(*due_us);
  const auto node = text_at(pod.find("spec"), "nodeName");
  const auto held = finalizers_of(metadata);
  if (!held.empty())
    return ranked_fault{
      fault_kind::stays,
      {.reason = fmt::format("Pod {} is being deleted, should have ended at {}, and is held by the finalizer {}", x.pod,
                             since, held),
       .step = "bring the program back that takes the finalizer out"}};
  return ranked_fault{
    fault_kind::stays,
    {.reason = fmt::format("Pod {} is being deleted and should have ended at {}, and {} does not confirm its end",
                           x.pod, since, node.empty() ? std::string("no node") : fmt::format("its node {}", node)),
     .step = fmt::format("`kubectl -n {} describe pod {}` shows its events", x.namespace_name, x.pod),
     .told_by_node = node}};
}

/// The first claim among the volumes of a Pod; empty: it has none.
std::string claim_of(const text::json& pod) {
  const auto* volumes = member(pod.find("spec"), "volumes");
  if (volumes == nullptr || !volumes->is_array()) return {};
  for (const auto& volume : volumes->as_array())
    if (auto name = text_at(volume.find("persistentVolumeClaim"), "claimName"); !name.empty()) return name;
  return {};
}

/// The scheduler writes `persistentvolumeclaim "a" not found`, or `unbound immediate PersistentVolumeClaims`.
std::string step_without_node(const pod_names& x, const text::json& pod, const std::string& message) {
  const auto claim = claim_of(pod);
  if (message.find("ersistentVolumeClaim") == message.npos && message.find("ersistentvolumeclaim") == message.npos)
    return "make room on a node, or change requests, node selector, affinity or tolerations in the values";
  return fmt::format(
    "no volume is bound to the claim of the Pod: `kubectl -n {} describe pvc{}` names in its events the "
    "cause, most often a StorageClass that is missing or misspelt (`kubectl get storageclasses` shows "
    "those there are)",
    x.namespace_name, claim.empty() ? "" : " " + claim);
}

/// The fault of a Pod that no node has taken, or that its node has ended.
std::optional<ranked_fault> fault_of_place(const pod_names& x, const text::json& pod) {
  const auto* status = pod.find("status");
  // An evicted Pod keeps its conditions, so its reason is looked at first.
  if (text_at(status, "reason") == "Evicted")
    return ranked_fault{fault_kind::evicted,
                        {fmt::format("Pod {} was evicted: {}", x.pod, text_at(status, "message")),
                         "make room on the node, or give the Pod requests that fit its use"}};
  const auto* condition = condition_of(status, "PodScheduled", "False");
  if (condition == nullptr) return std::nullopt;
  const auto message = text_at(condition, "message");
  return ranked_fault{
    fault_kind::node,
    {fmt::format("no node takes Pod {}: {}", x.pod, message.empty() ? text_at(condition, "reason") : message),
     step_without_node(x, pod, message)}};
}

std::optional<ranked_fault> fault_of_pod(const text::json& pod, std::optional<std::int64_t> now_us) {
  const auto* metadata = pod.find("metadata");
  const pod_names names{text_at(metadata, "namespace"), text_at(metadata, "name")};
  if (member(metadata, "deletionTimestamp") != nullptr)
    return now_us ? fault_of_end(names, pod, *now_us) : std::nullopt;
  const auto* status = pod.find("status");
  // All containers of such a Pod have ended, which is no fault.
  if (text_at(status, "phase") == "Succeeded") return std::nullopt;
  std::optional<ranked_fault> worst = fault_of_place(names, pod);
  const auto add = [&](std::string_view list, container_role role) {
    const auto* containers = member(status, list);
    if (containers == nullptr || !containers->is_array()) return;
    for (const auto& container : containers->as_array()) {
      auto fault = fault_of_container(names, container, role);
      if (fault && (!worst || fault->kind < worst->kind)) worst = std::move(fault);
    }
  };
  add("initContainerStatuses", container_role::init);
  add("containerStatuses", container_role::main);
  return worst ? worst : fault_of_readiness(names, pod);
}

/// `tier in (a,b)`; empty for an operator that is not known.
std::string requirement_of(const text::json& expression) {
  const auto key = text_at(&expression, "key");
  const auto how = text_at(&expression, "operator");
  if (how == "Exists") return key;
  if (how == "DoesNotExist") return "!" + key;
  const auto* values = expression.find("values");
  if (values == nullptr || !values->is_array()) return {};
  std::vector<std::string> texts;
  for (const auto& value : values->as_array())
    if (value.is_string()) texts.emplace_back(value.as_string());
  if (how == "In") return fmt::format("{} in ({})", key, fmt::join(texts, ","));
  if (how == "NotIn") return fmt::format("{} notin ({})", key, fmt::join(texts, ","));
  return {};
}

} // namespace

std::string pod_selector_of(const text::json& workload) {
  const auto* selector = member(workload.find("spec"), "selector");
  std::vector<std::string> all;
  if (const auto* labels = member(selector, "matchLabels"); labels != nullptr && labels->is_object())
    for (const auto& [key, value] : labels->as_object())
      if (value.is_string()) all.push_back(fmt::format("{}={}", key, value.as_string()));
  if (const auto* expressions = member(selector, "matchExpressions"); expressions != nullptr && expressions->is_array())
    for (const auto& expression : expressions->as_array())
      if (auto requirement = requirement_of(expression); !requirement.empty()) all.push_back(std::move(requirement));
  return fmt::format("{}", fmt::join(all, ","));
}

std::optional<pod_fault> worst_fault_of(const std::vector<text::json>& pods, std::optional<std::int64_t> now_us) {
  std::optional<ranked_fault> worst;
  for (const auto& pod : pods) {
    auto fault = fault_of_pod(pod, now_us);
    if (fault && (!worst || fault->kind < worst->kind)) worst = std::move(fault);
  }
  if (!worst) return std::nullopt;
  return std::move(worst->fault);
}

} // namespace core::status
