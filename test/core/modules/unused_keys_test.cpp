#include "core/modules/unused_keys.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace core::config;
using namespace core::modules;
using namespace text;

namespace {

/// `key: reason` for each unused key; the modules are `ingress-nginx` and `ingress`.
std::vector<std::string> unused(const configuration& x) {
  std::vector<std::string> lines;
  for (const auto& key : unused_keys(x, {"ingress-nginx", "ingress"})) lines.push_back(key.key + ": " + key.reason);
  return lines;
}

std::vector<std::string> unused_of(const std::map<std::string, std::string>& data) {
  return unused(read_configuration(data));
}

using lines = std::vector<std::string>;

} // namespace

TEST_SUITE("core/unused_keys") {
  TEST_CASE("keys of the global section and of modules are used") {
    CHECK(unused_of({{"global", "a: 1"}, {"ingressNginx", "a: 1"}, {"ingressNginxEnabled", "true"}}).empty());
  }

  TEST_CASE("keys of a module that does not exist have no effect") {
    CHECK(unused_of({{"web", "a: 1"}}) == lines{"web: no module has this name"});
    CHECK(unused_of({{"webEnabled", "true"}}) == lines{"webEnabled: no module has this name"});
    CHECK(unused_of({{"webMaintenance", "NoResourceReconciliation"}})
          == lines{"webMaintenance: no module has this name"});
    CHECK(unused_of({{"ingressNginxMaintenance", "NoResourceReconciliation"}}).empty());
  }

  TEST_CASE("a key that cannot be read has no effect either if its module does not exist") {
    CHECK(unused_of({{"web", "a: ["}}) == lines{"web: no module has this name"});
    CHECK(unused_of({{"ingressNginx", "a: ["}}).empty());
  }

  TEST_CASE("a key is named as it is written, with the one that was meant") {
    CHECK(unused_of({{"ingressNginxEnabld", "false"}})
          == lines{"ingressNginxEnabld: no module has this name; did you mean ingressNginxEnabled?"});
    CHECK(unused_of({{"ingressNginxEnabld", "\"false\""}})
          == lines{"ingressNginxEnabld: no module has this name; did you mean ingressNginxEnabled?"});
    CHECK(unused_of({{"ingresNginxEnabled", "true"}})
          == lines{"ingresNginxEnabled: no module has this name; did you mean ingressNginxEnabled?"});
    CHECK(unused_of({{"ingresNginx", "a: 1"}})
          == lines{"ingresNginx: no module has this name; did you mean ingressNginx?"});
    CHECK(unused_of({{"globl", "a: 1"}}) == lines{"globl: no module has this name; did you mean global?"});
    CHECK(unused_of({{"web", "false"}, {"webEnabled", "true"}})
          == lines{"webEnabled: the key 'web' is false, which counts", "webEnabled: no module has this name",
                   "web: no module has this name"});
  }

  TEST_CASE("a key that no module can have is a problem of its own, not an unused one") {
    configuration x;
    x.errors.push_back({.key = "We-b", .section = "We-b", .reason = "no name", .is_bad_name = true});
    CHECK(unused(x).empty());
  }

  TEST_CASE("a key is named once, also if several readers have found it") {
    configuration x;
    x.ignored.push_back({"web", "no module has this name"});
    x.ignored.push_back({"other", "nothing reads it"});
    const auto section = json::object();
    x.set_section("web", &section);
    CHECK(unused(x) == lines{"web: no module has this name", "other: nothing reads it"});
  }
}
