#include "cli/debug_question.hpp"

#include "sys/files/temp_dir.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

/// An operator as far as these commands can see it: pages on a socket.
struct debug_fixture {
  debug_fixture() {
    auto made =
      sys::http::listener::start({.address = sys::http::unix_address{socket}}, [this](const auto& request, auto reply) {
        const auto found = pages.find(request.path);
        asked = request.query;
        if (found == pages.end()) return reply({.status = 404, .body = "no such page\n"});
        reply({.body = found->second, .warnings = warnings, .exit_code = exit_code});
      });
    REQUIRE_MESSAGE(made, made.error().message);
    listener = std::move(*made);
  }
  cli::exit_with run(const std::string& page, cli::debug_output output = cli::debug_output::yaml) const {
    return cli::run(cli::debug_command{socket, page, "", output});
  }

  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "debug-commands-");
  std::string socket = directory.file("debug.socket");
  std::map<std::string, std::string, std::less<>> asked;
  std::map<std::string, std::string> pages{{"/global/list.json", R"({"globalHooks":["a.sh","b.py"]})"}};
  std::vector<std::string> warnings;
  int exit_code = 0;
  std::unique_ptr<sys::http::listener> listener;
};

} // namespace

TEST_CASE_FIXTURE(debug_fixture, "what is asked of a page goes along as its query") {
  CHECK(cli::run({socket, "/global/list", "global=true&secrets=true", cli::debug_output::yaml}).code == 0);
  CHECK(asked == decltype(asked){{"global", "true"}, {"secrets", "true"}});
}

TEST_CASE_FIXTURE(debug_fixture, "an answer is printed as YAML, as lines or as the JSON that came") {
  CHECK(run("/global/list", cli::debug_output::text).text == "globalHooks[0]: \"a.sh\"\nglobalHooks[1]: \"b.py\"\n");
  CHECK(run("/global/list").code == 0);
  CHECK(run("/global/list").text == "globalHooks:\n- a.sh\n- b.py\n");
  CHECK(run("/global/list", cli::debug_output::json).text == "{\"globalHooks\":[\"a.sh\",\"b.py\"]}\n");
}

TEST_CASE_FIXTURE(debug_fixture, "a page that is asked for by its path is printed as it comes") {
  pages["/"] = "debug endpoint is alive\n";
  CHECK(run("/", cli::debug_output::as_it_comes).text == "debug endpoint is alive\n");
  CHECK(run("/global/list.json", cli::debug_output::as_it_comes).text == "{\"globalHooks\":[\"a.sh\",\"b.py\"]}\n");
  CHECK(run("/none", cli::debug_output::as_it_comes).code == 1);
}

TEST_CASE_FIXTURE(debug_fixture,
                  "an answer that names a problem is an answer, and its code is the code of the command") {
  exit_code = 2;
  for (const auto output : {cli::debug_output::yaml, cli::debug_output::json, cli::debug_output::text}) {
    const auto answer = run("/global/list", output);
    CHECK(answer.code == 2);
    CHECK(answer.is_answer);
  }
  CHECK_FALSE(run("/none").is_answer);
}

TEST_CASE_FIXTURE(debug_fixture, "what the operator remarks stands beside the answer, in each form") {
  warnings = {"section 'web': got \"x\"", "another"};
  for (const auto output : {cli::debug_output::yaml, cli::debug_output::json, cli::debug_output::text})
    CHECK(run("/global/list", output).remarks
          == "addon-operator: warning: section 'web': got \"x\"\naddon-operator: warning: another\n");
}

TEST_CASE_FIXTURE(debug_fixture, "the text of patches is a line for each operation") {
  pages["/module/web/patches.json"] = R"([{"op":"add","path":"/web/x","value":{"a":1}}])";
  CHECK(run("/module/web/patches", cli::debug_output::text).text == "add /web/x = {\"a\":1}\n");
  CHECK(run("/module/web/patches").text.starts_with("- op: add\n"));
}

TEST_CASE_FIXTURE(debug_fixture, "what the operator refuses is an error in its own words") {
  const auto shown = run("/global/nothing");
  CHECK(shown.code == 1);
  CHECK(shown.text == "addon-operator: no such page\n");
}

TEST_CASE_FIXTURE(debug_fixture, "an answer that is no JSON is an error that names the socket") {
  pages["/global/list.json"] = "{";
  const auto shown = run("/global/list");
  CHECK(shown.code == 1);
  CHECK(shown.text.starts_with("addon-operator: " + socket + ": the answer is no JSON: "));
}

TEST_CASE_FIXTURE(debug_fixture, "if nobody listens, the message says where, and where the socket is set") {
  listener.reset();
  const auto shown = run("/global/list");
  CHECK(shown.code == 1);
  CHECK(shown.text.starts_with("addon-operator: " + socket + ": cannot connect: No such file or directory\n"));
  CHECK(shown.text.find("Is the operator running here?") != std::string::npos);
  CHECK(shown.text.find("--debug-unix-socket or DEBUG_UNIX_SOCKET") != std::string::npos);
}
