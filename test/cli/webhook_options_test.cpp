#include "parsed.hpp"

using test::parse;
using test::refused;
using test::started;

TEST_CASE("the objects of webhooks have the names of the predecessor's variables") {
  const auto options = started(
    {}, {"VALIDATING_WEBHOOK_CONFIGURATION_NAME=a", "VALIDATING_WEBHOOK_SERVICE_NAME=b", "VALIDATING_WEBHOOK_CA=/c"});
  CHECK(options.webhook_configuration == "a");
  CHECK(options.webhook_service == "b");
  CHECK(options.webhook_ca == "/c");
  CHECK(options.without_effect.empty());
  CHECK(started({}).webhook_configuration == "shell-operator-hooks");
}

TEST_CASE("the URL of webhooks has a host alone, as the API server takes it") {
  CHECK(started({"--webhook-url", "https://192.0.2.1:9680/"}).webhook_url == "https://192.0.2.1:9680");
  for (const auto* url : {"http://192.0.2.1", "https://", "https://a/b", "https://a?b", "https://u:p@a"})
    CHECK_MESSAGE(refused({"--webhook-url", url}) != "accepted", url);
}

TEST_CASE("webhooks are removed by a command with the options that name them") {
  const auto command =
    parse({"webhooks", "remove", "--namespace", "d8", "--validating-webhook-configuration-name", "a"});
  const auto* removal = std::get_if<cli::webhooks_remove_command>(&command);
  REQUIRE(removal != nullptr);
  CHECK(removal->platform.namespace_name == "d8");
  CHECK(removal->platform.webhook_configuration == "a");
  CHECK(refused({"webhooks"}) != "accepted");
  CHECK(refused({"webhooks", "remove", "--modules-dir", "x"}) != "accepted");
}
