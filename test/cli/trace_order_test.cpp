#include "cli/trace_order.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

namespace {

cli::trace_order_command order_of(const std::string& path,
                                  cli::trace_order_detail detail = cli::trace_order_detail::told) {
  return {.source = {path, {}}, .detail = detail};
}

} // namespace

TEST_CASE("a trace file is shown in order, and its bad lines are named") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  auto path = folder->file("run.jsonl");
  REQUIRE(sys::files::write_file_private(
    path, "{\"id\":1,\"time_us\":5,\"type\":\"task_run\",\"summary\":\"ModuleRun\",\"step\":5}\n"
          "{\"id\":2,\"time_us\":6,\"type\":\"append_task\",\"summary\":\"hidden\"}\n"
          "{\"id\":3,"));
  auto shown = cli::run(order_of(path));
  CHECK(shown.code == 0);
  CHECK(shown.text.find("module-run") != std::string::npos);
  CHECK(shown.text.find("hidden") == std::string::npos);
  CHECK(shown.remarks.find(path + ": line 3: ") != std::string::npos);
  CHECK(cli::run(order_of(path, cli::trace_order_detail::everything)).text.find("hidden") != std::string::npos);
}

TEST_CASE("a run that has kept the order passes, and one that has not is named with its lines") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  const auto verified = [&](const std::string& name, const std::string& text) {
    const auto path = folder->file(name);
    REQUIRE(sys::files::write_file_private(path, text));
    return cli::run(order_of(path, cli::trace_order_detail::verified));
  };
  const std::string head = "{\"schema\":\"addon-operator trace\",\"version\":2}\n";
  const auto request = [](int id, const char* hook) {
    return "{\"about\":{\"hook\":\"" + std::string(hook) + "\",\"queue\":\"main\",\"task\":\"ModuleHookRun\"},\"id\":"
           + std::to_string(id) + ",\"sender\":\"queue main\",\"time_us\":5,\"type\":\"execute_task\"}\n";
  };
  CHECK(verified("kept", head + request(1, "a")).code == 0);
  const auto broken = verified("broken", head + request(1, "a") + request(2, "b"));
  CHECK(broken.code == 1);
  CHECK(broken.text.find("one task at a time") != std::string::npos);
  CHECK(broken.text.find("\"id\":2") != std::string::npos);
  CHECK_MESSAGE(verified("killed", head + request(1, "a") + "{\"id\":").code == 0, "its last line is cut off");
  const auto unread = verified("unread", head + "{\"id\":\n" + request(1, "a"));
  CHECK(unread.code == 1);
  CHECK(unread.text.find("unreadable lines: 1") != std::string::npos);
  CHECK(verified("old", request(1, "a")).text.find("older version") != std::string::npos);
}

TEST_CASE("of a large file the last part is shown with what has led to it, and earlier ones on request") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  const auto path = folder->file("large.jsonl");
  std::string text = trace::read::trace_header();
  for (std::uint64_t id = 1; id <= 120'000; ++id) {
    trace::event x;
    x.id = id;
    x.cause = id == 120'000 ? 7 : 0;
    x.time_us = static_cast<std::int64_t>(id) * 1'000'000;
    x.type = {"task_run"};
    x.summary = "number " + std::to_string(id) + std::string(200, ' ');
    trace::read::append_trace_line(text, x);
  }
  REQUIRE(sys::files::write_file_private(path, text));
  auto wanted = order_of(path, cli::trace_order_detail::everything);
  const auto last = cli::run(wanted);
  CHECK(last.text.find("number 120000 ") != std::string::npos);
  CHECK(last.text.find("number 7 ") != std::string::npos);
  CHECK(last.text.find("number 1000 ") == std::string::npos);
  CHECK(last.remarks.find("--since") != std::string::npos);
  wanted.part.since = trace::read::trace_moment{.us = 998'000'000};
  wanted.part.until = trace::read::trace_moment{.us = 999'000'000};
  const auto earlier = cli::run(wanted);
  CHECK(earlier.text.find("number 1000 ") != std::string::npos);
  CHECK(earlier.text.find("number 1002 ") == std::string::npos);
  CHECK(earlier.remarks.empty());
}

