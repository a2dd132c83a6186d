#include "core/status/advice_rule.hpp"
#include "core/status/failure_sights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace core::status {

namespace {

/// The step for a namespace that waits for the discovery of an API: `… metrics.k8s.io/v1beta1: stale
/// GroupVersion discovery …`. Such a namespace may have no finalizer.
std::string step_for_discovery(const std::string& rest) {
  constexpr std::string_view mark = "server APIs: ";
  const auto at = rest.find(mark);
  const auto api = at == rest.npos ? std::string() : rest.substr(at + mark.size());
  const auto slash = api.find('/');
  const auto end = api.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-/");
  if (slash == api.npos || end == api.npos || slash > end)
    return "repair or delete the APIService behind it: `kubectl get apiservices | grep False` names it";
  const auto name = fmt::format("{}.{}", api.substr(slash + 1, end - slash - 1), api.substr(0, slash));
  return fmt::format("bring the server of that API back, or, if it has gone for good, delete its APIService: `kubectl "
                     "get apiservice {} -o yaml` names the Service",
                     name);
}

std::string step_for_ending_namespace(const known_failure& x) {
  const auto name = name_or(x.name_before("namespace "), "NAMESPACE");
  const auto seen = x.object("Namespace", name);
  const auto rest = seen ? words_on_rest_of(*seen) : std::string();
  const auto why = rest.empty()
                     ? fmt::format("`kubectl get namespace {} -o yaml` shows in its status what keeps it", name)
                     : fmt::format("it does not go, because: {}", rest);
  const auto step = rest.find("Discovery failed") != rest.npos
                      ? step_for_discovery(rest)
                      : std::string("the program of a finalizer must run for it to end (a finalizer that is removed by "
                                    "hand leaves behind what it was to clean up)");
  return fmt::format(
    "the namespace is being deleted: ask who has deleted it, and whether that is meant; {}; {}; when the "
    "namespace has gone, have it made anew: the module is tried again by itself",
    why, step);
}

/// `object is being deleted: configmaps "a" already exists`
std::string step_for_ending_object(const known_failure& x) {
  const auto resource = name_or(x.name(), "KIND");
  const auto name = name_or(x.name_after("\""), "NAME");
  if (x.has("kubernetes.io/pvc-protection") || resource == "persistentvolumeclaims")
    return fmt::format(
      "the old claim {0} is being deleted, and goes when no Pod uses it: `kubectl -n {1} describe pvc {0}` names "
      "such a Pod (Used By): end it, and leave the finalizer, which protects the data; if there is none, the "
      "controller manager of the cluster lags or does not run",
      name, x.namespace_name());
  return fmt::format(
    "the old {0} {1} is being deleted and has not gone: `kubectl get {0} -A --field-selector "
    "metadata.name={1} -o custom-columns=NAMESPACE:.metadata.namespace,FINALIZERS:.metadata.finalizers` names what "
    "holds it: "
    "the program of that finalizer must run; a finalizer that is removed by hand leaves behind what it "
    "was to clean up",
    resource, name);
}

/// The command that deletes the object, with its consequence.
std::string deletion_of(const known_failure& x, std::string_view kind, std::string_view name) {
  const bool is_stateful = kind == "StatefulSet" || x.has("StatefulSet.apps");
  if (is_stateful)
    return fmt::format("`kubectl delete StatefulSet {} --cascade=orphan`, by which its Pods and their data stay",
                       name_or(name, "NAME"));
  if (kind == "PersistentVolumeClaim" || x.has("PersistentVolumeClaim \""))
    return "a new claim, which has no data of the old: copy them first, and delete none before";
  const auto job = kind == "Job" ? x.object("Job", name) : std::nullopt;
  if (job && is_complete(*job))
    return fmt::format("`kubectl -n {} delete job {}` (the Job is complete, so no work stops)", x.namespace_name(),
                       name);
  return fmt::format("`kubectl delete {} {}`, by which its work stops until then: ask its owner first",
                     name_or(kind, "KIND"), name_or(name, "NAME"));
}

/// Helm goes on with the other objects after a refused patch, and reports the refusal at the end.
std::string words_on_half(const known_failure& x) {
  return x.has("cannot patch ") ? "half of the upgrade is done: the other objects of the release are new already; "
                                : std::string();
}

std::string step_for_immutable(const known_failure& x) {
  const auto kind = x.name_before("with kind ");
  const auto name = x.name_before("cannot patch ");
  const auto job = kind == "Job" ? x.object("Job", name) : std::nullopt;
  if (job && is_complete(*job))
    return fmt::format("{}Kubernetes lets that field of an object never change: have the object made anew by the next "
                       "try, after {}; or put the former value back, with which the other objects become old again",
                       words_on_half(x), deletion_of(x, kind, name));
  return fmt::format("{}Kubernetes lets that field of an object never change: put its former value back; or have the "
                     "object made anew by the next try, after {}",
                     words_on_half(x), deletion_of(x, kind, name));
}

/// `watch of Tenant (example.com/v1alpha1), for hook 'hooks/a.sh' of module 'web' is lost since …: the API
/// server serves the kind as example.com/v1 only`
std::string step_for_lost_version(const known_failure& x) {
  const auto lost = lost_version_in(x.text);
  if (!lost) return {};
  const auto definition = x.object("CustomResourceDefinition", lost->definition);
  const auto owner = definition ? owner_of(*definition) : std::string();
  const auto group = lost->served.substr(0, lost->served.find('/'));
  const auto command =
    definition
      ? fmt::format("`kubectl edit crd {}`: served: true{}", lost->definition, owner.empty() ? "" : "; label " + owner)
      : fmt::format(
        "`kubectl get crd -o custom-columns=NAME:.metadata.name,LABELS:.metadata.labels | grep {}` finds its "
        "definition and its owner",
        group);
  return fmt::format(
    "at once: have {} served again ({}), and the watch comes back by itself; for good: write apiVersion "
    "{} in the binding, and roll it out. A restart alone does not help. Until then {} sees no new and no "
    "changed {}",
    lost->wanted.empty() ? std::string("the former version") : lost->wanted, command, lost->served,
    lost->hooks.empty() ? std::string("the operator") : lost->hooks, lost->kind);
}

/// `watch of Rail, for hook 'hooks/a.sh' of module 'web' is lost since …: the API server does not serve the
/// kind any more, so all its objects count as deleted`
std::string step_for_gone_kind(const known_failure& x) {
  const auto kind = name_or(x.name_before("watch of "), "the kind");
  return fmt::format("its CustomResourceDefinition was deleted, and its objects with it: have the definition installed "
                     "again and the objects of {} made anew, and the watch comes back by itself; or, if the kind has "
                     "gone for good, take the binding out. Hooks have seen all objects deleted: look at what they have "
                     "made of that",
                     kind);
}

/// The version of an API between these words: `policy/v1`; empty: another text is there.
std::string_view version_between(std::string_view text, std::string_view before, std::string_view after) {
  const auto end = text.find(after);
  const auto begin = end == text.npos ? end : text.rfind(before, end);
  if (begin == text.npos) return {};
  const auto version = text.substr(begin + before.size(), end - begin - before.size());
  const bool is_version = std::all_of(version.begin(), version.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '/' || c == '-';
  });
  return is_version ? version : std::string_view();
}

