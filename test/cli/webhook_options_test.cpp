#include "parsed.hpp"

#include <initializer_list>
#include <utility>

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

TEST_CASE("the URL of webhooks has its host as a certificate has it") {
  const std::initializer_list<std::pair<const char*, const char*>> urls{
    {"https://[0:0:0:0:0:0:0:1]:9680", "https://[::1]:9680"},
    {"https://[2001:DB8::1]", "https://[2001:db8::1]"},
    {"https://LOCALHOST:1/", "https://localhost:1"},
    {"https://hooks.example.com.", "https://hooks.example.com"},
  };
  for (const auto& [given, kept] : urls) CHECK(started({"--webhook-url", given}).webhook_url == kept);
  CHECK(started({"--webhook-url", ""}).webhook_url.empty());
}

TEST_CASE("a name that no certificate can have is refused with its option and the next step") {
  for (const auto* url : {"https://b\u00fccher.example:1", "https://127.0.0.1.:1", "https://*.example.com",
                          "https://[::1", "https://[x]", "https://:1", "https://::1"})
    CHECK_MESSAGE(refused({"--webhook-url", url}) != "accepted", url);
  const auto words = refused({"--webhook-url", "https://b\u00fccher.example"});
  CHECK_MESSAGE(words.find("--webhook-url") != std::string::npos, words);
  CHECK_MESSAGE(words.find("xn--") != std::string::npos, words);
  for (const auto* name : {"b\u00fccher", "a.b", "A", ""})
    CHECK_MESSAGE(refused({"--validating-webhook-service-name", name}) != "accepted", name);
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