TEST_CASE("a trace that does not go back to the start says so, and filters without a match do") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  const auto path = folder->file("rolled.jsonl");
  REQUIRE(sys::files::write_file_private(path, trace::read::trace_header(7)
                                                 + R"({"id":1,"time_us":1,"type":"config_changed"})"
                                                   "\n"));
  auto wanted = order_of(path, cli::trace_order_detail::told);
  wanted.part.module = "nobody";
  const auto shown = cli::run(wanted);
  CHECK(shown.code == 1);
  CHECK(shown.text == "addon-operator: " + path + ": this trace has no module 'nobody', and none of another name\n");
  CHECK(shown.remarks.find("7 earlier events are not in it") != std::string::npos);
  wanted.part = {.since = trace::read::trace_moment{.us = 5'000'000}};
  const auto later = cli::run(wanted);
  CHECK(later.code == 0);
  CHECK(later.text.empty());
  CHECK(later.remarks.find("it has no work that fits --module") != std::string::npos);
}

TEST_CASE("lines of a module alone are refused, and not the lines of all") {
  using detail = cli::trace_order_detail;
  for (const auto asked : {detail::lifecycle, detail::everything, detail::verified})
    for (const trace::read::report_filter& part :
         {trace::read::report_filter{.module = "web"}, {.hook = "a.sh"}, {.queue = "main"}}) {
      auto wanted = order_of("/nonexistent", asked);
      wanted.part = part;
      const auto shown = cli::run(wanted);
      CHECK(shown.code == 1);
      CHECK(shown.text.find("do not go with --lines, --all and --verify") != std::string::npos);
    }
}

TEST_CASE("a module, hook or queue that a trace does not know is an error with the near ones") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  const auto path = folder->file("run.jsonl");
  REQUIRE(sys::files::write_file_private(
    path, trace::read::trace_header()
            + R"({"id":1,"sender":"queue main","time_us":1,"type":"execute_task","about":{"task":"ModuleHookRun",)"
              R"("module":"web","hook":"hooks/10-title.sh","queue":"main","binding":"onStartup"}})"
              "\n"
              R"({"id":2,"time_us":2,"type":"discovery","about":{"shop":"by its flag"}})"
              "\n"));
  const auto of = [&](trace::read::report_filter part) {
    auto wanted = order_of(path);
    wanted.part = std::move(part);
    const auto shown = cli::run(wanted);
    return std::to_string(shown.code) + (shown.code == 0 ? "" : shown.text.substr(shown.text.find(": this") + 1));
  };
  CHECK(of({.module = "web"}) == "0");
  CHECK(of({.module = "shop"}) == "0");
  CHECK(of({.module = "wbe"}) == "1 this trace has no module 'wbe'; did you mean web?\n");
  CHECK(of({.module = "nosuch"}) == "1 this trace has no module 'nosuch'; it has shop, web\n");
  CHECK(of({.hook = "10-title.sh"}) == "0");
  CHECK(of({.hook = "hooks/10-titel.sh"})
        == "1 this trace has no hook 'hooks/10-titel.sh'; did you mean hooks/10-title.sh?\n");
  CHECK(of({.queue = "man"}) == "1 this trace has no queue 'man'; did you mean main?\n");
}

TEST_CASE("a trace file that cannot be read is an error that names it") {
  auto shown = cli::run(order_of("/nowhere/run.jsonl"));
  CHECK(shown.code == 1);
  CHECK(shown.text.find("/nowhere/run.jsonl") != std::string::npos);
}

TEST_CASE("a file that is no trace is an error that says how traces are made") {
  auto folder = sys::files::temp_dir::create("/tmp", "trace-order");
  REQUIRE(folder);
  for (const std::string content : {"", "hello\n"}) {
    CAPTURE(content);
    auto path = folder->file(std::to_string(content.size()) + ".txt");
    REQUIRE(sys::files::write_file_private(path, content));
    auto shown = cli::run(order_of(path));
    CHECK(shown.code == 1);
    CHECK(shown.text.find(path + " is no trace") != std::string::npos);
    CHECK(shown.text.find("--trace-file") != std::string::npos);
  }
}
