#include "base/missing_right.hpp"
#include "base/word_list.hpp"
#include "core/status/advice_rule.hpp"
#include "core/status/failure_sights.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace core::status {

namespace {

std::string step_for_rights(const known_failure& x) {
  const bool has_rule = x.has("{apiGroups: ") || x.has("{nonResourceURLs: ");
  auto advice = has_rule ? std::string() : base::advice_on_rights(x.text);
  if (advice.empty())
    return has_rule
             ? "give that right to the account by a Role or ClusterRole and a binding; nothing else is to be done"
             : std::string();
  return "the account lacks a right: " + advice;
}

std::string step_for_authority(const known_failure&) {
  return "the certificate of the server above was not signed by an authority that is trusted here: if it is the API "
         "server, correct certificate-authority in the kubeconfig, or SSL_CERT_FILE; a proxy that opens TLS has an "
         "authority of its own";
}

std::string step_for_validity(const known_failure& x) {
  if (x.has("not yet valid") && !x.has("expired or is not yet valid"))
    return "the clock of this machine is the usual cause: compare `date -u` here with another machine's, and set it; "
           "if it is right, the certificate was made by a machine whose clock is ahead: have it made anew";
  return "a certificate has expired: have it renewed by the owner of the server above; the clocks of both machines "
         "must agree, too (compare `date -u` with the time in the first line of `addon-operator status`)";
}

std::string step_for_host_of_certificate(const known_failure&) {
  return "the address of the server above is not in its certificate: use an address that the certificate has, or have "
         "it renewed with that address";
}

/// The Secrets that the failing hook reads: `Secret web/token`; empty: it reads no Secret.
std::string secrets_read(const known_failure& x) {
  constexpr std::size_t named_max = 3;
  std::vector<std::string> names;
  if (x.place.reads != nullptr)
    for (const auto& object : x.place.reads->objects)
      if (object.kind == "Secret" && names.size() < named_max) names.push_back(name_of(object));
  return base::word_list(names);
}

/// `curl: (22) The requested URL returned error: 401`
std::string step_for_foreign_login(const known_failure& x) {
  const auto secrets = secrets_read(x);
  return fmt::format(
    "the server that the hook asks does not know the credentials that the hook uses (401): they have "
    "expired or were taken back: have the owner of that server give new ones, and put them into {}; the "
    "hook is tried again by itself",
    secrets.empty() ? std::string("the Secret or file that the hook reads them from") : secrets);
}

std::string step_for_login(const known_failure& x) {
  if (x.has("exit status")) return step_for_foreign_login(x);
  return "the API server does not know the operator's credentials: they have expired, or were taken back. See the "
         "kubeconfig, or the token of the service account; files are read anew, without a restart";
}

std::string step_for_api_service(const known_failure& x) {
  const auto apis = x.place.seen == nullptr ? std::vector<failing_api>() : failing_apis(*x.place.seen);
  if (apis.empty())
    return "an API of the cluster does not answer (not the API server itself): `kubectl get apiservices | grep False` "
           "shows which Service is behind it; bring its Pods back. If its program has gone for good, deleting the "
           "APIService takes that API away from all its users";
  const auto& first = apis.front();
  const auto place = first.server.substr(first.server.find(' ') + 1);
  const auto command = first.server.empty() ? fmt::format("`kubectl get apiservice {} -o yaml`", first.name)
                                            : fmt::format("`kubectl -n {} get pods,endpoints`, behind {}",
                                                          place.substr(0, place.find('/')), first.server);
  return fmt::format("the hook is not at fault, and neither is the API server: bring the server of {} back ({}{}); the "
                     "hook is tried again by itself. If that API has gone for good, deleting its APIService takes it "
                     "away from all its users",
                     first.name, command, first.owner.empty() ? "" : "; label " + first.owner);
}

std::string cause_of_api_service(const known_failure& x) {
  if (x.place.seen == nullptr) return {};
  std::vector<std::string> names;
  for (const auto& api : failing_apis(*x.place.seen))
    names.push_back(api.name + (api.reason.empty() ? "" : " (" + api.reason + ")"));
  return names.empty() ? std::string() : fmt::format("the API {} does not answer", base::word_list(names));
}

/// `dial tcp: lookup db.example.com on 10.96.0.10:53: no such host`, `Could not resolve host: db`
std::string step_for_name(const known_failure& x) {
  auto host = x.name_before("lookup ");
  if (host.empty()) host = x.name_after("resolve host: ");
  if (host.empty()) host = x.name_after("no such host: ");
  return fmt::format(
    "the name {} is not known to the DNS server: correct it where it is configured (a value, a "
    "kubeconfig), or, if other names fail, too, the DNS of the cluster is down: `kubectl -n kube-system "
    "get pods -l k8s-app=kube-dns`",
    name_or(host, "of the server"));
}

std::string step_for_dns(const known_failure&) {
  return "no DNS server answers: `kubectl -n kube-system get pods -l k8s-app=kube-dns` shows that of the cluster; a "
         "NetworkPolicy that stops port 53 does the same";
}

std::string step_for_refused_connection(const known_failure&) {
  return "at the address above no program listens: its server has ended or restarts, or the port is wrong: see its "
         "Pods "
         "and the endpoints of its Service";
}

std::string step_for_unreachable(const known_failure&) {
  return "the address above cannot be reached: its machine is down, or a route, a firewall or a NetworkPolicy stops "
         "the "
         "way";
}

std::string step_for_proxy(const known_failure&) {
  return "the HTTP proxy refuses, or does not answer: see HTTPS_PROXY and its login in the environment of the "
         "operator; "
         "addresses of the cluster belong in NO_PROXY";
}

std::string step_for_load(const known_failure&) {
  return "the API server has too many requests (429): it is asked again with growing pauses; find the client that "
         "floods it: `kubectl get --raw /debug/api_priority_and_fairness/dump_priority_levels`, or the metric "
         "apiserver_flowcontrol_rejected_requests_total";
}

std::string step_for_full_store(const known_failure&) {
  return "the store of the cluster (etcd) is full and takes no writes from anybody: its owner makes room (compact, "
         "defragment, `etcdctl alarm disarm`) or raises --quota-backend-bytes; many Events or records are the usual "
         "cause";
}

std::string step_for_slow_store(const known_failure&) {
  return "the store of the cluster (etcd) has no leader or is too slow: its owner sees to its members and disks; it is "
         "tried again by itself";
}

std::string step_for_new_store(const known_failure&) {
  return "the API server has begun to serve this kind and still reads its objects: it is tried again by itself; if it "
         "lasts longer than a minute, see the API server's log, and the webhook that converts the kind";
}

std::string step_for_kubectl_without_config(const known_failure&) {
  return "kubectl of the hook has found no kubeconfig and no service account: in a Pod mount the token of the service "
         "account (automountServiceAccountToken); elsewhere set KUBECONFIG in the environment of the operator, which "
         "hooks get";
}

std::string step_for_late_server(const known_failure& x) {
  return x.has("://") ? "the server of that address does not answer in time: see whether it runs and is reached"
                      : std::string();
}

/// The messages of Kubernetes 1.37, etcd 3.7, curl, glibc, OpenSSL, Python's ssl, and Go's net and
/// crypto/x509.
constexpr std::array<advice_rule, 46> rules{{
  {"is forbidden: User ", step_for_rights},
  {"is forbidden: user ", step_for_rights},
  {"database space exceeded", step_for_full_store},
  {"etcdserver: request timed out", step_for_slow_store},
  {"etcdserver: too many requests", step_for_slow_store},
  {"etcdserver: leader changed", step_for_slow_store},
  {"etcdserver: no leader", step_for_slow_store},
  {"x509: certificate signed by unknown authority", step_for_authority},
  {"x509: certificate has expired", step_for_validity},
  {"x509: certificate is valid for ", step_for_host_of_certificate},
  {"x509: ", step_for_authority},
  {"certificate is not yet valid", step_for_validity},
  {"certificate has expired", step_for_validity},
  {"ostname mismatch", step_for_host_of_certificate},
  {"no alternative certificate subject name", step_for_host_of_certificate},
  {"CERTIFICATE_VERIFY_FAILED", step_for_authority},
  {"certificate verify failed", step_for_authority},
  {"SSL certificate problem", step_for_authority},
  {"proxyconnect tcp", step_for_proxy},
  {"roxy Authentication Required", step_for_proxy},
  {"storage is (re)initializing", step_for_new_store},
  {"received too many requests", step_for_load},
  {"Too Many Requests", step_for_load},
  {"no such host", step_for_name},
  {"ould not resolve host", step_for_name},
  {"ame or service not known", step_for_name},
  {"emporary failure in name resolution", step_for_dns},
  {"server misbehaving", step_for_dns},
  {"The connection to the server localhost:8080 was refused", step_for_kubectl_without_config},
  {"onnection refused", step_for_refused_connection},
  {"o route to host", step_for_unreachable},
  {"etwork is unreachable", step_for_unreachable},
  {"i/o timeout", step_for_unreachable},
  {"onnection timed out", step_for_unreachable},
  {"onnection timeout", step_for_unreachable},
  {"peration timed out", step_for_unreachable},
  {"imeout was reached", step_for_unreachable},
  {"cannot reach the server of this group", step_for_api_service},
  {"the server is currently unable to handle the request", step_for_api_service, cause_of_api_service},
  {"context deadline exceeded", step_for_late_server},
  {"must be logged in to the server", step_for_login},
  {"Unauthorized", step_for_login},
  {"must provide credentials", step_for_login},
  {"returned error: 401", step_for_foreign_login},
  {"HTTP Error 401", step_for_foreign_login},
  {"status code 401", step_for_foreign_login},
}};

} // namespace

advice_rules access_rules() {
  return rules;
}

} // namespace core::status
