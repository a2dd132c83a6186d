#include "core/modules/removal_grace.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::modules::removal_cause;
using core::modules::removal_grace;
using namespace std::chrono_literals;

namespace {

/// A moment of the test; the wall clock is an hour ahead.
removal_grace::moment at(std::chrono::seconds x) {
  return {std::chrono::microseconds(x).count(), std::chrono::microseconds(x + 1h).count()};
}

struct grace_fixture {
  bool keeps(const std::string& module, std::chrono::seconds now, removal_cause by = removal_cause::flag) const {
    return grace.keeps(module, by, at(now).steady_us);
  }
  /// A discovery that finds these releases wished away, and both modules enabled otherwise.
  std::string discover(std::chrono::seconds now, const std::set<std::string>& wished, bool counts = true) {
    removal_grace::wishes found{.all = wished, .enabled = {"db", "web"}, .counts = counts};
    for (const auto& name : wished) {
      found.enabled.erase(name);
      if (keeps(name, now)) found.kept.insert(name);
    }
    const auto news = grace.discovered(found, at(now));
    std::string text;
    for (const auto& name : news.named) text += "+" + name;
    for (const auto& name : news.stay) text += "=" + name;
    return text;
  }
  std::int64_t next(std::chrono::seconds now) const {
    return grace.next_end_us(at(now).steady_us).value_or(0) / 1000000;
  }
  removal_grace grace{10s};
};

} // namespace

TEST_CASE_FIXTURE(grace_fixture, "a wish that lasts is named once, and counts when its grace is over") {
  CHECK(keeps("web", 0s));
  CHECK_EQ(grace.ends_us("web", at(0s)), at(10s).wall_us);
  CHECK_EQ(discover(0s, {"web"}), "+web");
  CHECK_EQ(next(0s), 10);
  CHECK_EQ(discover(4s, {"web"}), "");
  CHECK_EQ(grace.ends_us("web", at(4s)), at(10s).wall_us);
  CHECK_FALSE(grace.is_any_over(at(9s).steady_us));
  CHECK(keeps("web", 9s));
  CHECK(grace.is_any_over(at(10s).steady_us));
  CHECK_FALSE(keeps("web", 10s));
  CHECK_EQ(discover(10s, {"web"}), "");
  CHECK_EQ(next(10s), 0);
  CHECK_FALSE(grace.is_any_over(at(11s).steady_us));
}

TEST_CASE_FIXTURE(grace_fixture, "a decided removal goes on, although it has failed, until its release has gone") {
  discover(0s, {"web"});
  discover(10s, {"web"});
  CHECK_FALSE(keeps("web", 11s));
  CHECK_EQ(discover(12s, {"web"}), "");
  CHECK_EQ(discover(13s, {}), "");
  // The release was made anew.
  CHECK_EQ(discover(20s, {"web"}), "+web");
}

TEST_CASE_FIXTURE(grace_fixture, "a changed mind ends the grace, and the next wish has a new one") {
  discover(0s, {"web"});
  CHECK_EQ(discover(5s, {}), "=web");
  CHECK_EQ(next(5s), 0);
  CHECK_EQ(discover(8s, {"web"}), "+web");
  CHECK_EQ(next(8s), 18);
}

TEST_CASE_FIXTURE(grace_fixture, "each release has its own grace") {
  discover(0s, {"web"});
  CHECK_EQ(discover(3s, {"db", "web"}), "+db");
  CHECK_EQ(next(3s), 10);
  CHECK_FALSE(keeps("web", 10s));
  CHECK(keeps("db", 10s));
  discover(10s, {"db", "web"});
  CHECK_EQ(next(10s), 13);
}

TEST_CASE_FIXTURE(grace_fixture, "a discovery that is repeated begins a grace and ends none") {
  CHECK_EQ(discover(0s, {"web"}, false), "+web");
  CHECK_EQ(discover(5s, {}, false), "");
  CHECK_EQ(discover(10s, {"web"}, false), "");
  CHECK(grace.is_any_over(at(10s).steady_us));
  CHECK_FALSE(keeps("web", 11s));
}

TEST_CASE_FIXTURE(grace_fixture, "a wish that follows from an edit counts at once, until a discovery counts") {
  struct row {
    removal_grace::edit edit;
    bool of_flag; ///< a flag of a hook is kept
    bool of_script;
  };
  for (const auto& r : {
         row{{}, true, true},
         row{{.global = true}, false, false},
         row{{.flags = true}, true, false},
         row{{.modules = {"web"}}, false, false},
         row{{.modules = {"db"}}, true, true},
       }) {
    removal_grace one{10s};
    one.edited(r.edit);
    CHECK_EQ(one.keeps("web", removal_cause::flag, 0), r.of_flag);
    CHECK_EQ(one.keeps("web", removal_cause::script, 0), r.of_script);
    static_cast<void>(one.discovered({.counts = false}, at(1s)));
    CHECK_EQ(one.keeps("web", removal_cause::flag, 0), r.of_flag);
    static_cast<void>(one.discovered({}, at(1s)));
    CHECK(one.keeps("web", removal_cause::flag, 0));
    CHECK(one.keeps("web", removal_cause::script, 0));
  }
}

TEST_CASE_FIXTURE(grace_fixture, "an edit that the module has run with explains no later wish") {
  grace.edited({.modules = {"web"}});
  grace.ran("web");
  CHECK(keeps("web", 0s));
}

TEST_CASE_FIXTURE(grace_fixture, "an edit without which a script says no, too, explains its wish no more") {
  grace.edited({.global = true});
  grace.deny_edit("web");
  CHECK(keeps("web", 0s, removal_cause::script));
  CHECK_FALSE(keeps("web", 0s, removal_cause::flag));
  CHECK_FALSE(keeps("db", 0s, removal_cause::script));
  discover(0s, {});
  grace.edited({.global = true});
  CHECK_FALSE(keeps("web", 1s, removal_cause::script));
}

TEST_CASE_FIXTURE(grace_fixture, "an edit within the grace does not shorten it") {
  discover(0s, {"web"});
  grace.edited({.global = true});
  CHECK(keeps("web", 5s));
}

TEST_CASE_FIXTURE(grace_fixture, "a release whose removal is written meanwhile does not stay") {
  discover(0s, {"web"});
  CHECK_EQ(grace.discovered({.enabled = {"db"}}, at(5s)).stay, std::vector<std::string>{});
  CHECK_EQ(next(5s), 0);
}

TEST_CASE("a grace of 0 keeps nothing") {
  CHECK_FALSE(removal_grace(0s).keeps("web", removal_cause::script, 0));
}

TEST_CASE("the words of a grace name the cause, the time and the way to keep the module") {
  const auto flag = core::modules::grace_of_flag("web-app", "a.sh", "12:00:10");
  CHECK_EQ(flag.reason,
           "its flag webAppEnabled was switched off by global hook 'a.sh', which counts at 12:00:10 if it stays so");
  CHECK_EQ(core::modules::grace_of_flag("web", "", "12:00:10").reason,
           "its flag webEnabled was switched off by a global hook, which counts at 12:00:10 if it stays so");
  CHECK_EQ(core::modules::grace_of_script("no node", "12:00:10").reason,
           "its enabled script says no: no node, which counts at 12:00:10 if it stays so");
  CHECK_EQ(core::modules::grace_of_script("", "12:00:10").about, removal_cause::script);
}
