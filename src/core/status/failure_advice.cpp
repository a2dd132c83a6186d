#include "core/status/failure_advice.hpp"

#include "base/missing_right.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace core::status {

namespace {

constexpr auto none = std::string_view::npos;
/// The limit of names in Kubernetes. Longer names come from other programs.
constexpr std::size_t name_bytes_max = 253;

/// The characters of names and kinds in Kubernetes, so that no foreign text becomes a part of a command.
bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/// The name that begins there, behind quotes; empty: no name is there.
std::string_view name_at(std::string_view text, std::size_t begin) {
  begin = std::min(text.find_first_not_of("\\\"'", begin), text.size());
  auto end = begin;
  while (end < text.size() && is_name_character(text[end])) ++end;
  while (end > begin && text[end - 1] == '.') --end;
  return end - begin > name_bytes_max ? std::string_view() : text.substr(begin, end - begin);
}

/// The failure, the words that make a rule apply, and the place.
struct failure_words {
  std::string_view text;
  std::size_t at = 0; ///< the words begin there
  std::size_t end = 0;
  const failure_place& place;

  [[nodiscard]] bool has(std::string_view words) const { return text.find(words) != none; }
  /// The name behind the words of the rule.
  [[nodiscard]] std::string_view name() const { return name_at(text, end); }
  /// The name behind the first such mark after the words of the rule; empty: no name is there.
  [[nodiscard]] std::string_view name_after(std::string_view mark) const {
    const auto found = text.find(mark, at);
    return found == none ? std::string_view() : name_at(text, found + mark.size());
  }
  /// The name behind the last such mark before the words of the rule; empty: no name is there.
  [[nodiscard]] std::string_view name_before(std::string_view mark) const {
    const auto found = text.substr(0, at).rfind(mark);
    return found == none ? std::string_view() : name_at(text, found + mark.size());
  }
};

std::string or_else(std::string_view name, const char* placeholder) {
  return std::string(name.empty() ? std::string_view(placeholder) : name);
}

std::string admission_finder(std::string_view webhook) {
  return fmt::format("`kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o "
                     "custom-columns=NAME:.metadata.name,LABELS:.metadata.labels,WEBHOOKS:.webhooks[*].name | grep {}` "
                     "finds its configuration and, by the labels, its owner",
                     or_else(webhook, "WEBHOOK"));
}

std::string step_for_webhook_call(const failure_words& x) {
  const char* repair = "who brings its server back";
  if (x.has("x509:"))
    repair = "who repairs its certificate or the caBundle of the configuration";
  else if (x.has("no endpoints available"))
    repair = "who brings the Pods of its Service back";
  else if (x.has("not found"))
    repair = "who makes its Service again";
  return fmt::format("the API server asks the admission webhook {} about the object and gets no answer: {}, {} or "
                     "excepts this namespace with the namespaceSelector",
                     or_else(x.name(), "of the message"), admission_finder(x.name()), repair);
}

std::string step_for_webhook_refusal(const failure_words& x) {
  return fmt::format("the admission webhook {} works and refuses the object, its reason is above: change the values or "
                     "the chart so that they comply, or ask its owner: {}",
                     or_else(x.name(), "of the message"), admission_finder(x.name()));
}

std::string step_for_policy(const failure_words& x) {
  return fmt::format("the policy refuses the object, its reason is above: change the values or the chart so that they "
                     "comply, or ask its owner: `kubectl get validatingadmissionpolicy {} -o yaml`",
                     or_else(x.name(), "NAME"));
}

/// Source: k8s.io/apiextensions-apiserver, pkg/apiserver/conversion: `conversion webhook for GROUP/VERSION,
/// Kind=KIND failed`.
std::string step_for_conversion(const failure_words& x) {
  const auto group = or_else(x.name(), "GROUP");
  return fmt::format(
    "no object is damaged, so delete none: the definition of {} has a conversion webhook that does not "
    "work. `kubectl get crd -o custom-columns=NAME:.metadata.name,LABELS:.metadata.labels,"
    "SERVICE:.spec.conversion.webhook.clientConfig.service | grep {}` finds the definition, its Service "
    "and, by the labels, its owner, who brings the Service back or sets spec.conversion to None",
    or_else(x.name_after("Kind="), "the kind"), group);
}

bool is_record_of_helm(const failure_words& x) {
  return x.has("sh.helm.release.");
}

std::string step_for_quota(const failure_words& x) {
  const auto quota = or_else(x.name(), "QUOTA");
  auto text =
    fmt::format("`kubectl get resourcequota -A --field-selector metadata.name={} -o yaml` shows its limits, what "
                "is used and, by the labels, its owner, who raises it",
                quota);
  const auto requested = x.text.substr(x.end);
  const bool is_secrets = requested.find("secrets=") != none;
  const bool is_config_maps = requested.find("configmaps=") != none;
  if (is_record_of_helm(x) && (is_secrets || is_config_maps))
    text += fmt::format("; Helm's records count, a {} for each revision of each release (`kubectl -n {} get {} -l "
                        "owner=helm`): a lower --helm-history-max makes room where a release has more revisions",
                        is_secrets ? "Secret" : "ConfigMap", or_else(x.place.namespace_name, "NAMESPACE"),
                        is_secrets ? "secrets" : "configmaps");
  return text;
}

std::string step_for_quota_without_limits(const failure_words& x) {
  return fmt::format("the quota {} requires such a figure of each container: write `resources` into the values or the "
                     "chart, or have a LimitRange with defaults made in the namespace",
                     or_else(x.name(), "of the namespace"));
}

std::string step_for_immutable(const failure_words& x) {
  const auto object = x.name_before("cannot patch ");
  const auto kind = x.name_before("with kind ");
  const bool is_stateful = kind == "StatefulSet" || x.has("StatefulSet.apps");
  return fmt::format("Kubernetes changes that field of no object: put its former value back; or have the object made "
                     "anew by the next try, after `kubectl delete {} {}{}`, with its owner's word: {}",
                     or_else(kind, is_stateful ? "StatefulSet" : "KIND"), or_else(object, "NAME"),
                     is_stateful ? " --cascade=orphan" : "",
                     is_stateful ? "its Pods and their data stay" : "its work stops until then");
}

std::string step_for_pod_security(const failure_words& x) {
  return fmt::format(
    "the namespace accepts only Pods of the level {}: change `securityContext`, volumes and host fields in "
    "the values or the chart as the message lists them; or its owner changes the label "
    "pod-security.kubernetes.io/enforce of the namespace",
    or_else(x.name(), "that the message names"));
}

std::string step_for_rights(const failure_words& x) {
  const bool has_rule = x.has("{apiGroups: ") || x.has("{nonResourceURLs: ");
  auto advice = has_rule ? std::string() : base::advice_on_rights(x.text);
  if (advice.empty())
    return has_rule
             ? "give that right to the account by a Role or ClusterRole and a binding; nothing else is to be done"
             : std::string();
  return "the account lacks a right: " + advice;
}

std::string step_for_kind(const failure_words& x) {
  const auto kind = or_else(x.name_after("kind \""), "the kind");
  return fmt::format(
    "the API server does not know {}: `kubectl api-resources | grep -i {}` shows whether it has another "
    "version, which the chart must name then; else its CustomResourceDefinition is missing: it comes "
    "from `crds/` of a module, or from a module with a lower number",
    kind, kind);
}

std::string step_for_other_helm(const failure_words& x) {
  return fmt::format(
    "another Helm works on the release, or was killed there: `kubectl -n {} get secrets -l "
    "owner=helm,name={} --show-labels` shows the pending revision; find that Helm (CI, a person) and end "
    "it; a revision that stays pending for five minutes is taken away by itself",
    or_else(x.place.namespace_name, "NAMESPACE"), or_else(x.place.module, "RELEASE"));
}

std::string step_for_wait(const failure_words& x) {
  return fmt::format(
    "Helm has waited in vain for an object that is not ready: `kubectl -n {} get jobs,pods` and `kubectl "
    "describe` of what is not ready name the cause; --helm-timeout gives more time",
    or_else(x.place.namespace_name, "NAMESPACE"));
}

/// `resource not ready, name: NAME, kind: KIND, status: InProgress`
std::string step_for_object_not_ready(const failure_words& x) {
  const auto kind = x.name_after("kind: ");
  const auto name = x.name_after("name: ");
  if (kind.empty() || name.empty()) return step_for_wait(x);
  return fmt::format("Helm has waited in vain for {} {}: `kubectl -n {} describe {} {}` and the events and logs of its "
                     "Pods name the cause; --helm-timeout gives more time",
                     kind, name, or_else(x.place.namespace_name, "NAMESPACE"), kind, name);
}

/// The end of a wait for objects. A request that has lasted too long names its address.
std::string step_for_deadline(const failure_words& x) {
  if (x.has("://")) return "the server of that address does not answer in time: see whether it runs and is reached";
  return x.has("hook") || x.has("wait") ? step_for_wait(x) : std::string();
}

std::string step_for_size(const failure_words& x) {
  return is_record_of_helm(x)
           ? "the record of the release is larger than the API server takes (1 MiB): take large files "
             "out of the chart (`.helmignore`), or divide the module"
           : "the object is larger than the API server takes: make it smaller, or divide it";
}

/// Texts of other lengths are too long for their field, which the message names.
std::string step_for_length(const failure_words& x) {
  return x.has("1048576") ? step_for_size(x) : std::string();
}

std::string step_for_authority(const failure_words&) {
  return "the certificate of the server above was not signed by an authority that is trusted here: if it is the API "
         "server, correct certificate-authority in the kubeconfig, or SSL_CERT_FILE; a proxy that opens TLS has an "
         "authority of its own";
}

std::string step_for_validity(const failure_words& x) {
  return fmt::format("{}, and its certificate is renewed by the owner of the server above; the clocks of both machines "
                     "must agree, too (`date -u`)",
                     x.has("not yet valid") ? "a certificate has expired or is not valid yet"
                                            : "a certificate has expired");
}

std::string step_for_host_of_certificate(const failure_words&) {
  return "the address of the server above is not in its certificate: use an address that the certificate has, or have "
         "it "
         "renewed with that address";
}

std::string step_for_disk(const failure_words& x) {
  const auto& tmp = x.place.tmp;
  if (!tmp.directory.empty() && !tmp.room.empty() && x.has(tmp.directory + "/"))
    return fmt::format(
      "the file system of --tmp-dir {} is full ({}): `ls -lS {}` shows whose files they are; remove them "
      "but not operator-*, and have the hook or program that writes them remove its files",
      tmp.directory, tmp.room, tmp.directory);
  return "the file system of the path above is full: `df -h PATH` shows it, `du -ahx PATH | sort -h | tail` what fills "
         "it; "
         "make room there";
}

std::string step_for_read_only(const failure_words&) {
  return "the file system of the path above cannot be written: mount a volume there (emptyDir), or choose another "
         "directory";
}

std::string step_for_login(const failure_words&) {
  return "the API server does not know the operator's credentials: they have expired, or were taken back. See the "
         "kubeconfig, or the token of the service account; files are read anew, without a restart";
}

std::string step_for_api_service(const failure_words&) {
  return "an API of the cluster does not answer: `kubectl get apiservices | grep False` shows which Service is behind "
         "it; "
         "bring its Pods back, or delete the APIService if it has no server any more";
}

std::string step_for_ending_namespace(const failure_words& x) {
  const auto name = or_else(x.name_before("namespace "), "NAMESPACE");
  return fmt::format(
    "the namespace is being deleted: `kubectl get namespace {} -o yaml` shows in its status what keeps "
    "it; when it has gone, have it made anew, or switch the module off",
    name);
}

/// `namespaces "NAME" not found`
std::string step_for_missing_namespace(const failure_words& x) {
  const auto name = x.name();
  constexpr std::size_t quotes_max = 4;
  if (name.empty() || x.text.substr(x.end).find(" not found") > name.size() + quotes_max) return {};
  return fmt::format("the namespace is missing: correct its name in the values or the chart, or `kubectl create "
                     "namespace {}`",
                     name);
}

std::string step_for_job(const failure_words& x) {
  const auto job = or_else(x.name_before("job "), "NAME");
  return fmt::format(
    "`kubectl -n {} logs job/{} --all-containers`, or the events of `kubectl describe job {}`, say why "
    "its Pods end; it runs anew with the next try",
    or_else(x.place.namespace_name, "NAMESPACE"), job, job);
}

std::string step_for_port(const failure_words&) {
  return "another Service has that port: `kubectl get services -A | grep PORT` finds it; choose another nodePort";
}

/// Words that programs write, and the step after them.
struct rule {
  std::string_view words;
  std::string (*step)(const failure_words&);
};

/// The first rule whose words are in the failure counts, so the words of a cause stand before the words of
/// its effects. Sources: the messages of Kubernetes 1.37 (apiserver, apimachinery, apiextensions-apiserver,
/// pod-security-admission), of Helm 4, of etcd 3.6 and of Go's crypto/x509.
constexpr std::array<rule, 35> rules{{
  {"conversion webhook for ", step_for_conversion},
  {"failed calling webhook ", step_for_webhook_call},
  {"admission webhook ", step_for_webhook_refusal},
  {"ValidatingAdmissionPolicy ", step_for_policy},
  {"violates PodSecurity ", step_for_pod_security},
  {"exceeded quota: ", step_for_quota},
  {"failed quota: ", step_for_quota_without_limits},
  {"because it is being terminated", step_for_ending_namespace},
  {"is forbidden: User ", step_for_rights},
  {"is forbidden: user ", step_for_rights},
  {"field is immutable", step_for_immutable},
  {"updates to statefulset spec for fields other than ", step_for_immutable},
  {"no matches for kind ", step_for_kind},
  {"ensure CRDs are installed first", step_for_kind},
  {"another operation (install/upgrade/rollback) is in progress", step_for_other_helm},
  {"another operation is in progress", step_for_other_helm},
  {"etcdserver: request is too large", step_for_size},
  {"Too long: ", step_for_length},
  {"trying to send message larger than max", step_for_size},
  {"provided port is already allocated", step_for_port},
  {"namespaces ", step_for_missing_namespace},
  {"x509: certificate signed by unknown authority", step_for_authority},
  {"x509: certificate has expired", step_for_validity},
  {"x509: certificate is valid for ", step_for_host_of_certificate},
  {"x509: ", step_for_authority},
  {"o space left on device", step_for_disk},
  {"isk quota exceeded", step_for_disk},
  {"ead-only file system", step_for_read_only},
  {"the server is currently unable to handle the request", step_for_api_service},
  {"BackoffLimitExceeded", step_for_job},
  {"resource not ready, ", step_for_object_not_ready},
  {"timed out waiting for the condition", step_for_wait},
  {"context deadline exceeded", step_for_deadline},
  {"Unauthorized", step_for_login},
  {"must provide credentials", step_for_login},
}};

} // namespace

std::string failure_advice(std::string_view failure, const failure_place& place) {
  for (const auto& x : rules) {
    const auto at = failure.find(x.words);
    if (at == none) continue;
    const failure_words words{failure, at, at + x.words.size(), place};
    if (auto step = x.step(words); !step.empty()) return step;
  }
  return {};
}

} // namespace core::status
