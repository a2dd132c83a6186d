#include "story.hpp"

#include "given.hpp"
#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <regex>
#include <sstream>

namespace e2e {

namespace {

/// A command of the page and its output.
struct asked_command {
  std::vector<std::string> words; ///< without the program
  std::string answer;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The commands of a section, which ends with the next title.
std::vector<asked_command> commands_of(const std::string& page, const std::string& title) {
  std::istringstream lines(*sys::files::read_file(given().repository + "/" + page));
  std::vector<asked_command> all;
  bool is_here = false;
  bool is_output = false;
  const std::string prompt = "$ addon-operator ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) is_here = line == "### " + title;
    if (line.starts_with("```")) is_output = is_here && line == "```console";
    if (!is_output || line.starts_with("```")) continue;
    if (line.starts_with(prompt))
      all.push_back({words_of(line.substr(prompt.size())), {}});
    else
      all.back().answer += line + "\n";
  }
  REQUIRE_MESSAGE(all.size() > 0, page << " has no section '" << title << "' with commands");
  return all;
}

/// Times, versions and revisions differ from run to run; so do the widths of their columns. An answer reports
/// a wait only from a millisecond on, so waits are removed.
std::string without_numbers(const std::string& text) {
  static const std::regex number(R"(\d+(\.\d+)?)");
  static const std::regex spaces(" +");
  static const std::regex wait(", after a wait of 0 s");
  const auto zeros = std::regex_replace(std::regex_replace(text, number, "0"), spaces, " ");
  return std::regex_replace(zeros, wait, "");
}

} // namespace

story::story(const std::string& name, std::string page_path)
  : space(cluster().new_namespace(name)), page(std::move(page_path)) {}

std::string story::with_names(const std::string& text) const {
  return std::regex_replace(text, std::regex("demo"), space);
}

void story::add_hook(const std::string& path, const std::string& configuration, const std::string& script) {
  files.add_program(path, "#!/usr/bin/env bash\nif [[ ${1:-} == --config ]]; then\n  cat <<'YAML'\nconfigVersion: v1\n"
                            + with_names(configuration) + "YAML\n  exit\nfi\n" + with_names(script));
}

operator_run story::start(const std::string& recording, const retry_delays& retries) const {
  return {files, {.space = space, .arguments = {"--trace-file", files.path(recording)}, .retries = retries}};
}

void story::create(const std::string& manifest) const {
  cluster().call(kube::api::create_request(test::config_maps(), {.namespace_ = space}, manifest));
}

std::string story::edit(const std::string& patch, const std::string& name) const {
  const auto edited =
    cluster().call(kube::api::patch_request(test::config_maps(), {.namespace_ = space, .name = name}, {.body = patch}));
  return edited.find("metadata")->string_at("resourceVersion").value_or("");
}

void story::await_rest() const {
  std::string queues;
  for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
       !contains(queues, "'main' queue: empty") && std::chrono::steady_clock::now() < until;)
    queues = answer({"queue", "list"});
  REQUIRE_MESSAGE(contains(queues, "'main' queue: empty"), queues);
}

void story::await_snapshot_with(const std::string& object) const {
  std::string seen;
  for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
       !contains(seen, object) && std::chrono::steady_clock::now() < until;)
    seen = answer({"module", "snapshots", "watch"});
  REQUIRE_MESSAGE(contains(seen, object), seen);
}

std::string story::answer(std::vector<std::string> words) const {
  for (auto& word : words)
    if (word.ends_with(".jsonl")) word = files.path(word);
  words.insert(words.begin(), given().operator_program);
  const auto text = run_program(std::move(words), {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
  return without_names(text);
}

std::string story::without_names(const std::string& text) const {
  return std::regex_replace(std::regex_replace(text, std::regex(space), "demo"), std::regex(files.path("")), "");
}

void story::check_answers(const std::string& title) const {
  for (const auto& command : commands_of(page, title)) {
    INFO(command.words.back());
    const auto text = answer(command.words);
    CHECK_MESSAGE(without_numbers(text) == without_numbers(command.answer), "it prints\n" << text);
  }
}

void story::check_text(const std::string& title, const std::string& text) const {
  CHECK_MESSAGE(without_numbers(text) == without_numbers(commands_of(page, title).front().answer), "it prints\n"
                                                                                                     << text);
}

void await_runs(operator_run& run, const std::string& hook, int times) {
  for (int i = 0; i < times; ++i) run.await({{"event", "task_finished"}, {"hook", hook}});
}

} // namespace e2e
