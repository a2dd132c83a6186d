#include "core/webhooks/registration.hpp"

#include <doctest/doctest.h>

TEST_CASE("webhooks need the namespace of their Service, or a URL with a certificate from files") {
  core::webhooks::registration x;
  CHECK(x.problem().find("--namespace") != std::string::npos);
  x.url = "https://192.0.2.1";
  CHECK(x.problem().find("--validating-webhook-server-cert") != std::string::npos);
  x.authority = core::webhooks::authority_source::file;
  CHECK(x.problem().empty());
  x = {};
  x.namespace_name = "ops";
  CHECK(x.problem().empty());
}
