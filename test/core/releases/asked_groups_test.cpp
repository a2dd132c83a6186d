#include "core/releases/asked_groups.hpp"
#include "core/releases/chart.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using core::releases::groups_asked_in;

TEST_CASE("a question about a literal names its group") {
  const std::set<std::string> group{"example.com"};
  for (const std::string text : {
         "{{ if .Capabilities.APIVersions.Has \"example.com/v1\" }}",
         "{{ if .Capabilities.APIVersions.Has \"example.com/v1/Widget\" }}",
         "{{ if $.Capabilities.APIVersions.Has `example.com/v1` }}",
         "{{ if or (.Capabilities.APIVersions.Has \"example.com/v1\") "
         "(semverCompare \">1\" .Capabilities.KubeVersion.Version) }}",
         "{{ if and (.Capabilities.APIVersions.Has \"example.com/v1\") (.Capabilities.APIVersions.Has \"v1/Secret\") "
         "}}",
       }) {
    CAPTURE(text);
    CHECK_FALSE(groups_asked_in(text).any);
    CHECK(groups_asked_in(text).names == group);
  }
}

TEST_CASE("any other question may be about each group") {
  for (const std::string text : {
         "{{ if .Capabilities.APIVersions.Has (printf \"%s/v1\" .Values.group) }}",
         "{{ if .Capabilities.APIVersions.Has .Values.version }}",
         "{{ if .Capabilities.APIVersions.Has \"exam\\u0070le.com/v1\" }}",
         "{{ $c := .Capabilities }}{{ if $c.APIVersions.Has \"example.com/v1\" }}",
         "{{ if has \"example.com/v1\" .Capabilities.APIVersions }}",
         "{{ index . \"Capabilities\" }}",
         "{{ .Capabilities.APIVersions.Has \"",
       }) {
    CAPTURE(text);
    CHECK(groups_asked_in(text).any);
    CHECK(groups_asked_in(text).may_have("other.example.com"));
  }
}

TEST_CASE("a text that asks for no kind names no group") {
  for (const std::string text : {
         "",
         "Capabilities of this chart",
         "{{ .Values.a }}",
         "{{ .Capabilities.KubeVersion.Minor }}",
       }) {
    CAPTURE(text);
    CHECK(groups_asked_in(text) == core::releases::asked_groups{});
  }
}

TEST_CASE("a chart asks for the groups of all its files and values, and by lookup for any group") {
  using core::releases::read_chart_file;
  const auto a = read_chart_file("templates/a.yaml", "{{ .Capabilities.APIVersions.Has \"a.example.com/v1\" }}");
  const auto b =
    read_chart_file("charts/b/templates/b.yaml", "{{ .Capabilities.APIVersions.Has \"b.example.com/v1\" }}");
  const auto yaml = read_chart_file("Chart.yaml", "name: web");
  const auto asked = groups_asked_in(core::releases::read_chart({yaml, a, b}, "web"),
                                     "x: '{{ .Capabilities.APIVersions.Has \"c.io/v1\" }}'");
  CHECK(asked.names == std::set<std::string>{"a.example.com", "b.example.com", "c.io"});
  CHECK_FALSE(asked.any);
  const auto looks = read_chart_file("templates/c.yaml", "{{ lookup \"v1\" \"Secret\" \"\" \"\" }}");
  CHECK(groups_asked_in(core::releases::read_chart({yaml, looks}, "web"), "").any);
}
