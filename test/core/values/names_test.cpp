#include "core/values/names.hpp"

#include <doctest/doctest.h>

TEST_CASE("a module's name and its values key lead to each other") {
  struct row {
    const char* name;
    const char* key;
  };
  for (const auto& r : {row{"module1", "module1"}, row{"prometheus-operator", "prometheusOperator"},
                        row{"cert-manager-crd", "certManagerCrd"}, row{"l2-load-balancer", "l2LoadBalancer"},
                        row{"2-module-name", "2ModuleName"}, row{"module-one01", "moduleOne01"}}) {
    CHECK(core::values::to_camel(r.name) == r.key);
    CHECK(core::values::to_kebab(r.key) == r.name);
  }
}

TEST_CASE("words are found as strcase finds them") {
  CHECK(core::values::to_camel("module_one") == "moduleOne");
  CHECK(core::values::to_camel("module-1") == "module1");
  CHECK(core::values::to_kebab("HTTPServer") == "http-server");
  CHECK(core::values::to_kebab("someHTTP") == "some-http");
  CHECK(core::values::to_kebab(" a.b ") == "a-b");
  CHECK(core::values::to_kebab("v1.2") == "v1.2");
}

TEST_CASE("flags are named after the values key") {
  CHECK(core::values::enabled_key("ingressNginx") == "ingressNginxEnabled");
  CHECK(core::values::key_of_flag("ingressNginxEnabled") == "ingressNginx");
  CHECK_FALSE(core::values::key_of_flag("ingressNginx"));
  CHECK_FALSE(core::values::key_of_flag("Enabled"));
}
