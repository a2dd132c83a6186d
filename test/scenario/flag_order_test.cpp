// A flag that decides only because an option has another order of sources.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct order_fixture : test::operator_fixture {
  order_fixture() {
    module("010-web");
    module("020-db");
    for (const auto* name : {"web", "db"})
      chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name + "}\n");
    setup.helm.platform = {"shop", {}};
    set_config("dbEnabled", "false");
  }
  /// Starts with an order of sources.
  void start_with(const char* extenders) {
    setup.flag_order = *core::values::parse_flag_order(extenders);
    start();
  }
  [[nodiscard]] std::string problems() {
    std::string all;
    for (const auto& x : describe().problems) all += x + "\n";
    return all;
  }
  [[nodiscard]] bool has_release(const char* name) { return helm().revision(name) != 0; }
};

constexpr auto usual = "Static,DynamicallyEnabled,KubeConfig,ScriptEnabled";

} // namespace

TEST_CASE_FIXTURE(order_fixture,
                  "a false of a source that was weaker or did not count switches nothing off after a lost option") {
  SUBCASE("weaker") {
    start_with("DynamicallyEnabled,KubeConfig,Static,ScriptEnabled");
  }
  SUBCASE("did not count") {
    start_with("Static,DynamicallyEnabled,ScriptEnabled");
  }
  REQUIRE(take_journal() == "helm upgrade web; helm upgrade db");
  stop();
  start_with(usual);
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK_MESSAGE(problems().find("the flag dbEnabled in ConfigMap decides only since --applied-module-extenders "
                                "(ADDON_OPERATOR_APPLIED_MODULE_EXTENDERS) is")
                  != std::string::npos,
                problems());
}

TEST_CASE_FIXTURE(order_fixture, "a false that is written while the operator is away counts under the same order") {
  set_config("dbEnabled", "true");
  start_with(usual);
  REQUIRE(take_journal() == "helm upgrade web; helm upgrade db");
  stop();
  set_config("dbEnabled", "false");
  start_with(usual);
  CHECK(take_journal().find("helm uninstall db") != std::string::npos);
}

TEST_CASE_FIXTURE(order_fixture, "a user confirms the new order by the label of the release") {
  start_with("DynamicallyEnabled,KubeConfig,Static,ScriptEnabled");
  stop();
  const auto name = test::secret_name("db", helm().revision("db"));
  auto record = *api().object("Secret", namespace_name, name);
  auto metadata = record.find("metadata")->without("resourceVersion");
  REQUIRE(metadata.find("labels")->find("moduleFlagOrder") != nullptr);
  metadata = metadata.with("labels", metadata.find("labels")->without("moduleFlagOrder"));
  api().put_object(record.with("metadata", metadata));
  start_with(usual);
  CHECK(take_journal().find("helm uninstall db") != std::string::npos);
}
