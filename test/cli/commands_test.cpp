// The commands beside `start`.
#include "cli/options.hpp"
#include "cli/version.hpp"
#include "parsed.hpp"

#include <doctest/doctest.h>

using test::parse;
using test::refused;
using test::started;
using test::words;
using namespace std::chrono_literals;

TEST_CASE("other commands do not ask for the options of start") {
  CHECK(std::holds_alternative<cli::version_command>(parse({"version"})));
  auto command = parse({"trace", "order", "run.jsonl", "--all"});
  const auto& order = std::get<cli::trace_order_command>(command);
  CHECK(order.source.file == "run.jsonl");
  CHECK(order.detail == cli::trace_order_detail::everything);
  CHECK(cli::version_text().starts_with("addon-operator "));
}

TEST_CASE("the version and the help are printed by the words that people try first") {
  const auto printed = [](words arguments) {
    const auto command = parse(std::move(arguments));
    REQUIRE(std::holds_alternative<cli::exit_with>(command));
    return std::get<cli::exit_with>(command);
  };
  CHECK(printed({"--version"}).text == cli::version_text());
  CHECK(printed({"-v"}).text == cli::version_text());
  CHECK(printed({"-v"}).code == 0);
  CHECK(printed({"help"}).text == printed({"--help"}).text);
  CHECK(printed({"help", "queue", "list"}).code == 0);
  CHECK(printed({"help", "queue", "list"}).text == printed({"queue", "list", "--help"}).text);
  const auto unknown = printed({"help", "queue", "lists"});
  CHECK(unknown.code == 2);
  CHECK(unknown.text.starts_with("addon-operator: help: there is no command 'lists'; did you mean list?\n"));
  CHECK(printed({"modul", "list"}).text.find("did you mean module?") != std::string::npos);
}

TEST_CASE("the debug commands name a page, a form and the socket that start would use") {
  const auto asked = [](words arguments, words environment = {}) {
    auto command = parse(std::move(arguments), std::move(environment));
    if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
    return std::get<cli::debug_command>(command);
  };
  CHECK(started({}).debug_socket == "/var/run/addon-operator/debug.socket");
  CHECK(asked({"global", "list"}).socket == started({}).debug_socket);
  CHECK(asked({"global", "list"}).page == "/global/list");
  CHECK(asked({"global", "list"}).output == cli::debug_output::yaml);
  CHECK(asked({"global", "snapshots", "-o", "json"}).page == "/global/snapshots.json");
  CHECK(asked({"global", "snapshots", "-o", "json"}).output == cli::debug_output::as_it_comes);
  CHECK(asked({"module", "snapshots", "web-app", "--output=yaml"}).page == "/module/web-app/snapshots.yaml");
  CHECK(asked({"hook", "snapshot", "pods.sh", "-o", "json"}).page == "/global/snapshots.json");
  CHECK(asked({"hook", "snapshot", "pods.sh"}).arguments.at("hook") == "pods.sh");
  CHECK(asked({"hook", "snapshot", "hooks/a.sh", "--module", "web"}).page == "/module/web/snapshots.yaml");
  CHECK(asked({"hook", "snapshot", "pods.sh", "--show-secrets"}).query == "secrets=true");
  const words both{"DEBUG_UNIX_SOCKET=/plain", "ADDON_OPERATOR_DEBUG_UNIX_SOCKET=/prefixed"};
  CHECK(asked({"global", "list", "--debug-unix-socket", "/flag"}, both).socket == "/flag");
  CHECK(asked({"--debug-unix-socket=/flag", "module", "snapshots", "x"}, both).socket == "/flag");
  CHECK(asked({"global", "snapshots"}, both).socket == "/prefixed");
  CHECK(started({}, {"DEBUG_UNIX_SOCKET=/plain"}).debug_socket == "/plain");
}

