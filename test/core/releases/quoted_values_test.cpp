#include "core/releases/quoted_values.hpp"

#include "core/releases/helm_error.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::quoted_values;

namespace {

constexpr std::string_view secret = "Hunter2Zq9x";

quoted_values values_with(const std::string& value) {
  return {R"({"web":{"password":)" + value + R"(,"replicas":3},"global":{"enabledModules":["cert-manager"]}})",
          {"web", "addon-operator"}};
}

/// Messages of Helm, Go's templates, YAML and the API server that quote `secret`.
struct quoting {
  const char* value; ///< JSON
  const char* error;
};

constexpr quoting quotings[] = {
  {R"("Hunter2Zq9x(")", "template: web/templates/cm.yaml:4:11: executing \"web/templates/cm.yaml\" at <mustRegexMatch "
                        ".Values.web.password \"x\">: error calling mustRegexMatch: error parsing regexp: missing "
                        "closing ): `Hunter2Zq9x(`"},
  {R"("http://u:Hunter2Zq9x@[x")", "at <urlParse .Values.web.password>: error calling urlParse: unable to parse url: "
                                   "parse \"http://u:Hunter2Zq9x@[x\": missing ']' in host"},
  {R"("{{ Hunter2Zq9x }}")", "at <tpl .Values.web.password .>: error calling tpl: parse error at "
                             "(web/templates/cm.yaml:1): function \"Hunter2Zq9x\" not defined"},
  {R"("{{ .Values.a.Hunter2Zq9x }}")", "executing \"web/templates/cm.yaml\" at <.Values.a.Hunter2Zq9x>: nil pointer "
                                       "evaluating interface {}.Hunter2Zq9x"},
  {R"(">=Hunter2Zq9x")", "at <semverCompare .Values.web.password \"1.2.3\">: error calling semverCompare: improper "
                         "constraint: >=Hunter2Zq9x"},
  {R"("Hunter2Zq9x")", "at <mustDateModify .Values.web.password now>: error calling mustDateModify: time: invalid "
                       "duration \"Hunter2Zq9x\""},
  {R"("Hunter2Zq9x")", "at <genSelfSignedCert \"x\" (list .Values.web.password) nil 1>: error calling "
                       "genSelfSignedCert: error parsing ip: Hunter2Zq9x"},
  {R"("Hunter2Zq9x")", "execution error at (web/templates/cm.yaml:4:11): %!d(string=Hunter2Zq9x)"},
  {R"("Hunter2Zq9x")", "Pod \"web\" is invalid: spec.containers[0].volumeMounts[0].name: Not found: \"Hunter2Zq9x\""},
  {R"("*Hunter2Zq9x")", "YAML parse error on web/templates/cm.yaml: error converting YAML to JSON: yaml: unknown "
                        "anchor 'Hunter2Zq9x' referenced"},
  {R"("Hunter2Zq9x/v1")", "resource mapping not found for name: \"web\" namespace: \"\" from \"\": no matches for kind "
                          "\"ConfigMap\" in version \"Hunter2Zq9x/v1\""},
  {R"("HUNTER2zq9x")", "namespaces \"hunter2zq9x\" not found"},
};

} // namespace

TEST_CASE("a value that Helm quotes is hidden in each form, and the other words stay") {
  for (const auto& [value, error] : quotings) {
    const auto hidden = values_with(value).without_values(error);
    CHECK_MESSAGE(hidden.find(secret) == hidden.npos, hidden);
    CHECK_MESSAGE(hidden.find("hunter2zq9x") == hidden.npos, hidden);
    CHECK_MESSAGE(hidden.find("<redacted>") != hidden.npos, hidden);
    for (const auto* word : {"web/templates/cm.yaml:4:11", "web/templates/cm.yaml", ".Values.web.password",
                             "error calling mustRegexMatch", "kind \"ConfigMap\"", "unknown anchor"})
      CHECK_MESSAGE((std::string_view(error).find(word) == std::string_view::npos || hidden.find(word) != hidden.npos),
                    hidden);
  }
}

TEST_CASE("a value is hidden before a long text is cut") {
  const std::string error = "Error: " + std::string(320, 'x') + " Hunter2Zq9x " + std::string(2000, 'y');
  const auto text = core::releases::helm_error_text(error, values_with(R"("Hunter2Zq9x")"));
  CHECK_MESSAGE(text.find("Hunter") == text.npos, text);
}

TEST_CASE("a value with other signs is found as a whole, and within a word if it is long") {
  CHECK(values_with(R"("p@ss w0rd!")").without_values("got p@ss w0rd!: no") == "got <redacted>: no");
  CHECK(values_with(R"("swordfish")").without_values("got 'preswordfishes'") == "got 'pre<redacted>es'");
  CHECK(values_with(R"("1.29.3")").without_values("Kubernetes v1.29.3") == "Kubernetes v1.29.3");
  CHECK(values_with("123456789").without_values("got 123456789") == "got <redacted>");
  CHECK(values_with(R"("line one secret\nline two")").without_values("at line 7: secret") == "at line 7: secret");
}

TEST_CASE("names, keys, kinds, versions and words of messages stay") {
  const auto check = [](const char* value, const std::string& error) {
    CHECK(values_with(value).without_values(error) == error);
  };
  check(R"("policy/v1beta1")", "no matches for kind \"PodDisruptionBudget\" in version \"policy/v1beta1\"");
  check(R"("Deployment")", "Deployment.apps \"web\" is invalid");
  check(R"("a template string")", "template: expected string");
  check(R"("cert-manager")", "serviceaccounts \"cert-manager\" already exists");
  check(R"("addon-operator")", "secrets in namespace \"addon-operator\" are forbidden");
  check(R"("replicas")", "spec.replicas: must be positive");
  check(R"("frontend")", "web/templates/frontend.yaml:3: expected");
  check(R"("short")", "short");
}

TEST_CASE("without values a text stays as it is") {
  CHECK(quoted_values().without_values("Hunter2Zq9x") == "Hunter2Zq9x");
  CHECK(quoted_values("no json", {}).without_values("Hunter2Zq9x") == "Hunter2Zq9x");
}
