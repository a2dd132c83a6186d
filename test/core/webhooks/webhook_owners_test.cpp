#include "core/webhooks/webhook_owners.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::webhooks;
using text::json;

namespace {

json configuration(const std::string& annotation) {
  return json::object(
    {{"metadata", json::object({{"annotations", json::object({{owners_annotation, annotation}})}})},
     {"webhooks", json::array({json::object({{"name", "a.b.c"}}), json::object({{"name", "d.e.f"}})})}});
}

} // namespace

TEST_CASE("owners are read as they were written") {
  const owners_by_name all{{"a.b.c", {"web", "hooks/a.sh"}},
                           {"d.e.f", {"", "10-guard.sh"}},
                           {"g.h.i", {}},
                           {"j.k.l", {"web", "hooks/a.sh", "0123"}}};
  CHECK(owners_text({{"a.b.c", {"web", "hooks/a.sh"}}}) == R"({"a.b.c":{"hook":"hooks/a.sh","module":"web"}})");
  CHECK(owners_text({{"a.b.c", {"web", "hooks/a.sh", "01"}}})
        == R"({"a.b.c":{"file":"01","hook":"hooks/a.sh","module":"web"}})");
  const auto now = configuration(owners_text(all));
  CHECK(owners_in(&now) == all);
  const auto none = configuration(owners_text({}));
  CHECK(owners_in(&none).empty());
}

TEST_CASE("each entry of a configuration without the annotation has an unknown owner") {
  const owners_by_name unknown{{"a.b.c", {}}, {"d.e.f", {}}};
  for (const auto& now :
       {configuration("{}").without("metadata"), configuration(""), configuration("[]"), configuration("not JSON")})
    CHECK(owners_in(&now) == unknown);
  CHECK(owners_in(nullptr).empty());
  const auto strange = configuration(R"({"a.b.c":7})");
  CHECK(owners_in(&strange) == owners_by_name{{"a.b.c", {}}});
}

TEST_CASE("an annotation that would be too long is empty, so that no owner counts as not registered") {
  owners_by_name all;
  for (int i = 0; i < 2000; ++i)
    all.emplace("webhook-" + std::to_string(i) + ".example.com", webhook_owner{"web", "hooks/a-hook-with-a-name.sh"});
  CHECK(owners_text(all).empty());
}

TEST_CASE("words on an owner name its module") {
  CHECK(words_on(webhook_owner{"web", "hooks/a.sh"}) == "hook 'hooks/a.sh' of module 'web'");
  CHECK(words_on(webhook_owner{"", "a.sh"}) == "global hook 'a.sh'");
}
