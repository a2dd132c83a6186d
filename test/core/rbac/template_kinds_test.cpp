#include "core/rbac/template_kinds.hpp"

#include "base/contains.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("the kinds of a template stand in its first column") {
  const auto objects = core::rbac::kinds_of_template(R"({{- if .Values.web.enabled }}
apiVersion: apps/v1 # since 1.9
kind: "Deployment"
spec:
  kind: NotThis
---
kind: Service
apiVersion: v1
{{- end }}
---
apiVersion: {{ include "version" . }}
kind: Ingress
---
apiVersion: v1
kind: {{ .Values.kind }}
)");
  REQUIRE_EQ(objects.size(), 2);
  CHECK_EQ(objects[0].dump(), R"({"apiVersion":"apps/v1","kind":"Deployment"})");
  CHECK_EQ(objects[1].dump(), R"({"apiVersion":"v1","kind":"Service"})");
}

TEST_CASE("a template hides kinds that the template language makes, and JSON") {
  CHECK_FALSE(core::rbac::hides_kinds("{{ if .Values.a }}\napiVersion: v1\nkind: Pod\n{{ end }}"));
  CHECK(core::rbac::hides_kinds("apiVersion: {{ include \"version\" . }}\nkind: Deployment\n"));
  CHECK(core::rbac::hides_kinds("{\"kind\": \"Pod\"}"));
}
