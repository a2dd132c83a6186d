#include "core/releases/looked_up_objects.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::looked_up_objects;
using names = std::set<std::string>;

TEST_SUITE("core/looked_up_objects") {
  TEST_CASE("literal arguments of lookup name the object, others its kind") {
    CHECK(looked_up_objects(R"({{ lookup "v1" "Secret" "default" "web-tls" }})") == names{"Secret default/web-tls"});
    CHECK(looked_up_objects(R"({{- if (lookup "v1" "Namespace" "" "prod") }})") == names{"Namespace prod"});
    CHECK(looked_up_objects(R"({{ $x := lookup `v1` "Secret" .Release.Namespace "web" }})") == names{"Secret web"});
    CHECK(looked_up_objects(R"({{ (lookup "v1" "Secret" .Release.Namespace (printf "%s-tls" .Release.Name)).data }})")
          == names{"Secret"});
    CHECK(looked_up_objects(R"({{ lookup "apps/v1" "Deployment" "a" "" }} {{ lookup "v1" "Pod" "a" "b"}})")
          == names{"Deployment", "Pod a/b"});
  }

  TEST_CASE("what is no call, or names no kind, is left out") {
    CHECK(looked_up_objects(R"(lookup "v1" "Secret" "a" "b")").empty());
    CHECK(looked_up_objects(R"({{ .Values.lookup }} {{ $.lookup "v1" }})").empty());
    CHECK(looked_up_objects(R"({{ include "my.lookup" . }})").empty());
    CHECK(looked_up_objects(R"({{ lookup .v .k "a" "b" }})").empty());
    CHECK(looked_up_objects("{{ lookup").empty());
    CHECK(looked_up_objects("{{ lookup \"v1\" \"Sec").empty());
    CHECK(looked_up_objects("{{ lookup (((").empty());
    std::string many;
    for (char c = 'a'; c < 'z'; ++c) many += std::string("{{ lookup \"v1\" \"Pod\" \"a\" \"") + c + "\" }}";
    CHECK(looked_up_objects(many).size() == core::releases::looked_up_max);
  }
}
