#include "core/releases/values_read.hpp"

#include <doctest/doctest.h>

#include <string_view>

using namespace core::releases;

namespace {

values_read read_by(const std::string& text) {
  return values_read_by({.rendered = {{"templates/a.yaml", text}}});
}

/// Whether the template may read `web.size`, and whether it names it.
std::string look(const std::string& text) {
  const text::json_pointer size{{"web", "size"}};
  const auto read = read_by(text);
  return std::string(may_read(read, size) ? "read" : "unread") + (names(read, size) ? ", named" : "");
}

struct row {
  const char* text;
  const char* expected;
};

} // namespace

TEST_CASE("templates read a value by its place, or with all values around it") {
  for (const auto& [text, expected] : std::initializer_list<row>{
         {"{{ .Values.web.size }}", "read, named"},
         {"{{ $.Values.web.size | default 1 }}", "read, named"},
         {"{{ index .Values \"web\" \"size\" }}", "read, named"},
         {"{{ index .Values.web .Values.key }}", "read, named"},
         {"{{ (get .Values \"web\").size }}", "read, named"},
         {"{{ dig \"web\" \"size\" 1 .Values }}", "read, named"},
         {"{{ .Values.web.size.max }}", "read, named"},
         {"{{ if .Values.web.size.max }}a{{ end }}", "read, named"},
         {"{{ with .Values.web }}{{ .size }}{{ end }}", "read, named"},
         {"{{ range $k, $v := .Values.web }}{{ $k }}{{ end }}", "read, named"},
         {"{{ if .Values.web.size }}a{{ end }}", "read, named"},
         {"{{ if .Values.a }}{{ .Values.web.size }}{{ end }}", "read, named"},
         {"{{ if .Values.a }}a{{ else if .Values.b }}b{{ else }}{{ .Values.web.size }}{{ end }}", "read, named"},
         {"{{ with .Values.a }}a{{ else }}{{ .Values.web.size }}{{ end }}", "read, named"},
         {"{{ range .Values.a }}a{{ else }}{{ .Values.web.size }}{{ end }}", "read, named"},
         {"{{ range .Values.a }}{{ if . }}{{ $.Values.web.size }}{{ end }}{{ end }}", "read, named"},
         {"{{ if .Values.a }}a{{ end }}{{ .Values.web.size }}", "read, named"},
         {"{{ toYaml .Values.web | nindent 2 }}", "read, named"},
         {"{{ $w := .Values.web }}{{ if .Values.a }}{{ $w = dict }}{{ end }}{{ $w.size }}", "read, named"},
         {"{{ $v := 1 }}{{ range list 1 2 }}{{ $w }}{{ end }}", "read"},
         {"{{ $b := dict }}{{ $a := dict }}{{ range list 1 }}{{ $b.size }}{{ $b = $a }}{{ $a = $.Values.web }}{{ end "
          "}}",
          "read, named"},
         {"{{ define \"x\" }}{{ .w.size }}{{ end }}{{ include \"x\" (dict \"w\" .Values.web) }}", "read, named"},
         {"{{ define \"x\" }}{{ $c := index . 0 }}{{ $c.Values.web.size }}{{ end }}{{ template \"x\" (list $) }}",
          "read, named"},
         {"{{ include \"of.library\" . }}", "read"},
         {"{{ tpl .Values.web.text . }}", "read"},
         {"{{ toYaml .Values }}", "read"},
         {"{{ .Values.web.size", "read"},
         {"{{ include (printf \"%s.x\" .Values.web.kind) . }}{{ define \"a.x\" }}{{ .Values.web.size }}{{ end }}",
          "read, named"},
         {"{{ (set .Values \"a\" 1).web.size }}", "read, named"}}) {
    CAPTURE(text);
    CHECK_EQ(look(text), expected);
  }
}

