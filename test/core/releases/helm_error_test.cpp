#include "core/releases/helm_error.hpp"

#include "base/missing_right.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::helm_error_text;

TEST_CASE("of helm's stderr the last error counts, without what only repeats the operation") {
  CHECK(helm_error_text("Error: UPGRADE FAILED: release: already exists\n") == "release: already exists");
  CHECK(helm_error_text("level=WARN msg=\"x\"\nError: template: a/templates/x.yaml:3:4: nil pointer\n"
                        "Use --debug flag to render out invalid YAML\n")
        == "template: a/templates/x.yaml:3:4: nil pointer");
  CHECK(helm_error_text("Error: first\nError: INSTALLATION FAILED: second\n  and its second line\n")
        == "second and its second line");
}

TEST_CASE("a Helm that dies because it can make no thread is named with the way out") {
  const auto text = helm_error_text("runtime: failed to create new OS thread (have 4 already; errno=11)\nfatal error: "
                                    "newosproc\n[344 earlier lines are in the log]\n"
                                    + std::string(16'000, 'x'));
  CHECK_MESSAGE(text.starts_with("runtime: failed to create new OS thread"), text);
  CHECK_MESSAGE(text.find("raise the pids limit of the Pod") != text.npos, text);
  CHECK_MESSAGE(helm_error_text("Error: fork/exec /bin/plugin: resource temporarily unavailable")
                    .find("raise the pids limit of the Pod")
                  != text.npos,
                text);
}

TEST_CASE("a template that is a text alone is named as the link that it may have been") {
  const auto text = helm_error_text("Error: YAML parse error on mon/templates/parts: error unmarshaling JSON: while "
                                    "decoding JSON: json: cannot unmarshal string into Go value of type "
                                    "util.SimpleHead\n");
  CHECK_MESSAGE(text.find("YAML parse error on mon/templates/parts: ") != text.npos, text);
  CHECK_MESSAGE(text.ends_with("a link may have been written as a file: bring back the link, or what it leads to"),
                text);
  const auto other =
    helm_error_text("Error: YAML parse error on mon/templates/a.yaml: error converting YAML to JSON: yaml: "
                    "line 3: did not find expected key\n");
  CHECK_MESSAGE(other.find("link") == other.npos, other);
}

TEST_CASE("text that helm did not mark as an error is taken whole, log lines are not") {
  CHECK(helm_error_text("panic: x\ngoroutine 1") == "panic: x goroutine 1");
  CHECK(helm_error_text("level=WARN msg=only\n").empty());
  CHECK(helm_error_text("").empty());
}

TEST_CASE("a long error is cut between characters") {
  std::string long_text;
  for (int i = 0; i < 600; ++i) long_text += "ü";
  const auto text = helm_error_text("Error: " + long_text);
  CHECK(text.size() < 1010);
  CHECK(text.find("ü … ü") != std::string::npos);
}

TEST_CASE("of a long error the place at its beginning and the reason at its end are kept") {
  const auto text =
    helm_error_text("Error: UPGRADE FAILED: template: web/templates/a.yaml:3:4: executing \"" + std::string(3000, 'x')
                    + "\" at <.Values.port>: nil pointer evaluating interface {}.port\n");
  CHECK(text.starts_with("template: web/templates/a.yaml:3:4: "));
  CHECK(text.ends_with("nil pointer evaluating interface {}.port"));
  CHECK(text.size() <= 1000);
}

TEST_CASE("a kind that is not served in the version of a chart is found in helm's words") {
  const auto kind =
    core::releases::unmatched_kind_of("unable to build kubernetes objects from release manifest: resource "
                                      "mapping not found for name: \"a\" namespace: \"\" "
                                      "from \"\": no matches for kind \"PodDisruptionBudget\" in version "
                                      "\"policy/v1beta1\" ensure CRDs are installed first");
  REQUIRE(kind);
  CHECK(kind->kind == "PodDisruptionBudget");
  CHECK(kind->api_version == "policy/v1beta1");
  CHECK_FALSE(kind->is_in_record);
  for (const auto* words : {"", "no matches for kind \"A", "no matches for kind \"A\" in version \"b"})
    CHECK_FALSE(core::releases::unmatched_kind_of(words));
}

TEST_CASE("the advice on a kind names the version that is served, and the record that has the kind") {
  core::releases::unmatched_kind budget{"policy/v1beta1", "PodDisruptionBudget"};
  const auto advice = [&](const char* served_as, const char* record) {
    return core::releases::advice_on_kind(budget, served_as, record);
  };
  CHECK(advice("", "").starts_with("the API server does not serve kind 'PodDisruptionBudget': install its"));
  const std::string served = "the API server serves kind 'PodDisruptionBudget' as policy/v1, not as policy/v1beta1";
  CHECK_EQ(advice("policy/v1", "Secret 'a'"), served);
  budget.is_in_record = true;
  CHECK_EQ(advice("policy/v1", ""), served);
  CHECK_EQ(advice("", "Secret 'a'"),
           "the API server does not serve kind 'PodDisruptionBudget' any more, and the last release has objects of it: "
           "install its CustomResourceDefinition again; or, if the kind has gone for good, delete Secret 'a', and the "
           "release is made anew over its objects");
  const auto step = advice("policy/v1", "Secret 'sh.helm.release.v1.web.v3'");
  CHECK(step.starts_with(served + "; Helm has this from the last release: have policy/v1beta1 served again"));
  CHECK_NE(step.find("delete Secret 'sh.helm.release.v1.web.v3' and all earlier records of the release at once (label "
                     "owner=helm,name=web)"),
           std::string::npos);
}

TEST_CASE("a record that cannot be written is known by what the API server says of it") {
  const auto advice = [](std::string_view words) {
    const auto found = core::releases::record_advice(words);
    if (!found) return "none";
    return found->find("divide the chart") != found->npos ? "divide"
           : found->find("delete it") != found->npos      ? "delete"
                                                          : "?";
  };
  CHECK_EQ(advice("create: failed to create: Request entity too large: limit is 3145728"), "divide");
  CHECK_EQ(advice("create: failed to create: Secret \"sh.helm.release.v1.web.v1\" is invalid: data: Too long: "
                  "may not be more than 1048576 bytes"),
           "divide");
  CHECK_EQ(advice("create: failed to create: secrets \"sh.helm.release.v1.web.v1\" already exists"), "delete");
  CHECK_EQ(advice("UPGRADE FAILED: \"web\" has no deployed releases"), "delete");
  CHECK_EQ(advice("nothing was changed: revision 3 is known, and the API server lists no record that Helm can read"),
           "delete");
  // Errors about objects of the chart, not about the record.
  CHECK_EQ(advice("ConfigMap \"a\" is invalid: []: Too long: may not be more than 1048576 bytes"), "none");
  CHECK_EQ(advice("configmaps \"a\" already exists"), "none");
  CHECK_EQ(advice("create: failed to create: secrets is forbidden"), "none");
}

TEST_CASE("an error that names rights which are missing keeps all of them") {
  std::string rules;
  for (int i = 0; i < 20; ++i)
    rules += "{APIGroups:[\"group" + std::to_string(i)
             + ".example.com\"], Resources:[\"things\"], Verbs:[\"get\" \"list\" \"watch\" \"patch\"]}\n";
  const auto text =
    core::releases::helm_error_text("Error: UPGRADE FAILED: roles \"a\" is forbidden: user \"u\" (groups=[\"g\"]) "
                                    "is attempting to grant RBAC permissions not currently held:\n"
                                    + rules);
  CHECK_EQ(base::missing_rights(text).size(), 20);
}
