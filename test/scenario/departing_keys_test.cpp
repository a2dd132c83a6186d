// Single keys of objects that go because a hook finds less than before.
#include "support/operator_fixture.hpp"

#include <string>
#include <utility>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The ConfigMap of `web` has a key for each user that a hook finds.
struct keys_fixture : operator_fixture {
  keys_fixture() {
    setup.helm.stays = true;
    setup.removal_grace = 10s;
    setup.helm.platform = {"shop", {}};
    module("010-web");
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {users: {}}\n");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {{ .Values.web.users }}\n");
    create_config_map();
    hook("web/users.sh", v1("kubernetes: [{name: pods, kind: Pod}]"), [this](test::hook_run& run) {
      run.values_patch = R"([{"op": "add", "path": "/web/users", "value": )" + users + "}]";
    });
  }
  [[nodiscard]] bool has_key(const std::string& key) {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    // The fake Helm does not read quoted keys.
    return data != nullptr && data->find("\"" + key + "\"") != nullptr;
  }
  void find_users(std::string found) {
    users = std::move(found);
    api().put_object(test::object_of("v1", "Pod", "a", {{"touched", std::to_string(++touched_)}}));
    run();
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }

  std::string users = R"({"ann": "x", "bob": "x"})";

private:
  int touched_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(keys_fixture,
                  "a key that goes with one of several objects of a hook is named, and stays for a grace") {
  start();
  REQUIRE(has_key("ann"));
  find_users(R"({"bob": "x"})");
  CHECK_MESSAGE(has_key("ann"), log());
  CHECK_MESSAGE(logged("WARN release_keys_removed module=web revision=1 keys=\"key 'ann' of "
                       + std::string(namespace_name) + "/ConfigMap/web\" differs="),
                log());
  SUBCASE("and is there for good if the object is back in time") {
    advance(5s);
    find_users(R"({"ann": "x", "bob": "x"})");
    advance(1min);
    CHECK(has_key("ann"));
    CHECK_EQ(helm().revision("web"), 1);
  }
  SUBCASE("and goes when the grace is over") {
    advance(11s);
    CHECK_FALSE(has_key("ann"));
    CHECK(has_key("bob"));
  }
}

TEST_CASE_FIXTURE(keys_fixture, "without a grace a key goes at once, and is named") {
  setup.removal_grace = 0s;
  start();
  find_users(R"({"bob": "x"})");
  CHECK_FALSE(has_key("ann"));
  CHECK(logged("WARN release_keys_removed module=web"));
}
