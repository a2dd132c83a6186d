#include "core/releases/template_objects.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace core::releases;

namespace {

bool has(std::string_view text, const manifest_object& object) {
  const auto found = objects_in_template(text, "db", "apps");
  return std::any_of(found.begin(), found.end(), [&](const auto& x) { return may_be(x, object, "apps"); });
}

const manifest_object data{"v1", "ConfigMap", "apps", "data"};

} // namespace

TEST_CASE("a template has the objects that it names, in every form of a mapping") {
  for (const char* text :
       {"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: data\n",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: data}\ndata:\n  a: \"1\"\n",
        "kind: Secret\nmetadata: {name: x}\n---\nkind: ConfigMap\nmetadata:\n  labels:\n    name: other\n  name: "
        "data\n",
        "{{- if .Values.db.ready }}\nkind: ConfigMap\nmetadata:\n{{- with .x }}\n  labels: {a: b}\n{{- end }}\n"
        "  name: \"data\" # the data\n  namespace: {{ .Release.Namespace }}\n{{- end }}\n",
        "{\"kind\": \"ConfigMap\", \"metadata\": {\"labels\": {\"name\": \"other\"}, \"name\": \"data\"}}",
        "kind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: data\n",
        "kind: ConfigMap\r\nmetadata:\r\n  name: data\r\n"}) {
    CAPTURE(text);
    CHECK(has(text, data));
  }
}

TEST_CASE("a template does not have objects of another kind, name or namespace") {
  for (const char* text : {"kind: Secret\nmetadata: {name: data}\n", "kind: ConfigMap\nmetadata: {name: data-2}\n",
                           "kind: ConfigMap\nmetadata: {name: data, namespace: other}\n",
                           "kind: ConfigMap\nmetadata:\n  labels: {name: data}\n",
                           "kind: ConfigMap\nmetadata:\n  name: web\ndata:\n  name: data\n",
                           "kind: ConfigMap\nmetadata: {name: web}\n---\nkind: Secret\nmetadata: {name: data}\n", "",
                           "---", "metadata:", "kind: ConfigMap\nmetadata: {name: {{ .Values.name }}}\n",
                           "kind: ConfigMap\nmetadata: {{ .x", "# kind: ConfigMap of data\n"}) {
    CAPTURE(text);
    CHECK_FALSE(has(text, data));
  }
}

TEST_CASE("expressions in a name stand for any text, and those of the release for their values") {
  const auto named = [](const char* name) { return manifest_object{"v1", "ConfigMap", "apps", name}; };
  const auto text = [](const char* name) { return std::string("kind: ConfigMap\nmetadata:\n  name: ") + name + "\n"; };
  CHECK(has(text("user-{{ . }}"), named("user-anna")));
  CHECK_FALSE(has(text("user-{{ . }}"), named("group-anna")));
  CHECK(has(text("{{ .a }}-user-{{ .b }}-x"), named("eu-user-anna-x")));
  CHECK_FALSE(has(text("{{ .a }}-user-{{ .b }}-x"), named("eu-user-anna-y")));
  CHECK(has(text("{{ $.Release.Name }}-data"), named("db-data")));
  CHECK(has(text("{{- .Chart.Name | quote -}}"), named("db")));
  CHECK_FALSE(has(text("{{ .Release.Name }}-data"), named("web-data")));
  CHECK_FALSE(has(text("{{ .a }}-x"), named("data-x")));
}

TEST_CASE("an object of a kind without namespaces may stand in any namespace of a template") {
  CHECK(has("kind: Namespace\nmetadata: {name: shop, namespace: other}\n", {"v1", "Namespace", "", "shop"}));
}