std::string step_for_kind(const known_failure& x) {
  // The words in brackets have the whole step.
  if (x.has("Helm has this from the last release: "))
    return fmt::format("have {} served again until the upgrade is through, as the words in brackets say",
                       name_or(version_between(x.text, "have ", " served again"), "that version"));
  if (x.has("if the kind has gone for good, delete "))
    return "install the definition of the kind again, or do what the words in brackets say";
  // `the API server serves kind 'PodDisruptionBudget' as policy/v1, not as policy/v1beta1`
  if (const auto served = version_between(x.text, " as ", ", not as "); !served.empty())
    return fmt::format("write `apiVersion: {}` into the template of the chart", served);
  const auto kind = name_or(x.name_after("kind \""), "the kind");
  return fmt::format(
    "the API server does not know {}: `kubectl api-resources | grep -i {}` shows whether it has another "
    "version, which the chart must name then; else its CustomResourceDefinition is missing: it comes "
    "from `crds/` of a module, or from a module with a lower number",
    kind, kind);
}

std::string step_for_missing_resource(const known_failure&) {
  return "the API server has no such address: a version of the kind was removed (`kubectl api-resources` shows those "
         "that are served), or the definition of the kind has gone: correct apiVersion in the chart or the hook, or "
         "bring the definition back";
}

