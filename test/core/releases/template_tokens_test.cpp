#include "core/releases/template_tokens.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

/// The words of all actions with a bar between; `+` before an attached word.
std::string words(std::string_view text) {
  const auto actions = template_actions(text);
  if (!actions) return "error";
  std::string found;
  for (const auto& action : *actions) {
    for (const auto& token : action) found += (token.is_attached ? "+" : " ") + token.content;
    found += " |";
  }
  return found;
}

} // namespace

TEST_CASE("a template has the words of its actions, without text and comments") {
  CHECK_EQ(words("a {{ .Values.web }} b {{- /* c */ -}} {{- $x := default `a}}` $.y -}}"),
           " Values+web | x := default a}} +y |");
  CHECK_EQ(words("{{ (index .a 0).b|quote }}"), " (+index a 0+)+b+|+quote |");
  CHECK_EQ(words("{{ -3 }}{{- . }}{{ printf \"{{\" }}"), " -3 | . | printf {{ |");
  CHECK_EQ(words("no action }}"), "");
}

TEST_CASE("an action without an end, or with an unknown character, cannot be read") {
  for (const auto* text : {"{{ .a", "{{ \"a }}", "{{ /* }}", "{{ a & b }}", "{{ [ }}"}) CHECK_EQ(words(text), "error");
}
