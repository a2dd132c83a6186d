// Another Helm makes a revision while guards check an upgrade, and a record cannot be read after an upgrade.
#include "scenario/lost_fixture.hpp"
#include "support/operator_fixture.hpp"

#include <optional>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n---\n";
}

/// The chart loses the object `old`. When a guard reads the owner of `old`, another Helm creates a revision.
struct overtaken_fixture : operator_fixture {
  overtaken_fixture() {
    setup.helm.stays = false;
    module("010-web");
    chart("web", map_text("web") + map_text("old"));
    create_config_map();
    start();
    stop();
    static_cast<void>(take_journal());
    chart("web", map_text("web"));
  }
  void overtake(std::function<void()> action) {
    api().overtake_next({.method = "GET", .target_part = "/configmaps/old"}, 1, std::move(action));
  }
  void store_second(const std::string& status, const std::string& manifest) {
    auto second = *helm().latest("web");
    second.revision = 2;
    second.status = status;
    second.manifest = manifest;
    helm().store(second);
  }
  [[nodiscard]] bool is_removal_named(const std::string& object) {
    const auto at = log().find("release_objects_removed module=web revision=2");
    return at != std::string::npos && log().substr(at, log().find('\n', at) - at).find(object) != std::string::npos;
  }
};

} // namespace

TEST_CASE_FIXTURE(overtaken_fixture, "objects of a revision that comes while guards are asked are judged, too") {
  overtake([this] { store_second("deployed", map_text("web") + map_text("old") + map_text("theirs")); });
  start();
  CHECK_MESSAGE(is_removal_named("addon-operator/ConfigMap/theirs"), log());
  CHECK_EQ(helm().revision("web"), 3);
}

TEST_CASE_FIXTURE(overtaken_fixture, "no upgrade begins beside a Helm that has begun while guards are asked") {
  overtake([this] { store_second("pending-upgrade", map_text("web") + map_text("old") + map_text("theirs")); });
  start();
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_EQ(helm().latest("web")->status, "pending-upgrade");
}

TEST_CASE_FIXTURE(test::lost_fixture, "an upgrade whose record cannot be read is not made again for an object that it "
                                      "has removed") {
  start_with_extra();
  bool is_refused = false;
  api().put_between([&](const kube::api::http_request& x) {
    const bool reads = x.method == "GET" && x.target.find("deployed") != std::string::npos && !is_refused;
    if (!reads || helm().revision("web") != 2) return std::optional<base::result<kube::api::http_response>>();
    is_refused = true;
    return std::optional<base::result<kube::api::http_response>>(simulation::proxy_page(503));
  });
  set_config("web", "a: 1");
  advance(1min);
  REQUIRE(is_refused);
  CHECK_FALSE(has("extra"));
  CHECK(logged("reading the record of the release: HTTP status 503"));
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_MESSAGE(problems().empty(), problems());
}