bool is_record_of_helm(const known_failure& x) {
  return x.has("sh.helm.release.") || x.has("Helm's record of the release");
}

/// The input of a hook that has grown, if the hook writes an object that is too large.
std::string step_for_input(const hook_reads& reads, std::optional<std::int64_t> succeeded_us) {
  const auto* largest = largest_of(reads);
  if (largest == nullptr) return {};
  const bool is_suspect = succeeded_us && is_written_since(*largest, *succeeded_us);
  return fmt::format("the hook makes that object of the objects that it reads: have {} ({}{}) made smaller{}, and the "
                     "hook succeeds by itself; for good, the hook should write an object for each that it reads",
                     name_of(*largest), size_text(largest->bytes),
                     is_suspect ? ", written since the last success by " + largest->written->manager : "",
                     reads.labels.empty() ? "" : fmt::format(", or take its label {} away", reads.labels));
}

std::string step_for_size(const known_failure& x) {
  if (is_record_of_helm(x))
    return "the record of the release is larger than the API server takes (1 MiB): take large files out of the chart "
           "(`.helmignore`), or divide the module";
  const std::string limits = "the object is larger than the API server takes (a ConfigMap or Secret: 1 MiB; all "
                             "annotations together: 256 KiB): ";
  const auto input = x.place.reads == nullptr ? std::string() : step_for_input(*x.place.reads, x.place.succeeded_us);
  return limits + (input.empty() ? "make it smaller, or divide it" : input);
}

/// Texts of other lengths are too long for their field, which the message names.
std::string step_for_length(const known_failure& x) {
  return x.has("1048576") || x.has("262144") ? step_for_size(x) : std::string();
}

/// `nodePort: Invalid value: 30080: provided port is already allocated`; the value may be hidden.
std::string step_for_port(const known_failure& x) {
  const auto end = x.text.rfind(": ", x.at);
  const auto begin = end == x.text.npos ? x.text.npos : x.text.rfind(' ', end);
  const auto port = begin == x.text.npos ? std::string_view() : x.text.substr(begin + 1, end - begin - 1);
  const bool is_number = !port.empty() && port.find_first_not_of("0123456789") == port.npos;
  return fmt::format("another Service has that port: `kubectl get services -A | grep {}` finds it; choose another "
                     "nodePort",
                     is_number ? port : "PORT");
}

/// `MergePatch ConfigMap web/a: configmaps "a" not found`, of a file at KUBERNETES_PATCH_PATH
std::string step_for_absent_target(const known_failure& x) {
  if (!x.has("Patch ") || !x.has("\" not found")) return {};
  return "the object that the hook changes is not there: have it made, or write `ignoreMissingObject: true` into the "
         "operation; the operation CreateOrUpdate makes it";
}

/// `objects of release 'web': web/ConfigMap/a has gone 4 times …: find the client that deletes it`
std::string step_for_restless(const known_failure&) {
  return "only the audit log of the API server names the client (verb `delete`, and the object's name); the usual "
         "ones: "
         "a GitOps tool that prunes, a CronJob that tidies up, an operator that owns the same object";
}

