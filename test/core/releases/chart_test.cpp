#include "core/releases/chart.hpp"

#include <doctest/doctest.h>

using core::releases::chart_kind;
using core::releases::chart_stability;
using core::releases::read_chart_file;

namespace {

core::releases::chart chart_of(std::vector<std::pair<std::string, std::string>> files) {
  std::vector<core::releases::chart_file> read;
  for (auto& [path, content] : files) read.push_back(read_chart_file(path, content));
  return core::releases::read_chart(std::move(read), "web");
}

} // namespace

TEST_CASE("Chart.yaml makes a chart, templates alone make a synthetic one, hooks alone none") {
  CHECK(chart_of({{"Chart.yaml", ""}, {"templates/a.yaml", ""}}).kind == chart_kind::chart);
  CHECK(chart_of({{"Chart.yaml", ""}}).kind == chart_kind::chart);
  CHECK(chart_of({{"templates/a.yaml", ""}, {"hooks/a", ""}}).kind == chart_kind::templates_only);
  CHECK(chart_of({{"hooks/a", ""}, {"values.yaml", ""}}).kind == chart_kind::none);
  CHECK(chart_of({{"sub/Chart.yaml", ""}, {"sub/templates/a.yaml", ""}}).kind == chart_kind::none);
  CHECK(chart_of({}).kind == chart_kind::none);
}

TEST_CASE("the digest of a chart follows paths and contents, not their order") {
  auto digest = chart_of({{"Chart.yaml", "a"}, {"templates/b", "c"}}).digest;
  CHECK(digest == chart_of({{"templates/b", "c"}, {"Chart.yaml", "a"}}).digest);
  CHECK(digest != chart_of({{"Chart.yaml", "a"}, {"templates/b", "d"}}).digest);
  CHECK(digest != chart_of({{"Chart.yaml", "a"}, {"templates/x", "c"}}).digest);
  CHECK(digest != chart_of({{"Chart.yaml", "a"}}).digest);
}

TEST_CASE("the digest of a synthetic chart has the name of its module, that of a chart has not") {
  const auto digest_for = [](const std::string& module, const std::string& more) {
    return core::releases::read_chart({read_chart_file("templates/a", ""), read_chart_file(more, "")}, module).digest;
  };
  CHECK(digest_for("web", "values.yaml") != digest_for("api", "values.yaml"));
  CHECK(digest_for("web", "Chart.yaml") == digest_for("api", "Chart.yaml"));
}

TEST_CASE("a synthetic chart takes neither hooks nor documents") {
  auto digest = chart_of({{"templates/b", "c"}}).digest;
  for (const auto* path : {"hooks/a", "docs/a.md", "crds/a.yaml", "images/a/b", "lib/x"})
    CHECK(digest == chart_of({{"templates/b", "c"}, {path, "x"}}).digest);
  CHECK(digest != chart_of({{"templates/b", "c"}, {"values.yaml", "x"}}).digest);
  CHECK(core::releases::synthetic_chart_takes("templates"));
  CHECK(core::releases::synthetic_chart_takes("library/x"));
  CHECK_FALSE(core::releases::synthetic_chart_takes("hooks"));
  CHECK(core::releases::synthetic_chart_file("web-app") == "apiVersion: v2\nname: web-app\nversion: 0.2.0\n");
}

TEST_CASE("a chart with volatile functions is changing, and so is one that may run texts with them") {
  auto plain = chart_of({{"Chart.yaml", ""}, {"templates/a.yaml", "{{ .Values.now }}"}});
  CHECK(core::releases::stability(plain) == chart_stability::stable);
  auto runs_texts = chart_of({{"Chart.yaml", ""}, {"templates/a.yaml", "{{ tpl .Values.text . }}"}});
  CHECK(core::releases::stability(runs_texts) == chart_stability::changing);
  CHECK_MESSAGE(runs_texts.uses_lookup, "a text may look up, so the cluster is asked");
  auto random = chart_of({{"Chart.yaml", ""}, {"templates/a.yaml", "{{ randAlphaNum 5 }}"}});
  CHECK(core::releases::stability(random) == chart_stability::changing);
  CHECK(random.volatile_functions == std::vector<std::string>{"templates/a.yaml: randAlphaNum"});
  CHECK_FALSE(random.uses_lookup);
  CHECK(chart_of({{"templates/a", "{{ lookup \"v1\" \"Pod\" \"\" \"\" }}"}}).uses_lookup);
}

TEST_CASE("what a chart asks of a release may stand in its files and in values") {
  const auto plain = chart_of({{"Chart.yaml", ""}, {"templates/a.yaml", "{{ .Release.Name }}"}});
  CHECK_FALSE(core::releases::asked_facts(plain, "a: 1").any());
  CHECK(core::releases::asked_facts(plain, "a: '{{ .Release.Revision }}'")
        == core::releases::varying_facts{true, false});
  const auto asks = chart_of({{"templates/a.yaml", "{{ .Release.IsInstall }}"},
                              {"templates/b.yaml", "{{ .Capabilities.APIVersions.Has \"a/v1\" }}"}});
  CHECK(core::releases::asked_facts(asks, "") == core::releases::varying_facts{true, true});
  CHECK(asks.digest
        == chart_of({{"templates/b.yaml", "{{ .Capabilities.APIVersions.Has \"a/v1\" }}"},
                     {"templates/a.yaml", "{{ .Release.IsInstall }}"}})
             .digest);
}

TEST_CASE("every input of a rendering changes the digest") {
  auto digest = core::releases::inputs_digest({"chart", "values", "v1.36"});
  CHECK(digest.size() == 32);
  CHECK(digest == core::releases::inputs_digest({"chart", "values", "v1.36"}));
  CHECK(digest != core::releases::inputs_digest({"chart2", "values", "v1.36"}));
  CHECK(digest != core::releases::inputs_digest({"chart", "values2", "v1.36"}));
  CHECK(digest != core::releases::inputs_digest({"chart", "values", "v1.37"}));
  CHECK(digest != core::releases::inputs_digest({"chart", "values", "v1.36", "another Helm"}));
  CHECK(core::releases::inputs_digest({"ab", "c", ""}) != core::releases::inputs_digest({"a", "bc", ""}));
}
