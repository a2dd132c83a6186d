#include "core/webhooks/webhook_standing.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace {

using core::bindings::webhook_kind;
using core::webhooks::webhook_standing;
using state = core::webhooks::webhook_standing::state;

core::webhooks::hook_webhook webhook(const std::string& name, webhook_kind kind = webhook_kind::validating) {
  core::bindings::webhook_binding x;
  x.name = name;
  x.kind = kind;
  return {"a.sh", std::make_shared<const core::bindings::webhook_binding>(x)};
}

core::webhooks::hook_conversion conversion(const std::string& definition) {
  core::bindings::conversion_binding x;
  x.definition = definition;
  return {"c.sh", std::make_shared<const core::bindings::conversion_binding>(x)};
}

/// The only webhook of the book.
webhook_standing only(const core::webhooks::webhook_book& book, const core::webhooks::registered_webhooks& registered) {
  const auto all = standings_of(book, {}, registered);
  REQUIRE(all.size() == 1);
  return all.front();
}

} // namespace

TEST_CASE("a webhook waits for its hook, is asked, is closed with its module, and is given back") {
  core::webhooks::webhook_book book;
  core::webhooks::registered_webhooks registered{.is_kept = true};
  REQUIRE(book.claim("web", {webhook("a.b.c")}).empty());
  CHECK(only(book, registered).now == state::waits);
  CHECK(only(book, registered).why.find("Synchronization") != std::string::npos);
  book.open("web", "");
  CHECK(only(book, registered).now == state::unasked);
  CHECK(only(book, registered).why == "it is being registered");
  registered.names[0] = {"a.b.c"};
  CHECK(only(book, registered).now == state::asked);
  CHECK(only(book, registered).why.empty());
  CHECK(only(book, registered).module == "web");
  CHECK(only(book, registered).hook == "a.sh");
  book.close("web");
  CHECK(only(book, registered).now == state::closed);
  REQUIRE(book.claim("web", {}).empty());
  CHECK(only(book, registered).now == state::given_back);
}

TEST_CASE("a failed look is the reason of a missing webhook, and a doubt about a webhook that was there") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("", {webhook("a.b.c", webhook_kind::mutating)}).empty());
  book.open("", "");
  core::webhooks::registered_webhooks registered{.is_kept = true};
  registered.names[0] = {"a.b.c"};
  registered.problems[0] = "of the other kind";
  registered.problems[1] = "forbidden";
  CHECK(only(book, registered).now == state::unasked);
  CHECK(only(book, registered).why == "forbidden");
  registered.names[1] = {"a.b.c"};
  CHECK(only(book, registered).now == state::asked);
  CHECK(only(book, registered).why == "it was registered, but the last look has failed: forbidden");
}

TEST_CASE("an operator that registers no webhooks says so") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("", {webhook("a.b.c")}).empty());
  book.open("", "");
  CHECK(only(book, {}).why == "the operator registers no webhooks: no configuration names it");
}

TEST_CASE("conversions come by definition, each with the state of its definition") {
  core::webhooks::conversion_book book;
  book.claim("web", {conversion("z.x.io"), conversion("a.x.io")});
  book.claim("", {conversion("m.x.io")});
  core::webhooks::registered_webhooks registered{.is_kept = true};
  registered.definitions = {"a.x.io"};
  registered.definition_problems = {{"z.x.io", "the definition does not exist yet"}};
  const auto all = standings_of({}, book, registered);
  REQUIRE(all.size() == 3);
  CHECK(all[0].name == "a.x.io");
  CHECK(all[0].now == state::asked);
  CHECK(all[1].name == "m.x.io");
  CHECK(all[1].module.empty());
  CHECK(all[1].why == "it is being registered");
  CHECK(all[2].why == "the definition does not exist yet");
  CHECK(all[2].now == state::unasked);
  CHECK(std::string(name(all[2].what)) == "conversion");
}

TEST_CASE("webhooks that the API server does not ask are named, and many are counted") {
  core::webhooks::webhook_wish wish;
  for (const auto* x : {"a", "b", "c", "d", "e", "f", "g"}) wish.webhooks.push_back(webhook(x));
  wish.webhooks.push_back(webhook("m", webhook_kind::mutating));
  core::webhooks::registered_webhooks registered;
  CHECK_MESSAGE(unasked_names(wish, registered).empty(), "no look has failed");
  registered.problems[0] = "forbidden";
  CHECK(unasked_names(wish, registered) == "a, b, c, d, e and 2 more");
  registered.names[0] = {"a", "c", "d", "e", "f", "g"};
  CHECK(unasked_names(wish, registered) == "b");
  registered.problems[1] = "forbidden";
  CHECK(unasked_names(wish, registered) == "b, m");
}
