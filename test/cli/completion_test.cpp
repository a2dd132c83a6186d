#include "cli/completion.hpp"

#include "cli/options.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace {

/// The output of the program itself.
std::string script_for(const char* shell) {
  const std::vector<const char*> words{"addon-operator", "completion", shell};
  const std::array<const char*, 1> environment{nullptr};
  const auto command = cli::parse(static_cast<int>(words.size()), words.data(), environment.data());
  const auto& printed = std::get<cli::exit_with>(command);
  CHECK(printed.code == 0);
  return printed.text;
}

/// The words that a real bash offers behind a line: `addon-operator module v`.
/// @param before what the shell does first
std::string offered(const std::string& line, const std::string& before = "") {
  static const auto directory = *sys::files::temp_dir::create("/tmp", "completion-");
  static const auto script = [] {
    auto path = directory.file("script");
    REQUIRE(sys::files::write_file_private(path, script_for("bash")));
    return path;
  }();
  const auto command = "bash -c '" + before + "source " + script + "; COMP_WORDS=(" + line
                       + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _addon_operator; echo \"${COMPREPLY[*]}\"'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  REQUIRE(pipe);
  std::string text;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

} // namespace

TEST_CASE("bash completes commands and options as far as they are written") {
  CHECK(offered("addon-operator mod") == "module\n");
  CHECK(offered("addon-operator module va") == "values\n");
  CHECK(offered("addon-operator module values --sh") == "--show-secrets\n");
  CHECK(offered("addon-operator start --purge") == "--purge-without-modules\n");
  CHECK(offered("addon-operator qu") == "queue\n");
  CHECK(offered("addon-operator queue list --wa") == "--watch --watch-interval --watchInterval\n");
  CHECK(offered("addon-operator module re") == "render resume retry resource-monitor\n");
  CHECK(offered("addon-operator config li") == "list\n");
  CHECK(offered("addon-operator completion b") == "bash\n");
  CHECK(offered("addon-operator global \"\"").find("list snapshots values config patches") != std::string::npos);
  CHECK(offered("addon-operator module values web --out") == "--output\n");
  CHECK(offered("addon-operator nothing-like-this x") == "\n");
}

TEST_CASE("bash offers the modules of a running operator where the name of a module may follow") {
  const std::string modules = "addon-operator() { printf \"enabled:\\n- web\\nmodules:\\n- name: web\\n  state: well\\n"
                              "- name: mail\\n\"; }; ";
  CHECK(offered("addon-operator module values we", modules) == "web\n");
  CHECK(offered("addon-operator module pause ma", modules) == "mail\n");
  CHECK(offered("addon-operator module drift ma", modules) == "mail\n");
  CHECK(offered("addon-operator queue pause ma", modules) == "\n");
  CHECK(offered("addon-operator module values we") == "\n");
}

TEST_CASE("a shell is not offered the options that the help hides") {
  CHECK(offered("addon-operator start --shell-ch") == "\n");
  CHECK(offered("addon-operator start --kube-client-q") == "\n");
}

TEST_CASE("zsh gets the script of bash, fish one of its own with the help of each word") {
  CHECK(script_for("zsh").find("bashcompinit") != std::string::npos);
  CHECK(script_for("zsh").ends_with(script_for("bash")));
  const auto fish = script_for("fish");
  CHECK(fish.find("-n '__fish_seen_subcommand_from module; and not __fish_seen_subcommand_from") != std::string::npos);
  CHECK(fish.find(" -f -a list -d 'List the modules: state, revision, last run'\n") != std::string::npos);
  CHECK(fish.find(" -f -a resource-monitor -d 'Show the objects that releases must have") != std::string::npos);
  CHECK(fish.find(" -l watch -d 'Show it again and again") != std::string::npos);
  CHECK(fish.find(" -l show-secrets -d 'Show what schemas mark as secret") != std::string::npos);
}

TEST_CASE("fish asks a running operator for the names of modules") {
  CHECK(script_for("fish").find(" -f -a '(addon-operator module list -o yaml 2>/dev/null") != std::string::npos);
}

TEST_CASE("a shell that nobody knows is refused with those that are known") {
  const std::vector<const char*> words{"addon-operator", "completion", "tcsh"};
  const std::array<const char*, 1> environment{nullptr};
  const auto command = cli::parse(static_cast<int>(words.size()), words.data(), environment.data());
  const auto& refused = std::get<cli::exit_with>(command);
  CHECK(refused.code == 2);
  CHECK(refused.text.find("tcsh not in {bash,fish,zsh}") != std::string::npos);
}