TEST_CASE("a value that no template reads is unread") {
  for (const auto* text :
       {"", "size", "# .Values.web.size", "{{ .Values.web.storage.size }}", "{{ .Values.size }}",
        "{{ (.Values.web.storage | default dict).size | default 1 }}", "{{ with .Values.web }}{{ .storage }}{{ end }}",
        "{{ if .Values.web }}{{ .Values.web.color }}{{ end }}", "{{ range .Values.web.users }}{{ .size }}{{ end }}",
        "{{ if not (hasKey .Values \"web\") }}{{ fail \"web.size\" }}{{ end }}", "{{/* .Values.web.size */}}",
        "{{ define \"x\" }}{{ .Values.web.size }}{{ end }}", "{{ $.Release.Name }}{{ .Files.Get \"a\" }}",
        "{{ define \"x\" }}{{ .w.color }}{{ end }}{{ include \"x\" (dict \"w\" .Values.web) }}",
        "{{ define \"x\" }}{{ (index . 0).Values.web.color }}{{ end }}{{ include \"x\" (list . 1) | quote }}",
        "{{ include (print $.Template.BasePath \"/a.yaml\") . | sha256sum }}",
        "{{ $_ := set .Values.web \"color\" 1 }}", "{{ (dict \"web\" (dict)).web.size }}"}) {
    CAPTURE(text);
    CHECK_EQ(look(text), "unread");
  }
}

TEST_CASE("an included template is found in a library, unless a chart is packed") {
  const std::map<std::string, std::string> rendered{{"templates/a.yaml", "{{ include \"lib.x\" . }}"}};
  const std::map<std::string, std::string> library{
    {"charts/lib/templates/_x.tpl", "{{ define \"lib.x\" }}{{ .Values.global.name }}{{ end }}"}};
  CHECK_FALSE(may_read(values_read_by({rendered, library}), {{"web", "size"}}));
  CHECK(may_read(values_read_by({rendered, library}), {{"global", "name"}}));
  CHECK(may_read(values_read_by({rendered}), {{"web", "size"}}));
  const std::map<std::string, std::string> computed{{"templates/a.yaml", "{{ include .Values.name . }}"}};
  CHECK_FALSE(may_read(values_read_by({computed, library}), {{"web", "size"}}));
  CHECK(may_read(values_read_by({computed, library, false}), {{"web", "size"}}));
}

TEST_CASE("a chart that takes too much work to follow reads all values") {
  std::string text = "{{ define \"x\" }}{{ include \"x\" (dict \"a\" .) }}{{ end }}{{ include \"x\" 1 }}";
  CHECK_FALSE(read_by(text).any);
  text =
    "{{ define \"x\" }}{{ include \"y\" . }}{{ end }}{{ define \"y\" }}{{ include \"x\" . }}{{ .Values.web }}{{ end }}"
    "{{ include \"x\" . }}";
  CHECK(may_read(read_by(text), {{"web", "size"}}));
  text = "{{ $a := .Values }}{{ range list 1 }}{{ $a = $a.x }}{{ end }}";
  CHECK(may_read(read_by(text), {{"x", "size"}}));
  text = "{{ include .Values.name (list . .Values.web.color) }}";
  CHECK(may_read(read_by(text), {{"web", "size"}}));
  text.clear();
  for (int i = 0; i < 20; ++i) {
    const auto next = std::to_string(i + 1);
    text += "{{ define \"" + std::to_string(i) + "\" }}{{ include \"" + next + "\" (dict \"l\" .) }}{{ include \""
            + next + "\" (dict \"r\" .) }}{{ end }}";
  }
  CHECK(may_read(read_by(text + "{{ include \"0\" . }}"), {{"web", "size"}}));
}

TEST_CASE("a digest of all values reads none of them") {
  for (const auto& [text, expected] : std::initializer_list<row>{
         {"{{ .Values | toJson | sha256sum }}", "unread"},
         {"{{ toYaml .Values | sha256sum | trunc 8 | quote }}", "unread"},
         {"{{ sha1sum (toJson .Values) }}", "unread"},
         {"{{ (toJson .Values | sha256sum) | quote }}", "unread"},
         {"{{ toJson . | sha256sum }}", "unread"},
         {"{{ toJson .Values }}", "read"},
         {"{{ .Values.web.size | sha256sum }}", "read, named"},
         {"{{ toJson .Values.web | sha256sum }}", "read, named"},
         {"{{ $all := toJson .Values }}{{ $all | sha256sum }}", "read"},
         {"{{ .Values | toJson | sha256sum }}{{ toYaml .Values }}", "read"},
         {"{{ define \"a\" }}{{ toYaml .Values }}{{ end }}{{ include \"a\" . | sha256sum }}{{ include \"a\" . }}",
          "read"},
       }) {
    CAPTURE(text);
    CHECK_EQ(look(text), expected);
  }
}
