#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/access_advice") {
  TEST_CASE("a missing right has its rule, once") {
    const std::string refusal = R"(services is forbidden: User "u" cannot list resource "services" in API group "" in )"
                                R"(the namespace "a")";
    test::check_advice(
      {{refusal.c_str(), {R"(resources: ["services"], verbs: ["list", "watch"]})", "Role in namespace 'a'"}}});
    const auto told = failure_advice(refusal + R"(; add: - {apiGroups: [""], resources: ["services"]})", {});
    CHECK_MESSAGE(told.starts_with("give that right"), told);
    CHECK_EQ(told.find("apiGroups"), told.npos);
  }

  TEST_CASE("certificates and credentials have a step each") {
    test::check_advice({
      {"tls: failed to verify certificate: x509: certificate signed by unknown authority", {"certificate-authority"}},
      {"x509: certificate has expired or is not yet valid: current time 2026-11-26", {"renewed", "clocks"}},
      {"x509: certificate is valid for a, not b", {"not in its certificate"}},
      {"SSL certificate problem: certificate is not yet valid", {"the clock of this machine", "date -u"}},
      {"curl: (60) SSL certificate problem: certificate has expired", {"renewed"}},
      {"curl: (60) SSL certificate problem: self-signed certificate in certificate chain", {"authority"}},
      {"<urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer "
       "(_ssl.c)>",
       {"signed by an authority"}},
      {"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: Hostname mismatch, certificate is not valid for "
       "'a'",
       {"not in its certificate"}},
      {"curl: (60) SSL: no alternative certificate subject name matches target host name 'a'",
       {"not in its certificate"}},
      {"reading the API server's version: Unauthorized", {"credentials"}},
      {"hook 'a.sh': exit status 1: error: You must be logged in to the server (Unauthorized)", {"that the hook uses"}},
    });
  }

  TEST_CASE("names, ways and servers of the network have a step each") {
    test::check_advice({
      {R"(Get "https://db.prod/": dial tcp: lookup db.prod on 10.96.0.10:53: no such host)",
       {"the name db.prod", "kube-dns"}},
      {"curl: (6) Could not resolve host: reports.example.com", {"the name reports.example.com"}},
      {"Temporary failure in name resolution", {"no DNS server answers"}},
      {"dial tcp 10.0.0.1:5432: connect: connection refused", {"no program listens"}},
      {"curl: (7) Failed to connect to db port 80: Connection refused", {"no program listens"}},
      {"dial tcp 10.0.0.1:443: i/o timeout", {"cannot be reached", "NetworkPolicy"}},
      {"No route to host", {"cannot be reached"}},
      {"no answer from https://10.0.0.1:6443: SSL connection timeout", {"cannot be reached"}},
      {"no answer from https://10.0.0.1:6443: Operation timed out after 30001 milliseconds", {"cannot be reached"}},
      {"The connection to the server localhost:8080 was refused - did you specify the right host or port?",
       {"kubeconfig", "KUBECONFIG"}},
      {"the API server cannot reach the server of this group at the moment", {"kubectl get apiservices"}},
      {"proxyconnect tcp: dial tcp 10.0.0.9:3128: connect: connection refused", {"HTTPS_PROXY", "NO_PROXY"}},
      {"Received HTTP code 407 from proxy: Proxy Authentication Required", {"HTTPS_PROXY"}},
      {R"(Get "https://10.0.0.1:443/version": context deadline exceeded)", {"does not answer in time"}},
    });
  }

  TEST_CASE("an API server in need leads to its owner") {
    test::check_advice({
      {"unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: the server is currently unable to "
       "handle the request",
       {"kubectl get apiservices"}},
      {"the server has received too many requests and has asked us to try again later", {"429", "flowcontrol"}},
      {"etcdserver: mvcc: database space exceeded", {"etcd", "compact"}},
      {"etcdserver: leader changed", {"members and disks"}},
      {"etcdserver: too many requests", {"members and disks"}},
      {"storage is (re)initializing", {"reads its objects"}},
    });
  }
}
