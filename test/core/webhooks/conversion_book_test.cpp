#include "core/webhooks/conversion_book.hpp"

#include <doctest/doctest.h>

#include <memory>

namespace {

constexpr auto tabs = "tabs.x.io";

core::webhooks::hook_conversion conversion(const std::string& hook, const std::string& definition,
                                           const std::vector<core::bindings::conversion_step>& steps) {
  core::bindings::conversion_binding x;
  x.name = hook + "-binding";
  x.definition = definition;
  x.steps = steps;
  return {hook, std::make_shared<const core::bindings::conversion_binding>(x)};
}

/// `web/a.sh v1>v2`: the stages of the chain.
std::string chain(const core::webhooks::conversion_book& book, const std::string& from, const std::string& to) {
  std::string text;
  for (const auto& x : book.find(tabs, from, to))
    text += (text.empty() ? "" : " ") + x.module + "/" + x.conversion.hook + ":" + x.step.from + ">" + x.step.to + "="
            + x.version;
  return text;
}

} // namespace

TEST_CASE("a chain goes over the hooks of several owners") {
  core::webhooks::conversion_book book;
  book.claim("web", {conversion("b.sh", tabs, {{"v2", "v3"}}), conversion("c.sh", "other.x.io", {{"v1", "v3"}})});
  book.claim("", {conversion("a.sh", tabs, {{"x.io/v1", "x.io/v2"}, {"v2", "v1"}})});
  CHECK_EQ(chain(book, "x.io/v1", "x.io/v3"), "/a.sh:x.io/v1>x.io/v2=x.io/v2 web/b.sh:v2>v3=x.io/v3");
  CHECK_EQ(chain(book, "x.io/v3", "x.io/v1"), "");
}

TEST_CASE("of equal steps the first counts, whatever the order of the claims") {
  core::webhooks::conversion_book book;
  book.claim("web", {conversion("b.sh", tabs, {{"v1", "v2"}})});
  book.claim("db", {conversion("a.sh", tabs, {{"v1", "v2"}}), conversion("b.sh", tabs, {{"v1", "v2"}})});
  CHECK_EQ(chain(book, "x.io/v1", "x.io/v2"), "db/a.sh:v1>v2=x.io/v2");
  book.claim("", {conversion("z.sh", tabs, {{"v1", "v2"}})});
  CHECK_EQ(chain(book, "x.io/v1", "x.io/v2"), "/z.sh:v1>v2=x.io/v2");
}

TEST_CASE("a claim replaces the conversions of its owner") {
  core::webhooks::conversion_book book;
  book.claim("web", {conversion("b.sh", tabs, {{"v1", "v2"}}), conversion("b.sh", "other.x.io", {{"v1", "v2"}})});
  CHECK(book.definitions() == std::set<std::string>{"other.x.io", tabs});
  book.claim("web", {conversion("b.sh", tabs, {{"v2", "v1"}})});
  CHECK(book.definitions() == std::set<std::string>{tabs});
  CHECK_EQ(chain(book, "x.io/v1", "x.io/v2"), "");
  book.claim("web", {});
  CHECK(book.definitions().empty());
}

TEST_CASE("the path of a definition is its name") {
  core::webhooks::conversion_book book;
  book.claim("web", {conversion("b.sh", tabs, {{"v1", "v2"}})});
  CHECK(book.definition_at("/tabs.x.io") == tabs);
  for (const auto* x : {"", "/", "tabs.x.io", "/tabs", "/tabs.x.io/", "/other.x.io"})
    CHECK_MESSAGE(book.definition_at(x).empty(), x);
}
