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
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c")}));
  const auto same = book.claim("db", {webhook("b.sh", "a.b.c")});
  REQUIRE_FALSE(same);
  CHECK(same.error().message
        == "kubernetesValidating: 'a.b.c' of hook 'b.sh' of module 'db' is taken by hook 'a.sh' of module 'web': "
           "give each webhook its own name");
  CHECK_FALSE(book.claim("db", {webhook("b.sh", "a.b-c.d"), webhook("c.sh", "a.b.c-d")}));
  CHECK(book.find("/hooks/a-b-c-d") == nullptr);
  CHECK(book.find("/hooks/a-b-c")->module == "web");
}

TEST_CASE("a claim replaces the owner's earlier claims and is closed") {
  core::webhooks::webhook_book book;
  REQUIRE(book.claim("web", {webhook("a.sh", "a.b.c"), webhook("b.sh", "d.e.f")}));
  CHECK_FALSE(book.find("/hooks/a-b-c")->is_open);
  book.open("web", "a.sh");
  CHECK(book.find("/hooks/a-b-c")->is_open);
  CHECK_FALSE(book.find("/hooks/d-e-f")->is_open);
  book.open("web", "");
  CHECK(book.find("/hooks/d-e-f")->is_open);
  book.close("web");
  CHECK_FALSE(book.find("/hooks/a-b-c")->is_open);
  REQUIRE(book.claim("web", {}));
  CHECK(book.find("/hooks/a-b-c") == nullptr);
}
