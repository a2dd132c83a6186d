#include "kube/access/impersonation.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/impersonation");

namespace {

base::result<kube::access::impersonation> read(const char* user) {
  return kube::access::read_impersonation(text::parse_yaml(user).value());
}

std::vector<std::string> headers(const char* user) {
  const auto x = read(user);
  REQUIRE_MESSAGE(x, x.error().message);
  return kube::access::headers_of(*x);
}

std::string failure(const char* user) {
  const auto x = read(user);
  return x ? "" : x.error().message;
}

} // namespace

TEST_CASE("a user without impersonation has no headers") {
  CHECK(headers("{token: t}").empty());
  CHECK(headers("{as: '', as-uid: null, as-groups: [], as-user-extra: {}}").empty());
}

TEST_CASE("each part of an impersonated account is a header, and lists are several headers") {
  CHECK(headers("{as: jane, as-uid: '7', as-groups: [dev, 'system:masters'], as-user-extra: {scopes: [view, edit]}}")
        == std::vector<std::string>{"Impersonate-User: jane", "Impersonate-Uid: 7", "Impersonate-Group: dev",
                                    "Impersonate-Group: system:masters", "Impersonate-Extra-scopes: view",
                                    "Impersonate-Extra-scopes: edit"});
}

TEST_CASE("names of extra fields are escaped as client-go escapes them, and empty values are sent") {
  CHECK(headers("{as: jane, as-user-extra: {'acme.com/project': [''], 'a%b': [x]}}")
        == std::vector<std::string>{"Impersonate-User: jane", "Impersonate-Extra-a%25b: x",
                                    "Impersonate-Extra-acme.com%2Fproject;"});
}

TEST_CASE("an account that cannot be impersonated is refused with the key") {
  CHECK(failure("{as: 1}") == "'as' must be a text");
  CHECK(failure("{as: jane, as-groups: dev}") == "'as-groups' must be a list of texts");
  CHECK(failure("{as: jane, as-groups: [1]}") == "'as-groups' must be a list of texts");
  CHECK(failure("{as: jane, as-user-extra: {a: b}}") == "'as-user-extra' must be a list of texts");
  CHECK(failure("{as: jane, as-user-extra: [a]}") == "'as-user-extra' must be a map of lists of texts");
  CHECK(failure("{as: \"a\\nb\"}") == "'as' has a line break or a control character, so it cannot be sent");
  for (const auto* alone : {"{as-uid: '7'}", "{as-groups: [dev]}", "{as-user-extra: {a: [b]}}"})
    CHECK(failure(alone) == "'as-uid', 'as-groups' and 'as-user-extra' need 'as' beside them, the user to impersonate");
}

TEST_SUITE_END();
