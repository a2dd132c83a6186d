#include "core/status/webhook_status.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using core::status::text_of;
using core::status::webhooks_of;
using core::webhooks::webhook_standing;

core::status::webhook_standings samples() {
  return {
    {"", "g.sh", webhook_standing::kind::mutating, "m.x.io", webhook_standing::state::asked, {}},
    {"web", "hooks/a.sh", webhook_standing::kind::validating, "a.x.io", webhook_standing::state::unasked, "forbidden"}};
}

} // namespace

TEST_CASE("a webhook is listed with its kind, its state and the reason") {
  CHECK(core::status::text_of(samples()[0]) == "mutating m.x.io: asked");
  CHECK(core::status::text_of(samples()[1]) == "validating a.x.io: not asked: forbidden");
  CHECK(core::status::text_of(samples(), 200)
        == "\nWebhooks\n    global g.sh: mutating m.x.io: asked\n"
           "    web hooks/a.sh: validating a.x.io: not asked: forbidden\n");
  CHECK(core::status::text_of({}, 200).empty());
}

TEST_CASE("programs get the state as a word, and the module unless the hook is global") {
  CHECK(core::status::json_of(samples()).dump()
        == R"([{"hook":"g.sh","kind":"mutating","name":"m.x.io","state":"asked"},)"
           R"({"hook":"hooks/a.sh","kind":"validating","module":"web","name":"a.x.io","reason":"forbidden",)"
           R"("state":"notAsked"}])");
}

TEST_CASE("the webhooks of an owner are picked by its name") {
  REQUIRE(core::status::webhooks_of(samples(), "web").size() == 1);
  CHECK(core::status::webhooks_of(samples(), "web").front().name == "a.x.io");
  CHECK(core::status::webhooks_of(samples(), "").front().name == "m.x.io");
  CHECK(core::status::webhooks_of(samples(), "db").empty());
}
