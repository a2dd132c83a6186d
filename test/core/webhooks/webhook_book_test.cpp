#include "core/webhooks/webhook_book.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <doctest/doctest.h>

namespace {

core::webhooks::hook_webhook webhook(const std::string& hook, const std::string& name) {
  core::bindings::webhook_binding x;
  x.name = name;
  return {hook, std::make_shared<const core::bindings::webhook_binding>(x)};
}

} // namespace

TEST_CASE("a path belongs to a single hook") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c")}).empty());
  const auto same = book.claim("db", {webhook("b.sh", "a.b.c")});
  REQUIRE(same.contains("b.sh"));
  CHECK(same.at("b.sh").message
        == "kubernetesValidating: 'a.b.c' of hook 'b.sh' of module 'db' is taken by hook 'a.sh' of module 'web': "
           "give each webhook its own name");
  CHECK(book.claim("db", {webhook("b.sh", "a.b-c.d"), webhook("c.sh", "a.b.c-d")}).contains("c.sh"));
  CHECK(book.find("/hooks/a-b-c-d")->webhook.hook == "b.sh");
  CHECK(book.find("/hooks/a-b-c")->module == "web");
}

TEST_CASE("a refused hook claims nothing, and costs the other hooks of its owner nothing") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c")}).empty());
  const auto refused = book.claim(
    "", {webhook("1.sh", "1.b.c"), webhook("1.sh", "a.b.c"), webhook("1.sh", "2.b.c"), webhook("2.sh", "d.e.f")});
  CHECK(refused.size() == 1);
  book.open("", "");
  CHECK(book.find("/hooks/d-e-f")->is_open);
  CHECK(book.find("/hooks/2-b-c") == nullptr);
  CHECK_FALSE(book.find("/hooks/1-b-c")->is_open);
  CHECK(book.find("/hooks/1-b-c")->is_off);
  CHECK(book.claim("db", {webhook("b.sh", "1.b.c")}).empty());
  CHECK(book.find("/hooks/1-b-c")->module == "db");
}

TEST_CASE("a claim replaces the owner's earlier claims and is closed") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c"), webhook("b.sh", "d.e.f")}).empty());
  CHECK_FALSE(book.find("/hooks/a-b-c")->is_open);
  book.open("web", "a.sh");
  CHECK(book.find("/hooks/a-b-c")->is_open);
  CHECK_FALSE(book.find("/hooks/d-e-f")->is_open);
  book.open("web", "");
  CHECK(book.find("/hooks/d-e-f")->is_open);
  book.close("web");
  CHECK_FALSE(book.find("/hooks/a-b-c")->is_open);
}

TEST_CASE("a webhook that is switched off keeps its path and its policy until another hook claims the path") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c")}).empty());
  book.open("web", "");
  REQUIRE(book.claim("web", {}).empty());
  book.open("web", "");
  REQUIRE(book.find("/hooks/a-b-c") != nullptr);
  CHECK(book.find("/hooks/a-b-c")->is_off);
  CHECK_FALSE(book.find("/hooks/a-b-c")->is_open);
  REQUIRE(book.claim("db", {webhook("b.sh", "a.b.c")}).empty());
  book.open("db", "b.sh");
  CHECK(book.find("/hooks/a-b-c")->is_open);
  CHECK(book.find("/hooks/a-b-c")->webhook.hook == "b.sh");
}

TEST_CASE("the webhooks that answer are wanted") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c"), webhook("b.sh", "d.e.f")}).empty());
  CHECK(book.wanted().empty());
  CHECK(book.has_claims());
  book.open("web", "a.sh");
  REQUIRE(book.wanted().size() == 1);
  CHECK(book.wanted()[0].binding->name == "a.b.c");
  book.close("web");
  CHECK(book.wanted().empty());
  static_cast<void>(book.claim("web", {}));
  CHECK_FALSE(book.has_claims());
}

TEST_CASE("a wish is complete when each owner has claimed its webhooks, and has answered for them") {
  core::webhooks::webhook_book book;
  book.expect({"", "web", "db"});
  static_cast<void>(book.claim("", {}));
  static_cast<void>(book.claim("web", {webhook("a.sh", "a.b.c")}));
  CHECK_FALSE(book.is_complete());
  static_cast<void>(book.claim("db", {}));
  CHECK_FALSE(book.is_complete());
  book.open("web", "");
  CHECK(book.is_complete());
  book.close("web"); // its deletion begins
  CHECK(book.is_complete());
  book.doubt("db");
  CHECK_FALSE(book.is_complete());
}

TEST_CASE("hooks that are loaded again are awaited again") {
  core::webhooks::webhook_book book;
  static_cast<void>(book.claim("web", {webhook("a.sh", "a.b.c")}));
  book.open("web", "");
  book.expect({"web"});
  CHECK(book.is_complete());
  static_cast<void>(book.claim("web", {webhook("a.sh", "a.b.c")}));
  CHECK_FALSE(book.is_complete());
}
