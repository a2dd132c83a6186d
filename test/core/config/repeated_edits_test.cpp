#include "core/config/repeated_edits.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::config::describe;
using core::config::next_step;
using core::config::repeated_edits;

namespace {

constexpr std::int64_t second = 1'000'000;
const std::set<std::string> argo{"argocd"};
const std::set<std::string> flux{"kustomize-controller"};

/// Edits a key so many times, by both clients in turn, with the same distance.
std::int64_t edit_in_turn(repeated_edits& x, int times, std::int64_t distance_us) {
  std::int64_t now = 0;
  for (int i = 0; i < times; ++i) {
    now += distance_us;
    static_cast<void>(x.note({"landing"}, i % 2 == 0 ? argo : flux, now));
  }
  return now;
}

} // namespace

TEST_SUITE("core/repeated_edits") {
  TEST_CASE("a key that clients change in turn is named with both, and with the consequence") {
    repeated_edits x;
    const auto now = edit_in_turn(x, 18, 3 * second);
    const auto found = x.now(now);
    REQUIRE(found);
    CHECK_EQ(describe(*found, "addon-operator"),
             "ConfigMap 'addon-operator' was changed 18 times in 51 s by argocd and kustomize-controller in turn, key "
             "landing: each change runs module 'landing'");
    CHECK_EQ(next_step(*found, "addon-operator", "platform"),
             "`kubectl -n platform get configmap addon-operator -o yaml --show-managed-fields` shows the clients and "
             "their keys: let one of them write the key, and stop the other; meanwhile `addon-operator module pause "
             "landing` holds the module");
    CHECK_FALSE(x.now(now + 60 * second));
  }

  TEST_CASE("the consequence depends on the key") {
    const auto words = [](const char* key) {
      return describe(repeated_edits::finding{{key}, {"ci"}, 9, 8 * second, false}, "c");
    };
    CHECK_EQ(words("global"), "ConfigMap 'c' was changed 9 times in 8.0 s by ci, key global: each change reloads all "
                              "modules");
    CHECK(words("dbEnabled").ends_with("each change switches module 'db' on or off"));
    CHECK(words("webAppMaintenance").ends_with("each change pauses module 'web-app' or lets it run"));
    CHECK(
      next_step(repeated_edits::finding{{"webAppEnabled"}, {"ci"}, 9, 0, false}, "c", "n").find("module pause web-app`")
      != std::string::npos);
    CHECK(next_step(repeated_edits::finding{{"global"}, {"ci"}, 9, 0, false}, "c", "n")
            .ends_with("find out why it writes so often"));
  }

  TEST_CASE("edits count as restless by their number in a minute, or by turns in half an hour") {
    struct row {
      const char* what;
      int times;
      std::int64_t distance_us;
      bool in_turn;
      bool is_restless;
    };
    for (const auto& r : std::vector<row>{{"seven in a minute", 7, second, true, false},
                                          {"eight in a minute", 8, second, true, true},
                                          {"eight of a single client in a minute", 8, second, false, true},
                                          {"an edit every three minutes, in turn", 8, 180 * second, true, true},
                                          {"an edit every three minutes of a person", 8, 180 * second, false, false},
                                          {"an edit every ten minutes, in turn", 12, 600 * second, true, false}}) {
      CAPTURE(r.what);
      repeated_edits x;
      std::int64_t now = 0;
      for (int i = 0; i < r.times; ++i)
        static_cast<void>(x.note({"web"}, r.in_turn && i % 2 == 0 ? argo : flux, now += r.distance_us));
      CHECK_EQ(x.now(now).has_value(), r.is_restless);
    }
  }

  TEST_CASE("a warning is due once in ten minutes, and never for edits of the operator") {
    repeated_edits x;
    int warnings = 0;
    for (int i = 1; i <= 30; ++i) warnings += x.note({"web"}, argo, i * second) ? 1 : 0;
    CHECK_EQ(warnings, 1);
    for (int i = 1; i <= 30; ++i) warnings += x.note({"web"}, argo, (700 + i) * second) ? 1 : 0;
    CHECK_EQ(warnings, 2);
    repeated_edits own;
    for (int i = 1; i <= 30; ++i) CHECK_FALSE(own.note({"web"}, {}, i * second));
    CHECK_FALSE(own.now(30 * second));
  }

  TEST_CASE("a file that is filled key by key is not restless") {
    repeated_edits x;
    for (int i = 0; i < 200; ++i) CHECK_FALSE(x.note({"module" + std::to_string(i)}, argo, i * second / 10));
    CHECK_FALSE(x.now(20 * second));
  }

  TEST_CASE("several restless keys are named together") {
    repeated_edits x;
    for (int i = 0; i < 9; ++i) static_cast<void>(x.note({"web", "dbEnabled"}, i % 2 == 0 ? argo : flux, i * second));
    const auto found = x.now(9 * second);
    REQUIRE(found);
    CHECK_EQ(found->keys, std::vector<std::string>{"dbEnabled", "web"});
    CHECK(found->in_turn);
  }

  TEST_CASE("the writers of a version are the clients with the latest time, without the operator") {
    const auto writers = [](const std::string& fields) {
      const auto object = text::parse_json(R"({"metadata":{"managedFields":[)" + fields + "]}}");
      REQUIRE(object);
      return core::config::writers_of(*object, {"addon-operator"});
    };
    const std::string early = R"({"manager":"argocd","time":"2026-11-26T21:00:00Z"})";
    const std::string late = R"({"manager":"flux","time":"2026-11-26T21:00:03Z"})";
    const std::string own = R"({"manager":"addon-operator","time":"2026-11-26T21:00:03Z"})";
    CHECK_EQ(writers(early + "," + late), std::set<std::string>{"flux"});
    CHECK_EQ(writers(late + "," + early), std::set<std::string>{"flux"});
    CHECK_EQ(writers(early + "," + own), std::set<std::string>{});
    CHECK_EQ(writers(own + "," + late), std::set<std::string>{"flux"});
    CHECK_EQ(core::config::writers_of(text::json::object({}), {}), std::set<std::string>{});
  }
}