/// The name of a finalizer is that of a label, so it may have a slash.
std::string finalizer_at(const known_failure& x) {
  const auto domain = std::string(x.name());
  const auto slash = x.text.find_first_not_of("\\\"'", x.end) + domain.size();
  const bool has_slash = !domain.empty() && slash < x.text.size() && x.text[slash] == '/';
  return has_slash ? domain + "/" + std::string(x.name_after(domain + "/")) : domain;
}

/// `objects of release 'web' that are being deleted: web/ConfigMap/a is being deleted since T, held by the
/// finalizer example.com/hold`
std::string step_for_held_deletion(const known_failure& x) {
  const auto protects = x.has("kubernetes.io/pvc-protection");
  return protects
           ? std::string(
             "the claim goes when no Pod uses it: end such a Pod (`kubectl describe pvc`, Used By), and "
             "leave the finalizer, which protects the data; the release makes the object again when it has gone")
           : fmt::format("the program of the finalizer {} must run and let the object go (a finalizer that is "
                         "removed by hand leaves behind what it was to clean up); ask who has deleted the object; "
                         "the release makes it again when it has gone",
                         name_or(finalizer_at(x), "that is named"));
}

/// `namespaces "NAME" not found`
std::string step_for_missing_namespace(const known_failure& x) {
  const auto name = x.name();
  constexpr std::size_t quotes_max = 4;
  if (name.empty() || x.text.substr(x.end).find(" not found") > name.size() + quotes_max) return {};
  return fmt::format("the namespace is missing: correct its name in the values or the chart, or `kubectl create "
                     "namespace {}`",
                     name);
}

/// `Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using apps/v1: .spec.replicas`
std::string step_for_conflict(const known_failure& x) {
  return fmt::format("{} has written that field of the object, and Helm does not take it over: leave the field out of "
                     "the chart if that client is to own it; else have the client leave it alone, and take the field "
                     "over once: `kubectl apply --server-side --force-conflicts` with the object of the chart",
                     name_or(x.name_after("conflict with "), "another client"));
}

std::string cause_of_conflict(const known_failure& x) {
  return fmt::format("the field of another client ({}) is in the chart, too",
                     name_or(x.name_after("conflict with "), "named below"));
}

/// `Operation cannot be fulfilled on configmaps "a": the object has been modified; …`
std::string step_for_raced_write(const known_failure& x) {
  return fmt::format(
    "another client writes {} at the same time; the next try may pass. If it comes again and again, "
    "two writers fight: `kubectl get {} -A --field-selector metadata.name={} -o yaml --show-managed-fields` names "
    "them",
    name_or(x.name_before(" fulfilled on "), "the object"), name_or(x.name_before(" fulfilled on "), "KIND"),
    name_or(x.last_name(), "NAME"));
}

/// `ConfigMap "a" in namespace "b" exists and cannot be imported into the current release: invalid ownership
/// metadata; annotation validation error: key "meta.helm.sh/release-name" must equal "web": current value is
/// "other"`
std::string step_for_foreign_object(const known_failure& x) {
  const auto other = x.name_after("current value is ");
  const bool is_of_release = x.has("meta.helm.sh/release-name\" must equal") && !other.empty();
  const auto owner = is_of_release ? fmt::format("the release '{}' has an object of that name already", other)
                                   : std::string("an object of that name is there already, and no release has made it");
  return fmt::format("{}: give one of the two another name (in the values or the chart); or, if it is the same thing "
                     "and is to belong to this release from now on, write the annotations and the label of the message "
                     "to it{}",
                     owner,
                     is_of_release ? fmt::format(", after '{}' has left it out, as else an uninstall of '{}' "
                                                 "removes it",
                                                 other, other)
                                   : std::string());
}

