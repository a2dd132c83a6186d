#include "core/releases/varying_facts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::releases::asked_facts;
using core::releases::rendering_digest;

TEST_CASE("templates that may ask for the revision, or whether it is an install, are noticed") {
  for (const std::string text : {
         "{{ .Release.Revision }}",
         "{{ $.Release.Revision }}",
         "{{- if .Release.IsInstall -}}",
         "{{ if and .Values.a (not .Release.IsUpgrade) }}",
         "{{ with .Release }}{{ .Revision }}{{ end }}",
         "{{ $r := .Release }}",
         "{{ toYaml $.Release }}",
         "{{ index . \"Release\" \"Revision\" }}",
         "{{ get . `Release` | toJson }}",
         "{{ include \"a\" (dict \"release\" .Release) }}",
         "{{ tpl \"{{ .Release.Revision }}\" . }}",
         "{{ printf \"}}\" }}{{ .Release.Revision }}",
         "{{ .Release }}",
         "{{ .Release",
         "{{ .Release.NameOfIt }}",
         "{{ define \"a\" }}{{ .release.Revision }}{{ end }}",
       }) {
    CAPTURE(text);
    CHECK(asked_facts(text).release);
    CHECK_FALSE(asked_facts(text).api_versions);
  }
}

TEST_CASE("templates that ask for constants ask for no varying facts") {
  for (const std::string text : {
         "",
         "{{",
         "name: {{ .Release.Name }}-{{ $.Release.Namespace }} {{ .Release.Service }}",
         "{{ (.Release.Name) }}{{.Release.Name}}",
         "{{ .Values.release.revision }} revisionHistoryLimit: {{ .Values.revisionHistoryLimit }}",
         "{{ .Values.ReleaseName }} {{ .Chart.AppRelease }} {{ .Capabilities.KubeVersion.Version }}",
         "## Release notes of Revision 3 without any action",
       }) {
    CAPTURE(text);
    CHECK(asked_facts(text) == core::releases::varying_facts{});
  }
}

TEST_CASE("templates that ask which API versions are served are noticed") {
  CHECK(asked_facts("{{ .Capabilities.APIVersions.Has \"policy/v1\" }}") == core::releases::varying_facts{false, true});
  CHECK(asked_facts("{{ has \"a/v1\" $c.APIVersions }}{{ .Release.Revision }}")
        == core::releases::varying_facts{true, true});
}

TEST_CASE("a rendering is compared with the groups of Kubernetes that are served, if they are asked for") {
  const std::vector<std::string> served{"apps/v1", "networking.k8s.io/v1/Ingress", "v1", "v1/Pod"};
  auto with_others = served;
  with_others.emplace_back("example.com/v1");
  with_others.emplace_back("example.com/v1/Thing");
  CHECK(rendering_digest("a", {.release = true}, served) == "a");
  const auto digest = rendering_digest("a", {.api_versions = true}, served);
  CHECK(digest.size() == 32);
  CHECK(rendering_digest("b", {.api_versions = true}, served) != digest);
  // A rendering shows kinds of CustomResourceDefinitions.
  CHECK(rendering_digest("a", {.api_versions = true}, with_others) == digest);
  for (const auto* more : {"policy/v1beta1", "apps/v1/Deployment", "batch/v1", "policy.k8s.io/v1", "v2"}) {
    auto changed = served;
    changed.emplace_back(more);
    CHECK(rendering_digest("a", {.api_versions = true}, changed) != digest);
  }
}
