#include "core/releases/chart_fault.hpp"

#include "core/releases/helm_error.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::releases::chart_fault;
using core::releases::helm_error_text;

namespace {

/// What all readers see of a failed Helm's stderr.
std::string shown(const std::string& error) {
  return chart_fault(helm_error_text("Error: " + error));
}

} // namespace

TEST_CASE("an archive of a subchart that cannot be read is named with the reason") {
  const std::string begin = "error unpacking subchart redis-1.0.0.tgz in db: ";
  for (const std::string reason : {"unexpected EOF", "EOF", "gzip: invalid header", "Chart.yaml file is missing"})
    CHECK_EQ(shown(begin + reason), begin + reason);
  CHECK_EQ(shown("cannot load Chart.yaml: error converting YAML to JSON: yaml: line 3: could not find expected ':'"),
           "cannot load Chart.yaml: yaml: line 3: could not find expected ':'");
  CHECK_EQ(shown("an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' "
                 "to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: redis"),
           "found in Chart.yaml, but missing in charts/ directory: redis");
  CHECK_EQ(shown("validation: chart.metadata.version is required"), "validation: chart.metadata.version is required");
}

TEST_CASE("a template that cannot be rendered is named with its position and the reason") {
  CHECK_EQ(shown("parse error at (web/templates/a.yaml:3): function \"toYml\" not defined"),
           "parse error at (web/templates/a.yaml:3): function \"toYml\" not defined");
  CHECK_EQ(shown("web/templates/all.yaml:6:35\n  executing \"web/templates/all.yaml\" at <.Values.web.host.name>:\n"
                 "    nil pointer evaluating interface {}.name"),
           "web/templates/all.yaml:6:35: nil pointer evaluating interface {}.name");
  CHECK_EQ(
    shown("template: web/templates/a.yaml:1:3: executing \"web/templates/a.yaml\" at <include \"web.a\" .>: "
          "error calling include: template: web/templates/_a.tpl:2:5: executing \"web.a\" at <include \"web.b\" .>: "
          "error calling include: template: no template \"web.b\" associated with template \"gotpl\""),
    "web/templates/_a.tpl:2:5: no template \"web.b\" associated with template \"gotpl\"");
  CHECK_EQ(shown("YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 5: did not find "
                 "expected key"),
           "YAML parse error on web/templates/a.yaml: yaml: line 5: did not find expected key");
  CHECK_EQ(shown("YAML parse error on web/templates/parts: error unmarshaling JSON: while decoding JSON: json: cannot "
                 "unmarshal string into Go value of type util.SimpleHead"),
           "YAML parse error on web/templates/parts: the file is a plain text and no object");
  CHECK_EQ(shown("template: web/templates/a.yaml:7: unclosed action"), "web/templates/a.yaml:7: unclosed action");
}

TEST_CASE("texts of charts, values and objects are not for all readers") {
  const std::vector<std::string> errors{
    "execution error at (web/templates/a.yaml:1:1): Hunter2 is: EOF",
    "web/templates/a.yaml:1:1\n  executing \"web/templates/a.yaml\" at <range .Values.a>:\n    range can't iterate "
    "over Hunter2 is",
    "YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: unknown anchor 'Hunter2 is' "
    "referenced",
    "YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 2: cannot unmarshal !!str "
    "`Hunter2 is` into int",
    "template: web/templates/a.yaml:1:3: executing \"web/templates/a.yaml\" at <atoi \"Hunter2 is\">: error calling "
    "atoi: strconv.Atoi: parsing \"Hunter2 is\": invalid syntax",
    "parse error at (web/templates/a.yaml:3): something about Hunter2 is",
  };
  for (const auto& error : errors) {
    const auto text = shown(error);
    CHECK_MESSAGE(text.find("Hunter2") == text.npos, text);
    CHECK_MESSAGE(text.find("web/templates/a.yaml") != text.npos, error);
  }
  CHECK_EQ(shown(errors.front()), "the template at web/templates/a.yaml:1:1 ends the rendering (`fail` or `required`)");
  CHECK_EQ(shown(errors[2]), "YAML parse error on web/templates/a.yaml: yaml: unknown anchor");
}

TEST_CASE("words about the cluster are no fault of the chart") {
  for (const std::string words : {"", "context deadline exceeded", "conflict occurred while applying object a/b: EOF",
                                  "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: -1"})
    CHECK_MESSAGE(chart_fault(words).empty(), words);
}
