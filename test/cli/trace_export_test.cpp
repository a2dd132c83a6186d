#include "cli/trace_export.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "text/json/json.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

namespace {

struct a_trace {
  sys::files::temp_dir folder = *sys::files::temp_dir::create("/tmp", "trace-export");
  std::string path = folder.file("run.jsonl");

  a_trace() {
    REQUIRE(sys::files::write_file_private(
      path, trace::read::trace_header()
              + R"({"id":1,"time_us":1,"type":"config_changed","summary":"</script><b>"})"
                "\n"));
  }
  cli::exit_with written(cli::trace_format format, const std::string& to) {
    return cli::run(cli::trace_export_command{{path, {}}, format, to});
  }
};

} // namespace

TEST_CASE_FIXTURE(a_trace, "a page has everything in it, and a text of the trace ends no element") {
  const auto page = written(cli::trace_format::html, "-");
  CHECK(page.code == 0);
  CHECK(page.text.starts_with("<!doctype html>"));
  CHECK(page.text.ends_with("</html>\n"));
  CHECK(page.text.find(R"(\u003c/script>\u003cb>)") != std::string::npos);
  CHECK(page.text.find("<b>") == std::string::npos);
  for (const auto* from_elsewhere : {" src=", "<link", "@import", "url(", "fetch(", "/*data*/", "/*css*/"})
    CHECK_MESSAGE(page.text.find(from_elsewhere) == std::string::npos, from_elsewhere);
}

TEST_CASE_FIXTURE(a_trace, "a page of a part says where the part begins") {
  std::string text = trace::read::trace_header();
  for (std::int64_t second = 1; second <= 5; ++second)
    text += fmt::format(R"({{"id":{},"time_us":{},"type":"config_changed"}})"
                        "\n",
                        second, second * 1'000'000);
  path = folder.file("long.jsonl");
  REQUIRE(sys::files::write_file_private(path, text));
  CHECK(written(cli::trace_format::html, "-").text.find("\"partial_from_us\"") == std::string::npos);
  cli::trace_export_command part{{path, {}}, cli::trace_format::html, "-"};
  part.since = trace::read::trace_moment{.us = 3'000'000};
  CHECK(cli::run(part).text.find("\"partial_from_us\":4000000") != std::string::npos);
}

TEST_CASE_FIXTURE(a_trace, "what is written belongs to its user alone, and the path is printed") {
  const auto to = folder.file("run.json");
  const auto done = written(cli::trace_format::perfetto, to);
  CHECK(done.code == 0);
  CHECK(done.text == to + "\n");
  CHECK(std::filesystem::status(to).permissions()
        == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(text::parse_json(*sys::files::read_file(to)).has_value());
  const auto again = written(cli::trace_format::perfetto, to);
  CHECK(again.code == 1);
  CHECK(again.text.find(to) != std::string::npos);
  CHECK_MESSAGE(again.text.find("--out") != std::string::npos, "nothing is overwritten");
}

TEST_CASE_FIXTURE(a_trace, "a trace that cannot be drawn is an error that names it") {
  path = folder.file("old.jsonl");
  REQUIRE(sys::files::write_file_private(path, "{\"id\":1,\"time_us\":1,\"type\":\"task_run\"}\n"));
  const auto old = written(cli::trace_format::html, "-");
  CHECK(old.code == 1);
  CHECK(old.text.find(path + " was written by an older version") != std::string::npos);
  CHECK(written(cli::trace_format::html, folder.file("none/page.html")).code == 1);
}