TEST_CASE("orders name a module or a queue, and may give a reason") {
  const auto order = [](words arguments) {
    auto command = parse(std::move(arguments));
    if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
    auto x = std::get<cli::debug_command>(command);
    CHECK(x.is_order);
    CHECK(x.output == cli::debug_output::as_it_comes);
    return x;
  };
  CHECK(order({"module", "pause", "web-app"}).page == "/module/web-app/pause");
  CHECK(order({"module", "pause", "web-app", "--reason", "the disk is full"}).reason == "the disk is full");
  CHECK(order({"module", "resume", "web-app"}).page == "/module/web-app/resume");
  CHECK(order({"module", "retry", "web-app"}).page == "/module/web-app/retry");
  CHECK(order({"module", "run", "web-app"}).page == "/module/web-app/run");
  CHECK(order({"queue", "pause", "a/b", "--reason=x"}).page == "/queue/a/b/pause");
  CHECK(order({"queue", "resume", "main"}).page == "/queue/main/resume");
  CHECK(refused({"module", "pause"}).find("NAME") != std::string::npos);
  CHECK(refused({"module", "pause", "Web_App"}).find("is no name of a module") != std::string::npos);
}

TEST_CASE("an order for the level of the log has a level, and may have a time") {
  const auto order = [](words arguments) {
    auto command = parse(std::move(arguments));
    if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
    return std::get<cli::debug_command>(command);
  };
  using named = std::map<std::string, std::string>;
  const auto plain = order({"config", "set", "log-level", "debug"});
  CHECK(plain.is_order);
  CHECK(plain.page == "/config/log-level");
  CHECK(plain.arguments == named{{"value", "debug"}});
  CHECK(order({"config", "set", "log.level", "info", "5m"}).arguments == named{{"for", "5m"}, {"value", "info"}});
  CHECK(refused({"config", "set", "namespace", "x"}).find("NAME") != std::string::npos);
  CHECK(refused({"config", "set", "log-level"}).find("LEVEL") != std::string::npos);
}

TEST_CASE("the commands about values name page, query and form") {
  struct row {
    words arguments;
    const char* page;
    const char* query;
    cli::debug_output output;
  };
  using cli::debug_output;
  for (const auto& r : std::vector<row>{
         {{"global", "values"}, "/global/values", "", debug_output::yaml},
         {{"global", "config", "-o", "text"}, "/global/config", "", debug_output::text},
         {{"global", "patches", "-o", "json"}, "/global/patches", "", debug_output::json},
         {{"global", "values", "--show-secrets"}, "/global/values", "secrets=true", debug_output::yaml},
         {{"module", "values", "web-app"}, "/module/web-app/values", "", debug_output::yaml},
         {{"module", "values", "web-app", "-g"}, "/module/web-app/values", "global=true", debug_output::yaml},
         {{"module", "values", "-g", "web-app"}, "/module/web-app/values", "global=true", debug_output::yaml},
         {{"module", "config", "web", "--global", "-o", "json"},
          "/module/web/config",
          "global=true",
          debug_output::json},
         {{"status"}, "/status.text", "", debug_output::as_it_comes},
         {{"status", "-o", "json"}, "/status.json", "", debug_output::as_it_comes},
         {{"hook", "list"}, "/hook/list.text", "", debug_output::as_it_comes},
         {{"module", "list"}, "/module/list.yaml", "", debug_output::as_it_comes},
         {{"module", "list", "-o", "text"}, "/module/list.text", "", debug_output::as_it_comes},
         {{"raw", "/module/list.json"}, "/module/list.json", "", debug_output::as_it_comes},
         {{"raw", "module/web/values.text?global=true&secrets=true"},
          "/module/web/values.text",
          "global=true&secrets=true",
          debug_output::as_it_comes},
         {{"queue", "list"}, "/queue/list.text", "", debug_output::as_it_comes},
         {{"queue", "list", "-e", "-o", "yaml"}, "/queue/list.yaml", "showEmpty=true", debug_output::as_it_comes},
         {{"queue", "main", "-o", "json"}, "/queue/main.json", "", debug_output::as_it_comes},
         {{"config", "list"}, "/config/list.text", "", debug_output::as_it_comes},
         {{"module", "resource-monitor"}, "/module/resource-monitor.yaml", "", debug_output::as_it_comes},
         {{"module", "drift"}, "/module/drift.text", "", debug_output::as_it_comes},
         {{"module", "drift", "web", "-o", "json", "--show-secrets"},
          "/module/web/drift.json",
          "secrets=true",
          debug_output::as_it_comes},
         {{"module", "render", "web"}, "/module/web/render.yaml", "", debug_output::as_it_comes},
         {{"module", "render", "web", "--diff"}, "/module/web/render.text", "diff=true", debug_output::as_it_comes},
         {{"module", "render", "web", "-d", "-o", "json"},
          "/module/web/render.json",
          "diff=true",
          debug_output::as_it_comes},
         {{"module", "render", "web", "--show-secrets", "-o", "text"},
          "/module/web/render.text",
          "secrets=true",
          debug_output::as_it_comes},
         {{"module", "patches", "web", "-g", "--show-secrets"},
          "/module/web/patches",
          "global=true&secrets=true",
          debug_output::yaml},
       }) {
    const auto command = parse(r.arguments);
    const auto* asked = std::get_if<cli::debug_command>(&command);
    REQUIRE(asked);
    CHECK(asked->page == r.page);
    CHECK(asked->query == r.query);
    CHECK(asked->output == r.output);
  }
}

