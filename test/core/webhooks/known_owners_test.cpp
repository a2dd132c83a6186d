#include "core/webhooks/known_owners.hpp"

#include <doctest/doctest.h>

using namespace core::webhooks;

namespace {

const webhook_owner of_web{"web", "hooks/a.sh"};

/// A process with the modules `web` and `db`, before anything else is known.
known_owners begun() {
  known_owners x;
  x.present = {"", "web", "db"};
  return x;
}

known_owners discovered(std::set<std::string> switched_off = {}) {
  auto x = begun();
  x.switched_off = std::move(switched_off);
  return x;
}

unclaimed judged(const known_owners& known, const webhook_owner& owner = of_web) {
  return judge(known, "a.b.c", &owner);
}

} // namespace

TEST_CASE("a hook that was asked without a doubt, and does not name its webhook any more, has given it up") {
  auto known = discovered();
  CHECK(judged(known) == unclaimed::awaited);
  known.asked["web"] = {{"hooks/a.sh", ""}};
  CHECK(judged(known) == unclaimed::dropped);
  known.asked["web"] = {{"hooks/b.sh", ""}}; // the file has gone, is not executable, or has failed
  CHECK(judged(known) == unclaimed::hook_gone);
  known.asked["web"] = {};
  CHECK(judged(known) == unclaimed::hook_gone);
}

TEST_CASE("the hooks of a program are asked together") {
  auto known = discovered();
  known.asked["web"] = {{"hooks/batch", "1"}};
  CHECK(judged(known, {"web", "hooks/batch:guard:0"}) == unclaimed::dropped);
  CHECK(judged(known, {"web", "hooks/batch:guard:0", "1"}) == unclaimed::not_asked);
  CHECK(judged(known, {"web", "hooks/batch-2:guard:0"}) == unclaimed::hook_gone);
}

TEST_CASE("a hook whose file is the same has not given its webhook up") {
  auto known = discovered();
  known.asked["web"] = {{"hooks/a.sh", "1"}};
  CHECK(judged(known, {"web", "hooks/a.sh", "1"}) == unclaimed::not_asked);
  CHECK(judged(known, {"web", "hooks/a.sh", "2"}) == unclaimed::dropped);
  CHECK_MESSAGE(judged(known, {"web", "hooks/a.sh"}) == unclaimed::dropped, "an older operator has noted no file");
  known.asked["web"] = {{"hooks/a.sh", ""}};
  CHECK_MESSAGE(judged(known, {"web", "hooks/a.sh"}) == unclaimed::dropped, "neither file is known");
  known.switched_off = {"web"};
  CHECK(judged(known, {"web", "hooks/a.sh", "1"}) == unclaimed::given_up);
}

TEST_CASE("webhooks go only if they are given up or dropped") {
  CHECK(goes(unclaimed::given_up));
  CHECK(goes(unclaimed::dropped));
  CHECK_FALSE(goes(unclaimed::not_asked));
  CHECK_FALSE(goes(unclaimed::hook_gone));
}

TEST_CASE("a module that a written wish switches off has given its webhooks up, also without a directory") {
  CHECK(judged(discovered({"web"})) == unclaimed::given_up);
  CHECK(judged(discovered({"old"}), {"old", "hooks/a.sh"}) == unclaimed::given_up);
  CHECK(judged(discovered({""}), {"", "a.sh"}) == unclaimed::awaited);
}

TEST_CASE("an absence alone gives nothing up") {
  auto known = discovered({"db"});
  known.off = {"web"};
  CHECK(judged(known) == unclaimed::module_off);
  CHECK(judged(known, {"old", "hooks/a.sh"}) == unclaimed::module_gone);
  CHECK(judged(known, {}) == unclaimed::ownerless);
  known.asked[""] = {{"20-other.sh", ""}};
  CHECK(judged(known, {"", "10-guard.sh"}) == unclaimed::hook_gone);
}

TEST_CASE("before the first discovery a module that is not there says nothing") {
  CHECK(judged(begun(), {"old", "hooks/a.sh"}) == unclaimed::awaited);
}

TEST_CASE("webhooks of this process, and webhooks that no operator has registered, need no owner") {
  auto known = discovered();
  known.owned = {"a.b.c"};
  CHECK(judged(known, {"old", "hooks/a.sh"}) == unclaimed::given_up);
  CHECK(judge(discovered(), "x.y.z", nullptr) == unclaimed::given_up);
}
