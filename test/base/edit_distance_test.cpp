#include "base/edit_distance.hpp"

#include <doctest/doctest.h>

using base::edit_distance;
using base::near_names;

TEST_CASE("a changed, missing or added character and two that are swapped count as one") {
  CHECK(edit_distance("web", "web") == 0);
  CHECK(edit_distance("web", "wab") == 1);
  CHECK(edit_distance("web", "we") == 1);
  CHECK(edit_distance("web", "ewb") == 1);
  CHECK(edit_distance("", "web") == 3);
}

TEST_CASE("a key is a slip of another key if they differ by a letter or two, or in their form only") {
  CHECK(base::is_slip("dbEnabld", "dbEnabled"));
  CHECK(base::is_slip("szie", "size"));
  CHECK(base::is_slip("INGRESS_NGINX", "ingressNginx"));
  CHECK(base::is_slip("resorcse", "resources"));
  CHECK_FALSE(base::is_slip("seiz", "size"));
  CHECK_FALSE(base::is_slip("b", "a"));
  CHECK_FALSE(base::is_slip("replicas", "size"));
  // It would take minutes to compare them.
  CHECK_FALSE(base::is_slip(std::string(1'000'000, 'a'), std::string(1'000'000, 'a') + "b"));
}

TEST_CASE("near names are those with a slip, or with a part of what was written") {
  const std::vector<std::string> modules{"cert-manager", "ingress-nginx", "web-ap", "web-app", "x"};
  CHECK(near_names("web-appp", modules) == std::vector<std::string>{"web-app", "web-ap"});
  CHECK(near_names("nginx", modules) == std::vector<std::string>{"ingress-nginx"});
  CHECK(near_names("cert-mangaer", modules) == std::vector<std::string>{"cert-manager"});
  CHECK(near_names("webEnabld", {"web", "webEnabled", "we"}) == std::vector<std::string>{"webEnabled"});
  CHECK(near_names("prometheus", modules).empty());
  // Short names are near to every other name.
  CHECK(near_names("dp", {"db"}).empty());
  CHECK(near_names("low", {"own"}).empty());
  CHECK(near_names("wep", {"web", "web"}) == std::vector<std::string>{"web"});
  CHECK(near_names("y", modules).empty());
}

TEST_CASE("a message about an unknown name ends with the near ones") {
  CHECK(base::did_you_mean("wbe", {"web", "shop"}) == "; did you mean web?");
  CHECK(base::did_you_mean("web", {"web-a", "web-b"}) == "; did you mean web-a or web-b?");
  CHECK(base::did_you_mean("prometheus", {"web"}).empty());
}
