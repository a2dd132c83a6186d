// Differences between a rendering and an upgrade make no revision of their own.

#include "given.hpp"
#include "run.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using text::json;

struct animal {
  std::string name;
  std::string data; ///< of the ConfigMap that the chart makes
};

/// Each chart shows another fact for which `helm template` and `helm upgrade` give different answers.
const std::vector<animal>& charts() {
  static const std::vector<animal> all{
    {"revision", "{n: '{{ .Release.Revision }}'}"},
    {"install", "{n: '{{ if .Release.IsInstall }}install{{ else }}{{ .Release.IsUpgrade }}{{ end }}'}"},
    {"whole", "{n: '{{ $.Release | toJson | b64enc }}'}"},
    {"template", "{n: '{{ tpl .Values.template.text . }}'}"},
    // These versions have left Kubernetes, but Helm was built with them.
    {"versions", "{n: '{{ .Capabilities.APIVersions.Has \"policy/v1beta1\" }}'}"},
    // It is rendered by each reload.
    {"looking", "{n: '{{ .Capabilities.KubeVersion.Version }}{{ lookup \"v1\" \"ConfigMap\" \"\" \"none\" }}'}"},
    {"password", "{n: '{{ .Release.Revision }}', word: '{{ with (lookup \"v1\" \"ConfigMap\" .Release.Namespace "
                 "\"password\") }}{{ .data.word }}{{ else }}{{ randAlphaNum 8 }}{{ end }}'}"},
  };
  return all;
}

struct revisions_fixture {
  std::string space;
  e2e::platform files;

  explicit revisions_fixture(const std::string& prefix) : space(e2e::cluster().new_namespace(prefix)) {
    for (const auto& [name, data] : charts())
      files.add_chart("010-" + name, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name
                                       + "\n  labels: {word: 'a{{ .Values." + name + ".word }}'}\ndata: " + data
                                       + "\n");
    files.add_file("modules/values.yaml", "template: {text: '{{ .Release.Revision }}'}\n");
    e2e::cluster().call(
      kube::api::create_request(test::config_maps(), {.namespace_ = space},
                                R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"}})"));
  }

  /// Writes a value for all modules, and waits until each has been looked at.
  void edit(e2e::operator_run& run, const std::string& section) {
    json::object_type data;
    for (const auto& x : charts()) data.emplace_back(x.name, section);
    run.skip_to_end();
    const auto patch = json::object({{"data", json::object(std::move(data))}}).dump();
    e2e::cluster().call(kube::api::patch_request(test::config_maps(), {space, "addon-operator", {}}, {.body = patch}));
    auto left = charts().size();
    while (left > 0) left -= run.await({{"event", "helm_finished"}})["operation"].empty() ? 0U : 1U;
  }

  void check_revisions(const std::string& revision) const {
    for (const auto& x : e2e::helm_list(space)) {
      CAPTURE(x.name);
      CHECK_EQ(x.revision, revision);
    }
  }
};

} // namespace

TEST_CASE("charts that show what an upgrade alone has get a revision only if something else changes"
          * doctest::skip(e2e::no_cluster())) {
  std::string helm;
  SUBCASE("Helm 4, or the one that stays") {}
  SUBCASE("Helm 3") {
    helm = e2e::given().helm3;
  }
  revisions_fixture x("revisions");
  {
    e2e::operator_run run(x.files, {.space = x.space, .helm = helm});
    run.await_converged();
    REQUIRE_EQ(e2e::helm_list(x.space).size(), charts().size());
    x.edit(run, "unused: 1");
    x.check_revisions("1");
    x.edit(run, "word: two");
    x.check_revisions("2");
    x.edit(run, "word: two\nunused: 2");
    x.edit(run, "word: two\nunused: 3");
    x.check_revisions("2");
    run.stop();
  }
  e2e::operator_run again(x.files, {.space = x.space, .helm = helm});
  again.await_converged();
  x.edit(again, "word: two\nunused: 4");
  x.check_revisions("2");
  x.edit(again, "word: three");
  x.check_revisions("3");
}
