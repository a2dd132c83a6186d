#include "core/webhooks/webhook_path.hpp"

#include <doctest/doctest.h>

TEST_CASE("the path of a webhook is formed as the predecessor forms it") {
  using core::webhooks::webhook_path;
  CHECK(webhook_path("limits.web.example.com") == "/hooks/limits-web-example-com");
  CHECK(webhook_path("aB--c_d") == "/hooks/a-b-c-d");
  CHECK(webhook_path("a/b") == "/hooks/a/b");
}
