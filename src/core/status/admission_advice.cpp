#include "core/status/advice_rule.hpp"

#include <fmt/format.h>

#include <array>

namespace core::status {

namespace {

std::string finder_of_webhook(const known_failure& x) {
  return fmt::format("`kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o "
                     "custom-columns=NAME:.metadata.name,LABELS:.metadata.labels,WRITERS:.metadata.managedFields[*]."
                     "manager,WEBHOOKS:.webhooks[*].name | grep {}` "
                     "finds its configuration and, by the labels or the last writer, its owner",
                     name_or(x.name(), "WEBHOOK"));
}

/// `Service default/bucket-converter`, by the URL `https://bucket-converter.default.svc:443/convert`;
/// `server` for other addresses.
std::string server_of(const known_failure& x) {
  const auto host = x.name_after("https://");
  // The API server calls a Service by `NAME.NAMESPACE.svc`.
  const auto end = host.find(".svc");
  const auto dot = host.find('.');
  if (end == host.npos || dot >= end) return "server";
  return fmt::format("Service {}/{}", host.substr(dot + 1, end - dot - 1), host.substr(0, dot));
}

/// The fault of the server of a webhook: `has no Service a/b`.
std::string fault_of_server(const known_failure& x) {
  const auto server = server_of(x);
  if (x.has("no endpoints available")) return fmt::format("has no ready Pod behind its {}", server);
  if (x.has("x509:")) return fmt::format("has a certificate at its {} that the API server does not trust", server);
  if (x.has("connection refused")) return fmt::format("has a {} that refuses connections", server);
  if (x.has("context deadline exceeded") || x.has("Timeout") || x.has("timeout awaiting") || x.has("i/o timeout"))
    return fmt::format("has a {} that does not answer in time", server);
  if (x.has("not found")) return server == "server" ? std::string("has no Service") : "has no " + server;
  return fmt::format("has a {} that does not work", server);
}

std::string repair_of_server(const known_failure& x) {
  if (x.has("x509:")) return "repairs its certificate or the caBundle of the configuration";
  if (x.has("no endpoints available")) return "brings the Pods of its Service back";
  if (x.has("connection refused") || x.has("context deadline exceeded")) return "brings its server back";
  return x.has("not found") ? "makes its Service again" : "brings its server back";
}

std::string step_for_webhook_call(const known_failure& x) {
  return fmt::format(
    "neither the chart nor the values are at fault: the API server asks the admission webhook {} about "
    "the object and gets no answer: {}; have the owner called, who {} or excepts this namespace with "
    "the namespaceSelector",
    name_or(x.name(), "of the message"), finder_of_webhook(x), repair_of_server(x));
}

std::string cause_of_webhook_call(const known_failure& x) {
  return fmt::format("the admission webhook {} {}", name_or(x.name(), "of the API server"), fault_of_server(x));
}

/// `denied the request: Hook failed: hook 'hooks/v.sh' of module 'guard': took longer than …`: a hook of the
/// operator has not answered, so no owner of a foreign webhook can help.
std::string step_for_own_hook(const known_failure& x) {
  const auto failed = x.text.find("Hook failed: ", x.at);
  const auto begin = x.text.find("hook '", failed == x.text.npos ? failed : failed + 1);
  if (begin == x.text.npos) return {};
  constexpr std::string_view mark = "' of module '";
  const auto of = x.text.find(mark, begin);
  const auto end = of == x.text.npos ? of : x.text.find('\'', of + mark.size());
  const auto module = end == x.text.npos ? std::string_view() : x.text.substr(of + mark.size(), end - of - mark.size());
  const auto own = !module.empty() && module == x.place.module
                     ? fmt::format("; it judges the module's own objects, too: except the namespace by its "
                                   "namespaceSelector, or `addon-operator module pause {}`, so that others go on",
                                   module)
                     : std::string();
  return fmt::format("the webhook {} is the operator's own, and its hook has failed, which the words above say: repair "
                     "that hook (`addon-operator hook list` has its last run){}",
                     name_or(x.name(), "of the message"), own);
}

std::string step_for_webhook_refusal(const known_failure& x) {
  if (auto own = step_for_own_hook(x); !own.empty()) return own;
  return fmt::format("the admission webhook {} works and refuses the object, its reason is above: change the values or "
                     "the chart so that they comply, or ask its owner: {}",
                     name_or(x.name(), "of the message"), finder_of_webhook(x));
}

std::string step_for_policy(const known_failure& x) {
  return fmt::format("the policy refuses the object, its reason is above: change the values or the chart so that they "
                     "comply, or ask its owner: `kubectl get validatingadmissionpolicy {} -o yaml`",
                     name_or(x.name(), "NAME"));
}

/// `Bucket.storage.example.com`, of `conversion webhook for storage.example.com/v1, Kind=Bucket failed`
std::string converted_kind(const known_failure& x) {
  const auto kind = x.name_after("Kind=");
  return kind.empty() || x.name().empty() ? std::string() : fmt::format("{}.{}", kind, x.name());
}

/// Source: k8s.io/apiextensions-apiserver, pkg/apiserver/conversion: `conversion webhook for GROUP/VERSION,
/// Kind=KIND failed`.
std::string step_for_conversion(const known_failure& x) {
  return fmt::format(
    "no object is damaged, so delete none: `kubectl get crd -o "
    "custom-columns=NAME:.metadata.name,LABELS:.metadata.labels,"
    "WRITERS:.metadata.managedFields[*].manager,SERVICE:.spec.conversion.webhook.clientConfig.service | grep {}` finds "
    "the "
    "definition, its Service and, by the labels or the last writer, its owner, who {}, or sets spec.conversion to None",
    name_or(x.name(), "GROUP"), repair_of_server(x));
}

std::string cause_of_conversion(const known_failure& x) {
  return fmt::format("the conversion webhook of {} {}, so no object of that kind can be read",
                     name_or(converted_kind(x), "a definition"), fault_of_server(x));
}

/// The step for Helm's own records, which count in a quota.
std::string room_for_records(const known_failure& x) {
  // Only the list of requested resources counts: the list of limits may name `secrets`, too.
  const auto requested = x.text.substr(x.end);
  const bool is_secrets = requested.find("secrets=") != requested.npos;
  const bool is_config_maps = requested.find("configmaps=") != requested.npos;
  if (!x.has("sh.helm.release.") || (!is_secrets && !is_config_maps)) return {};
  if (!x.place.has_old_revisions)
    return "; Helm's records count, and each release has one only, so nothing is to be cleared away: only a higher "
           "limit helps";
  return fmt::format("; Helm's records count, a {} for each revision of each release (`kubectl -n {} get {} -l "
                     "owner=helm`): a lower --helm-history-max makes room, because releases have several revisions",
                     is_secrets ? "Secret" : "ConfigMap", x.namespace_name(), is_secrets ? "secrets" : "configmaps");
}

std::string step_for_quota(const known_failure& x) {
  return fmt::format(
           "`kubectl get resourcequota -A --field-selector metadata.name={} -o yaml --show-managed-fields` shows "
           "its limits, what is used and, by the labels or the last writer, its owner, who raises it",
           name_or(x.name(), "QUOTA"))
         + room_for_records(x);
}

std::string step_for_quota_without_limits(const known_failure& x) {
  return fmt::format("the quota {} requires such a figure of each container: write `resources` into the values or the "
                     "chart, or have a LimitRange with defaults made in the namespace",
                     name_or(x.name(), "of the namespace"));
}

std::string step_for_pod_security(const known_failure& x) {
  return fmt::format(
    "the namespace accepts only Pods of the level {}: change `securityContext`, volumes and host fields in "
    "the values or the chart as the message lists them; or its owner changes the label "
    "pod-security.kubernetes.io/enforce of the namespace",
    name_or(x.name(), "that the message names"));
}

/// `maximum cpu usage per Container is 1, but limit is 2`
std::string step_for_limit_range(const known_failure& x) {
  if (!x.has("minimum ") && !x.has("maximum ")) return {};
  return "a LimitRange of the namespace refuses these `resources`: change them in the values or the chart, or ask its "
         "owner: `kubectl get limitranges -A`";
}

std::string step_for_priority(const known_failure& x) {
  return fmt::format(
    "the PriorityClass {} is missing: `kubectl get priorityclasses` shows those there are; correct the "
    "name in the values or the chart, or have it made",
    name_or(x.name(), "of the message"));
}

/// `error looking up service account web/runner: serviceaccount "runner" not found`
std::string step_for_service_account(const known_failure& x) {
  return fmt::format("the ServiceAccount {} is missing: it comes from another module or team, or its name in the "
                     "values or the chart is wrong: `kubectl get serviceaccounts -A` shows those there are",
                     name_or(x.name_after("serviceaccount "), "of the message"));
}

/// The messages of Kubernetes 1.37 (apiserver, apiextensions-apiserver, pod-security-admission, plugin/pkg).
constexpr std::array<advice_rule, 10> rules{{
  {"conversion webhook for ", step_for_conversion, cause_of_conversion},
  {"failed calling webhook ", step_for_webhook_call, cause_of_webhook_call},
  {"admission webhook ", step_for_webhook_refusal},
  {"ValidatingAdmissionPolicy ", step_for_policy},
  {"violates PodSecurity ", step_for_pod_security},
  {"exceeded quota: ", step_for_quota},
  {"failed quota: ", step_for_quota_without_limits},
  {" usage per ", step_for_limit_range},
  {"no PriorityClass with name ", step_for_priority},
  {"error looking up service account ", step_for_service_account},
}};

} // namespace

advice_rules admission_rules() {
  return rules;
}

} // namespace core::status
