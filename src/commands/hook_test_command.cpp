#include "commands/hook_test_command.hpp"

#include "commands/hook_player.hpp"
#include "setup/absolute_path.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/user_files.hpp"
#include "text/plain/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

constexpr int has_failed = 1;
constexpr int cannot_be_used = 2;
constexpr std::string_view case_ending = ".case.yaml";

int refuse(const std::string& reason) {
  std::fputs(text::printable_lines("addon-operator: " + reason + "\n").c_str(), stderr);
  return cannot_be_used;
}

void print(const std::string& text) {
  std::fputs(text::printable_lines(text).c_str(), stdout);
  std::fflush(stdout);
}

base::result<std::vector<std::string>> find_cases(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const auto& path : paths.empty() ? std::vector<std::string>{"."} : paths) {
    if (!sys::files::directory_exists(path)) {
      files.push_back(path);
      continue;
    }
    const auto tree = sys::files::list_tree(path);
    if (!tree) return tl::unexpected(tree.error());
    for (const auto& entry : *tree)
      if (!entry.is_directory && entry.path.ends_with(case_ending))
        files.push_back(path == "." ? entry.path : path + "/" + entry.path);
  }
  if (files.empty())
    return base::fail(base::error_code::not_found, "there is no case: 'hook run FILE --save NAME.case.yaml' makes one");
  return files;
}

/// A case with its file.
struct case_file {
  std::string path; ///< as the user has named it
  std::string text;
  hook_cases::hook_case content;
};

base::result<case_file> read_case_file(const std::string& path) {
  auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  const auto directory = std::filesystem::path(path).parent_path();
  auto content = hook_cases::read_case(
    *text, [&directory](const std::string& name) { return sys::files::read_file((directory / name).string()); });
  if (!content) return base::fail(path, content.error());
  return case_file{path, std::move(*text), std::move(*content)};
}

/// Reads all cases before the first is played, so that a misspelt key in the last case is reported at once.
base::result<std::vector<case_file>> read_cases(const std::vector<std::string>& paths) {
  const auto files = find_cases(paths);
  if (!files) return tl::unexpected(files.error());
  std::vector<case_file> cases;
  for (const auto& file : *files) {
    auto read = read_case_file(file);
    if (!read) return tl::unexpected(read.error());
    cases.push_back(std::move(*read));
  }
  return cases;
}

base::result<void> update(const case_file& x, const text::json& found) {
  const auto text = hook_cases::with_expected(x.text, found);
  if (!text) return base::fail(x.path, text.error());
  return sys::files::replace_user_file(x.path, *text);
}

/// Plays cases and counts them.
class played_cases {
public:
  played_cases(hook_player& player, const cli::hook_test_options& options) : player_(player), options_(options) {}

  /// An error means that a case cannot be updated.
  base::result<void> play(const case_file& x) {
    const auto directory = std::filesystem::path(setup::absolute_path(x.path)).parent_path().string();
    const auto played = player_.play(x.content, directory);
    if (player_.signal() != 0) return {};
    hook_cases::played_case done{x.path, x.content.title};
    if (!played) {
      done.failures.push_back(played.error().message);
      note(std::move(done));
      return {};
    }
    done.seconds = static_cast<double>(played->outcome.duration.count()) / 1e6;
    const auto found = hook_cases::as_json(played->outcome);
    if (x.content.expected.is_null() || x.content.expected == text::json::object())
      done.failures.emplace_back("the case expects nothing: 'hook test --update' writes what it finds");
    else
      done.failures = hook_cases::differences(x.content.expected, found);
    if (!done.failures.empty() && options_.updates) {
      done.failures.clear();
      done.title += done.title.empty() ? "updated" : " (updated)";
      if (auto updated = update(x, found); !updated) return updated;
    }
    note(std::move(done));
    return {};
  }

  [[nodiscard]] int finish() const {
    const auto failed = std::count_if(all_.begin(), all_.end(), [](const auto& x) { return !x.failures.empty(); });
    if (options_.is_junit)
      print(hook_cases::as_junit(all_));
    else
      print(std::to_string(all_.size() - static_cast<std::size_t>(failed)) + " passed, " + std::to_string(failed)
            + " failed\n");
    return failed == 0 ? 0 : has_failed;
  }

private:
  void note(hook_cases::played_case x) {
    if (!options_.is_junit) print(hook_cases::as_text(x));
    all_.push_back(std::move(x));
  }

  hook_player& player_;
  const cli::hook_test_options& options_;
  std::vector<hook_cases::played_case> all_;
};

} // namespace

int run_hook_test_command(const cli::hook_test_options& x) {
  const auto cases = read_cases(x.paths);
  if (!cases) return refuse(cases.error().message);
  auto player = hook_player::begin(x.program_limit);
  if (!player) return refuse(player.error().message);
  played_cases all(**player, x);
  for (const auto& one : *cases) {
    const auto played = all.play(one);
    if (const auto signal = (*player)->signal(); signal != 0) return 128 + signal;
    if (!played) return refuse(played.error().message);
  }
  return all.finish();
}

} // namespace commands