TEST_CASE("a command that watches asks every second, or as it is said") {
  const auto interval = [](words arguments) {
    const auto command = parse(std::move(arguments));
    return std::get<cli::debug_command>(command).watch;
  };
  CHECK_FALSE(interval({"queue", "list"}));
  CHECK(interval({"queue", "list", "--watch"}) == 1s);
  CHECK(interval({"queue", "main", "-w", "-t", "5s"}) == 5s);
  CHECK(interval({"queue", "list", "-w", "--watchInterval", "1ms"}) == 200ms);
  CHECK(refused({"queue", "list", "-w", "-t", "soon"}).find("--watch-interval") != std::string::npos);
  CHECK(refused({"module", "list", "-w"}).find("-w") != std::string::npos);
}

TEST_CASE("an impossible debug command is refused with the expected form") {
  CHECK(refused({"global"}).find("subcommand") != std::string::npos);
  CHECK(refused({"module", "snapshots"}).find("NAME is required") != std::string::npos);
  CHECK(refused({"global", "list", "-o", "xml"}).find("xml not in {json,text,yaml}") != std::string::npos);
  CHECK(refused({"module", "values"}).find("NAME is required") != std::string::npos);
  for (const auto* name : {"", "../x", "a/b", "webApp", "web_app", "a?b", "global"})
    CHECK(refused({"module", "values", name}).find("is no name of a module") != std::string::npos);
  CHECK(refused({"global", "values", "-g"}).find("-g") != std::string::npos);
  CHECK(refused({"global", "flags"}).find("flags") != std::string::npos);
  CHECK(refused({"raw"}).find("PATH is required") != std::string::npos);
}

TEST_CASE("simulate has a directory, days, and a limit for programs") {
  const auto simulated = [](words arguments) {
    auto command = parse(std::move(arguments));
    if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
    return std::get<cli::simulate_options>(command);
  };
  const auto plain = simulated({"simulate", "platform"});
  CHECK(plain.directory == "platform");
  CHECK(plain.days.empty());
  CHECK(plain.trace_file.empty());
  CHECK(plain.program_limit == 60s);
  CHECK_FALSE(plain.shows_log);

  const auto all = simulated({"simulate", "platform", "a.day.yaml", "b.day.yaml", "--program-limit", "1500ms",
                              "--trace-file", "run.jsonl", "--log"});
  CHECK(all.days == std::vector<std::string>{"a.day.yaml", "b.day.yaml"});
  CHECK(all.program_limit == 2s);
  CHECK(all.trace_file == "run.jsonl");
  CHECK(all.shows_log);

  CHECK(refused({"simulate"}).find("DIR") != std::string::npos);
  CHECK(refused({"simulate", "p", "--program-limit", "soon"}).find("--program-limit") != std::string::npos);
}

TEST_CASE("a chart is rendered without an operator if there is a file with values") {
  const auto command = parse({"module", "render", "web", "--values", "v.yaml", "--namespace", "d8"});
  const auto& rendered = std::get<cli::render_options>(command);
  CHECK(rendered.module == "web");
  CHECK(rendered.values_file == "v.yaml");
  CHECK(rendered.platform.namespace_name == "d8");
  CHECK_FALSE(rendered.shows_secrets);
  CHECK(refused({"module", "render", "web", "--values", "v.yaml", "--diff"}).find("--diff") != std::string::npos);
  CHECK(refused({"module", "render", "web", "--modules-dir", "m"}).find("--values") != std::string::npos);
}
