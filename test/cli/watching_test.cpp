#include "cli/watching.hpp"

#include "sys/files/temp_dir.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

/// An operator with a page, and the screen of a user who watches it. Waits take no real time.
struct watching_fixture {
  watching_fixture() {
    auto made = sys::http::listener::start({.address = sys::http::unix_address{socket}},
                                           [this](const auto&, auto reply) { reply(pages.at(asked++)); });
    REQUIRE_MESSAGE(made, made.error().message);
    listener = std::move(*made);
    place.show = [this](const std::string& text) {
      shown.push_back(text);
      return shown.size() < shown_max;
    };
    place.wait = [this](std::chrono::milliseconds interval) {
      waits.push_back(interval);
      if (asked >= pages.size()) listener.reset();
      return true;
    };
    place.time = [] { return std::string("noon"); };
  }

  cli::exit_with watch(const std::string& page = "/queue/list.text") {
    return cli::watch({.socket = socket, .page = page, .output = cli::debug_output::as_it_comes, .watch = 2s}, place);
  }

  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "watching-");
  std::string socket = directory.file("debug.socket");
  std::vector<sys::http::server_response> pages{{.body = "one\n"}, {.body = "two\n"}};
  std::size_t asked = 0;
  std::size_t shown_max = 100;
  std::vector<std::string> shown;
  std::vector<std::chrono::milliseconds> waits;
  cli::watching_place place;
  std::unique_ptr<sys::http::listener> listener;
};

} // namespace

TEST_CASE_FIXTURE(watching_fixture, "each answer is shown with its time, and the end of the operator is an end") {
  const auto end = watch();
  CHECK(shown
        == std::vector<std::string>{"noon, every 2 s, Ctrl-C ends it\n\none\n\n",
                                    "noon, every 2 s, Ctrl-C ends it\n\ntwo\n\n"});
  CHECK(waits == std::vector<std::chrono::milliseconds>{2s, 2s});
  CHECK(end.code == 1);
  CHECK(end.text == "addon-operator: the operator has gone: nobody answers on " + socket + " any more\n");
}

TEST_CASE_FIXTURE(watching_fixture, "an operator that was never there gets the usual words") {
  listener.reset();
  const auto end = watch();
  CHECK(end.code == 1);
  CHECK(end.text.find("Is the operator running here?") != std::string::npos);
  CHECK(shown.empty());
}

TEST_CASE_FIXTURE(watching_fixture, "an operator that only starts is asked again, and a page that is refused is not") {
  pages = {{.status = 503, .body = "the operator is starting: ask again\n"}, {.status = 404, .body = "no such page\n"}};
  const auto end = watch();
  REQUIRE(shown.size() == 1);
  CHECK(shown.front().ends_with("addon-operator: the operator is starting: ask again\n\n"));
  CHECK(end.code == 1);
  CHECK(end.text == "addon-operator: no such page\n");
}

TEST_CASE_FIXTURE(watching_fixture, "a terminal is written anew from its first row, and no longer than it is") {
  place.rows = 6;
  pages = {{.body = "1\n2\n3\n4\n5\n"}, {.body = "1\n"}};
  static_cast<void>(watch());
  REQUIRE(shown.size() == 2);
  CHECK(shown[0]
        == "\033[Hnoon, every 2 s, Ctrl-C ends it\033[K\n\033[K\n1\033[K\n2\033[K\n(3 more lines)\033[K\n\033[J");
  CHECK(shown[1] == "\033[Hnoon, every 2 s, Ctrl-C ends it\033[K\n\033[K\n1\033[K\n\033[J");
}

TEST_CASE_FIXTURE(watching_fixture, "forms for programs have no lines for people") {
  static_cast<void>(watch("/queue/list.json"));
  CHECK(shown.front() == "one\n");
}

TEST_CASE_FIXTURE(watching_fixture, "YAML answers are documents of one stream") {
  static_cast<void>(watch("/queue/list.yaml"));
  CHECK(shown.front() == "---\none\n");
}

TEST_CASE_FIXTURE(watching_fixture, "if nobody reads any more, it ends without a word") {
  shown_max = 1;
  const auto end = watch();
  CHECK(shown.size() == 1);
  CHECK(end.code == 0);
  CHECK(end.text.empty());
}
