// Revisions on which another Helm may be working. Only the API server's clock proves their age.
#include "support/operator_fixture.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t made_s = 1'704'067'200; // the fake API server makes all objects at this time
constexpr auto upgraded = "helm upgrade web";

struct occupied_fixture : operator_fixture {
  occupied_fixture() {
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n");
    hook("web/b.sh", v1("onStartup: 1\nbeforeHelm: 1"));
  }

  /// Another Helm has begun to install, with times of its machine's clock.
  void others_begin(std::chrono::seconds clock_is_ahead) {
    const auto now_s = shared()->wall_time_us() / 1'000'000 + clock_is_ahead.count();
    const auto now = std::to_string(now_s);
    helm().store({.name = "web", .status = "pending-install", .labels = {{"createdAt", now}, {"modifiedAt", now}}});
  }

  /// Lets the API server's response show that the record was last written this long ago.
  void let_server_say(std::chrono::seconds age) {
    api().put_between([this, age](const kube::api::http_request& x) -> std::optional<base::result<answer>> {
      if (x.method != "GET" || !x.target.ends_with("/secrets/sh.helm.release.v1.web.v1")) return std::nullopt;
      auto said = api().carry_out(x);
      const auto write = text::json::object({{"manager", "Helm"}, {"time", "2024-01-01T00:00:00Z"}});
      if (auto object = text::parse_json(said.body); object && object->find("metadata"))
        said.body =
          object->with("metadata", object->find("metadata")->with("managedFields", text::json::array({write}))).dump();
      said.date_s = made_s + age.count();
      return said;
    });
  }

  [[nodiscard]] bool is_upgraded() { return take_journal().ends_with(upgraded); }
  [[nodiscard]] bool is_occupied() {
    for (const auto& line : describe().problems)
      if (line.find("release of module 'web': revision ") != std::string::npos) return true;
    return false;
  }

private:
  using answer = kube::api::http_response;
};

} // namespace

TEST_CASE("a revision on which somebody else's helm works is left alone for five minutes, whatever its clock says") {
  for (const auto clock : {0s, -700s, 700s, -100'000'000s}) {
    CAPTURE(clock.count());
    occupied_fixture x;
    x.others_begin(clock);
    x.start();
    CHECK_MESSAGE(x.describe().first_reload_done, "nobody waits for it");
    x.advance(290s);
    CHECK(x.is_occupied());
    CHECK_FALSE(x.is_upgraded());
    x.advance(70s);
    CHECK_MESSAGE(x.is_upgraded(), "it was given up by then");
    CHECK_FALSE(x.is_occupied());
  }
}

TEST_CASE("a wall clock that is set says nothing about a revision of somebody else") {
  for (const auto by : {-1h, 1h}) {
    CAPTURE(by.count());
    occupied_fixture x;
    x.others_begin(0s);
    x.start();
    x.set_clock(by);
    x.set_config("web", "a: 1\n");
    x.advance(200s);
    CHECK_FALSE(x.is_upgraded());
    x.advance(160s);
    CHECK(x.is_upgraded());
  }
}

TEST_CASE("a revision that the API server knows to be old is not waited for, not even after a restart") {
  occupied_fixture x;
  x.others_begin(0s);
  x.let_server_say(301s);
  x.start();
  CHECK(x.is_upgraded());
}

TEST_CASE("a revision of which the API server knows the age waits for the rest of five minutes") {
  occupied_fixture x;
  x.others_begin(0s);
  x.let_server_say(200s);
  x.start();
  x.advance(50s);
  CHECK_FALSE(x.is_upgraded());
  x.advance(80s);
  CHECK(x.is_upgraded());
}

TEST_CASE("a record of somebody else that is written again begins its five minutes anew") {
  occupied_fixture x;
  x.others_begin(0s);
  x.start();
  x.advance(200s);
  x.others_begin(1s);
  x.advance(200s);
  CHECK_FALSE(x.is_upgraded());
  x.advance(170s);
  CHECK(x.is_upgraded());
}

TEST_CASE("a module that waits for another Helm runs at once when the record of that Helm is deleted") {
  occupied_fixture x;
  x.others_begin(0s);
  x.start();
  CHECK(x.is_occupied());
  CHECK(x.api().delete_object("Secret", occupied_fixture::namespace_name, "sh.helm.release.v1.web.v1"));
  x.advance(1s);
  CHECK(x.is_upgraded());
  CHECK_FALSE(x.is_occupied());
}
