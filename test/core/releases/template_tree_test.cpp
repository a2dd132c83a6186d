#include "core/releases/template_tree.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

std::string text_of(const std::vector<template_node>& all) {
  static constexpr const char* kinds[] = {"output", "if", "with", "range", "call", "define"};
  std::string text;
  for (const auto& node : all) {
    text += std::string(kinds[static_cast<int>(node.what)]) + node.name;
    if (!node.body.empty()) text += "(" + text_of(node.body) + ")";
    if (!node.otherwise.empty()) text += "else(" + text_of(node.otherwise) + ")";
    text += " ";
  }
  return text;
}

std::string tree(std::string_view text) {
  const auto parsed = parse_template(text);
  return parsed ? text_of(*parsed) : parsed.error().message;
}

} // namespace

TEST_CASE("actions stand inside of actions") {
  CHECK_EQ(tree("{{ if .a }}{{ .b }}{{ else if .c }}{{ with .d }}{{ . }}{{ end }}{{ else }}{{ .e }}{{ end }}{{ .f }}"),
           "if(output )else(if(with(output ) )else(output ) ) output ");
  CHECK_EQ(tree("{{ range $k, $v := .a }}{{ break }}{{ $v }}{{ else }}{{ template \"x\" . }}{{ end }}"),
           "range(output )else(callx ) ");
  CHECK_EQ(tree("{{ define \"x\" }}{{ .a }}{{ end }}{{ block \"y\" . }}{{ .b }}{{ end }}"),
           "definex(output ) cally definey(output ) ");
}

TEST_CASE("a pipeline has variables, commands and their operands") {
  const auto parsed = parse_template("{{ $k, $v := index (.a | default dict).b \"key\" 0 | quote }}{{ $v = 1 }}");
  REQUIRE(parsed);
  const auto& x = parsed->front().pipeline;
  CHECK_EQ(x.variables, std::vector<std::string>{"k", "v"});
  CHECK(x.is_declaration);
  REQUIRE_EQ(x.commands.size(), 2);
  REQUIRE_EQ(x.commands[0].size(), 4);
  CHECK_EQ(x.commands[0][1].fields, std::vector<std::string>{"b"});
  REQUIRE(x.commands[0][1].group);
  CHECK_EQ(x.commands[0][1].group->commands.size(), 2);
  CHECK(x.commands[0][2].what == template_operand::kind::text);
  CHECK_FALSE(parsed->back().pipeline.is_declaration);
}

TEST_CASE("a text that is no template is an error") {
  for (const auto* text : {"{{ if .a }}", "{{ end }}", "{{ else }}", "{{ (.a }}", "{{ .a ) }}", "{{ .a | }}",
                           "{{ define }}{{ end }}", "{{ if .a }}{{ else .b }}{{ end }}", "{{ .a , .b }}"}) {
    CAPTURE(text);
    CHECK_EQ(tree(text).substr(0, 14), "a template has");
  }
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "{{ if .a }}";
  CHECK_EQ(tree(deep), "a template has too many actions inside actions");
  CHECK_EQ(tree("{{ " + std::string(1000, '(') + " }}"), "a template has too many parentheses");
}
