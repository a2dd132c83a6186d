#include "contract/rules/run_reports.hpp"

#include "support/process_run.hpp"
#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace test {

namespace {

sys::files::file_descriptor make_pipe(const std::string& path) {
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  // Open in both directions, so that neither side ever waits for the other to open it.
  sys::files::file_descriptor opened(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  REQUIRE(opened.get() >= 0);
  return opened;
}

text::json read_json(const std::string& path) {
  const auto text = sys::files::read_file(path);
  REQUIRE_MESSAGE(text, path);
  auto parsed = text::parse_json(*text);
  REQUIRE_MESSAGE(parsed, *text);
  return *parsed;
}

// Only built-ins of bash: to start a program is a good part of the time that a rule takes.
constexpr auto hook_text = R"sh(#!/bin/bash
set -euo pipefail
if [[ ${{1:-}} == --config ]]; then
  IFS= read -r -d '' config <<'CONFIG' || true
{config}
CONFIG
  printf '%s' "$config"
  exit
fi
reports={directory}
run=0
[[ ! -e $reports/{name}-runs ]] || read -r run < "$reports/{name}-runs"
echo $((run + 1)) > "$reports/{name}-runs"
# Two runs of a hook in different queues may begin with the same number.
note=$reports/{name}-$run-$$
printf '%s' "$(<"$BINDING_CONTEXT_PATH")" > "$note.context"
printf '%s' "$(<"$VALUES_PATH")" > "$note.values"
printf '%s' "$(<"$CONFIG_VALUES_PATH")" > "$note.config"
trap 'echo "run {name} $note" > "$reports/pipe"' EXIT
if [[ {name} == hook && -e $reports/closed ]]; then
  echo gate > "$reports/pipe"
  read -r < "$reports/gate"
fi
{script}
)sh";

} // namespace

run_reports::run_reports(std::string directory)
  : directory_(std::move(directory)), pipe_(make_pipe(path("pipe"))), gate_(make_pipe(path("gate"))) {}

std::string run_reports::hook(const std::string& name, std::string_view config, std::string_view script) const {
  return fmt::format(hook_text, fmt::arg("config", config), fmt::arg("directory", directory_), fmt::arg("name", name),
                     fmt::arg("script", script));
}

std::string run_reports::next_line() {
  for (;;) {
    if (const auto end = read_.find('\n'); end != std::string::npos) {
      auto line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return line;
    }
    pollfd waited{pipe_.get(), POLLIN, 0};
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(deadline);
    if (::poll(&waited, 1, static_cast<int>(limit.count())) != 1)
      throw std::runtime_error("no run of a hook has ended in time");
    char buffer[4096];
    const auto n = ::read(pipe_.get(), buffer, sizeof buffer);
    REQUIRE(n > 0);
    read_.append(buffer, static_cast<std::size_t>(n));
  }
}

reported_run run_reports::next() {
  std::string line;
  if (ended_.empty()) {
    do line = next_line();
    while (line == "gate");
  } else {
    line = ended_.front();
    ended_.erase(ended_.begin());
  }
  std::istringstream words(line);
  std::string word;
  std::string hook;
  std::string note;
  words >> word >> hook >> note;
  return {hook, read_json(note + ".context"), read_json(note + ".values"), read_json(note + ".config")};
}

void run_reports::close_gate() {
  std::ofstream(path("closed")) << "";
}

void run_reports::open_gate() {
  std::filesystem::remove(path("closed"));
  REQUIRE(::write(gate_.get(), "\n", 1) == 1);
}

void run_reports::await_gate() {
  for (auto line = next_line(); line != "gate"; line = next_line()) ended_.push_back(line);
}

} // namespace test
