#pragma once

#include "support/operator_fixture.hpp"

#include <string>
#include <string_view>

namespace test {

inline std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// The value `extra`, which the object needs.
inline std::string extra_value(const std::string& key = "extra", const std::string& indent = "") {
  std::string text = indent + key + ": |\n";
  for (const auto* line : {"apiVersion: v1", "kind: ConfigMap", "metadata: {name: extra}"})
    text += indent + "  " + line + "\n";
  return text;
}

/// The chart of `web` has an object that needs a value.
struct lost_fixture : operator_fixture {
  lost_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    chart("web", map_text("web") + "---\n{{ .Values.web.extra }}\n---\n{{ .Values.global.extra }}\n");
  }

  [[nodiscard]] bool has(const std::string& name) {
    return api().object("ConfigMap", namespace_name, name).has_value();
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(std::string_view text) { return problems().find(text) != std::string::npos; }
  [[nodiscard]] std::string sources() { return helm().latest("web")->labels["moduleValuesFrom"]; }
  void delete_config_map() { api().delete_object("ConfigMap", namespace_name, "addon-operator"); }
  void start_with_extra() {
    set_config("web", extra_value());
    start();
    REQUIRE_EQ(take_journal(), "helm upgrade web");
    REQUIRE(has("extra"));
  }
  void restart() {
    stop();
    start();
  }
  void check_held(std::string_view lost) {
    CHECK_EQ(take_journal(), "helm template web");
    CHECK(has("extra"));
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(names("release of module 'web' is held: helm would remove addon-operator/ConfigMap/extra from the "
                        "release, which stays as it is, revision 1"),
                  problems());
    CHECK_MESSAGE(names(lost), problems());
    CHECK(logged("WARN release_held step=5 module=web"));
    CHECK(describe().first_reload_done);
  }
  void check_gone() {
    CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
    CHECK_FALSE(has("extra"));
    CHECK_MESSAGE(logged("WARN release_objects_removed module=web revision=1 objects="), log());
    CHECK_MESSAGE(problems().empty(), problems());
  }
};

} // namespace test