std::string step_for_escalation(const known_failure&) {
  return "Kubernetes lets nobody give rights that he has not: give the operator's account the rights in the list "
         "above, or the verbs `bind` and `escalate` on roles and clusterroles; or take them out of the Role in the "
         "chart (`addon-operator rbac` prints what the platform needs)";
}

std::string step_for_resize(const known_failure& x) {
  const auto name = x.name_before("persistentvolumeclaims ");
  const auto claim = x.object("PersistentVolumeClaim", name);
  const auto size = claim ? capacity_of(*claim) : std::string();
  const auto former = size.empty() ? fmt::format("put the former size back (`kubectl -n {} get pvc {} -o "
                                                 "jsonpath='{{.status.capacity.storage}}'` prints it)",
                                                 x.namespace_name(), name_or(name, "NAME"))
                                   : fmt::format("put the former size {} back", size);
  return fmt::format(
    "the StorageClass of the claim does not let it grow: {} in the values, and all goes on at once; or "
    "have its owner set allowVolumeExpansion, if its driver can: `kubectl get storageclasses`; delete no "
    "claim: its data go with it",
    former);
}

/// `KIND "NAME" is invalid: FIELD: Invalid value: …`, the last rule, because it says the least.
std::string step_for_invalid(const known_failure& x) {
  const auto object = x.last_name();
  return fmt::format("the API server refuses the field that is named behind 'is invalid' of {}: correct it in the "
                     "values that the chart puts there, or in the chart; `addon-operator module render {}` shows the "
                     "object",
                     name_or(object, "the object"), name_or(x.place.module, "NAME"));
}

std::string step_for_unknown_field(const known_failure& x) {
  return fmt::format(
    "the API server's kind has no field {}: a slip, a wrong indentation, or a field of another version "
    "of the kind: correct the template; `kubectl explain KIND` shows the fields",
    name_or(x.name(), "of that name"));
}

/// The messages of Kubernetes 1.37 (apiserver, apimachinery, pkg/apis, pkg/registry/rbac), of etcd 3.7 and of
/// Helm 4.
constexpr std::array<advice_rule, 31> rules{{
  {"the API server serves the kind as ", step_for_lost_version},
  {"because it is being terminated", step_for_ending_namespace},
  {"object is being deleted: ", step_for_ending_object},
  {"attempting to grant RBAC permissions not currently held", step_for_escalation},
  {"exists and cannot be imported into the current release", step_for_foreign_object},
  {"Apply failed with ", step_for_conflict, cause_of_conflict},
  {"field is immutable", step_for_immutable},
  {"is immutable after creation", step_for_immutable},
  {"updates to statefulset spec for fields other than ", step_for_immutable},
  {"cannot change roleRef", step_for_immutable},
  {"primary clusterIP can not be unset", step_for_immutable},
  {"may not change once set", step_for_immutable},
  {"does not serve the kind any more", step_for_gone_kind},
  {"no matches for kind ", step_for_kind},
  {"ensure CRDs are installed first", step_for_kind},
  {"could not find the requested resource", step_for_missing_resource},
  {"etcdserver: request is too large", step_for_size},
  {"Request entity too large", step_for_size},
  {"Too long: ", step_for_length},
  {"trying to send message larger than max", step_for_size},
  {"provided port is already allocated", step_for_port},
  {"only dynamically provisioned pvc can be resized", step_for_resize},
  {"namespaces ", step_for_missing_namespace},
  {", held by the finalizer ", step_for_held_deletion},
  {"KUBERNETES_PATCH_PATH: ", step_for_absent_target},
  {"find the client that deletes it", step_for_restless},
  {": the object has been modified", step_for_raced_write},
  {"unknown field ", step_for_unknown_field},
  {"nknown object field ", step_for_unknown_field},
  {"does not match template `labels`", step_for_invalid},
  {"\" is invalid: ", step_for_invalid},
}};

} // namespace

advice_rules object_rules() {
  return rules;
}

} // namespace core::status
