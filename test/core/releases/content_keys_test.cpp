#include "core/releases/content_keys.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using core::releases::content_keys;
using core::releases::keys_without;
using core::releases::marks_of_keys;
using names = std::vector<std::string>;

namespace {

std::string secret(const std::string& name, const std::string& content) {
  return "---\napiVersion: v1\nkind: Secret\nmetadata: {name: " + name + "}\n" + content + "\n";
}

} // namespace

TEST_CASE("the keys of a manifest are those of its Secrets and ConfigMaps, whatever part they are in") {
  const auto manifest = secret("db", "data: {a: eA==}\nstringData: {b: x}") + R"(---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: other}, data: {c: x}, binaryData: {d: eA==}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
data: {e: x}
---
apiVersion: v1
kind: Secret
metadata: {name: of-helm, annotations: {helm.sh/hook: pre-install}}
data: {f: x}
---
apiVersion: v1
kind: Secret
metadata: {name: empty}
)";
  CHECK(content_keys(manifest, "apps")
        == std::set<std::string>{"key 'a' of apps/Secret/db", "key 'b' of apps/Secret/db",
                                 "key 'c' of other/ConfigMap/web", "key 'd' of other/ConfigMap/web"});
  CHECK(content_keys("a: [", "apps").empty());
}

TEST_CASE("equal keys have equal marks, in order") {
  const auto marks = marks_of_keys({"key 'a' of apps/Secret/db", "key 'b' of apps/Secret/db"});
  CHECK(marks.size() == 2);
  CHECK(marks.front() <= marks.back());
  CHECK(marks == marks_of_keys({"key 'b' of apps/Secret/db", "key 'a' of apps/Secret/db"}));
}

TEST_CASE("a key is lost if its object stays without it") {
  const auto before = secret("db", "data: {a: eA==, b: eA==}") + secret("gone", "data: {c: eA==}");
  struct row {
    std::string what;
    std::string now;
    names lost;
  };
  const std::vector<row> rows = {
    {"all is there", before, {}},
    {"other contents", secret("db", "data: {a: eQ==, b: eQ==}") + secret("gone", "data: {c: eQ==}"), {}},
    {"in another part", secret("db", "stringData: {a: x, b: y}") + secret("gone", "data: {c: eQ==}"), {}},
    {"an object goes as a whole", secret("db", "data: {a: eA==, b: eA==}"), {}},
    {"a key goes", secret("db", "data: {a: eA==}"), {"key 'b' of apps/Secret/db"}},
    {"the whole content goes",
     secret("db", ""),
     {"key 'a' of apps/Secret/db", "key 'b' of apps/Secret/db",
      "with a helm that is started for each task, any key that another client has written into apps/Secret/db"}},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    CHECK(keys_without(before, x.now, "apps") == x.lost);
  }
}
