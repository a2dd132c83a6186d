// Compares docs/moving.md and docs/security.md with the program: environment variables and bounds.

#include "cli/ignored_options.hpp"
#include "cli/start_option_table.hpp"
#include "kube/transport/curl_transport.hpp"
#include "page_text.hpp"
#include "sys/files/files.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using test::page;
using test::section;

} // namespace

TEST_CASE("every option with its environment variables is on the page for those who move") {
  const auto moving = page("moving.md");
  CHECK(cli::start_option_table().size() > 20);
  for (const auto& option : cli::ignored_option_table()) {
    CHECK_MESSAGE(moving.find("`" + option.flag + (option.flag.empty() ? "" : "`")) != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + variable + "`") != moving.npos, variable);
  }
  for (const auto& option : cli::start_option_table()) {
    if (!option.alias.empty()) CHECK_MESSAGE(moving.find("`" + option.alias + "`") != moving.npos, option.alias);
    CHECK_MESSAGE(moving.find("`" + std::string(option.flag) + "`") != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + std::string(variable) + "`") != moving.npos, variable);
  }
}

TEST_CASE("the bounds on the page about security are those of the program") {
  constexpr auto mebibyte = std::size_t{1} << 20;
  const auto bounds = section(page("security.md"), "Bounds");
  const auto has_row = [&](const std::string& what, const std::string& figure) {
    CHECK_MESSAGE(bounds.find("| " + what + " | " + figure) != bounds.npos, what << ": " << figure);
  };
  const auto in_mebibytes = [](std::uint64_t bytes) { return std::to_string(bytes / mebibyte) + " MiB"; };
  const auto in_seconds = [](std::chrono::milliseconds x) { return std::to_string(x.count() / 1000) + " s"; };
  const sys::http::listener_options listener;
  has_row("clients at the same time", std::to_string(listener.connections_max) + " |");
  has_row("a whole request, however its bytes come", in_seconds(listener.request_time));
  has_row("a whole answer, read by the client", in_seconds(listener.answer_time));
  has_row("answers that clients have not read, together", in_mebibytes(listener.answers_bytes_max));
  has_row("one page of a list", "a sixteenth of the memory limit, at most "
                                  + in_mebibytes(kube::transport::curl_transport_options{}.list_bytes_max));
  has_row("one object, a document of a discovery, any other answer", in_mebibytes(kube::api::object_bytes_max));
  has_row("one line of a watch", in_mebibytes(kube::api::object_bytes_max));
  has_row("a request that is no watch", in_seconds(kube::api::http_request{}.timeout));
  has_row("`Retry-After`",
          "30 s at first; 1, 2, 4, then " + std::to_string(kube::api::retry_after_max.count() / 60) + " minutes");
  has_row("any other file that is read whole", in_mebibytes(sys::files::read_limit{}.bytes_max));
}
