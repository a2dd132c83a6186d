#include "core/hooks/script_command.hpp"

#include "core/hooks/script_environment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace core::hooks;
using namespace text;

namespace {

using texts = std::vector<std::string>;
using variables = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const text_pieces> text_of(const char* x) {
  return std::make_shared<const text_pieces>(x);
}

texts all_variables(const std::vector<input_file>& files) {
  texts out;
  for (const auto& file : files) out.push_back(file.variable);
  return out;
}

} // namespace

TEST_CASE("a hook runs in the directory of its file and knows the hooks directory") {
  script_place hook{.path = "/m/001-a/hooks/deep/run.sh", .hooks_directory = "/m/001-a/hooks"};
  auto command = hook_command(hook);
  CHECK(command.argv == texts{"/m/001-a/hooks/deep/run.sh"});
  CHECK(command.working_directory == "/m/001-a/hooks/deep");
  CHECK(command.variables == variables{{"WORKING_DIR", "/m/001-a/hooks"}});
  auto config = hook_config_command(hook);
  CHECK(config.argv == texts{"/m/001-a/hooks/deep/run.sh", "--config"});
  CHECK(config.working_directory == "/m/001-a/hooks/deep");
}

TEST_CASE("a Python hook runs by the venv of its hooks directory, a shell hook beside it does not") {
  script_place python{.path = "/m/hooks/run.py", .hooks_directory = "/m/hooks", .venv = python_venv::plain};
  auto command = hook_command(python);
  CHECK(command.argv == texts{"/m/hooks/venv/bin/python3", "/m/hooks/run.py"});
  CHECK(command.variables == variables{{"WORKING_DIR", "/m/hooks"}});
  script_place shell{.path = "/m/hooks/run.sh", .hooks_directory = "/m/hooks", .venv = python_venv::plain};
  CHECK(hook_command(shell).argv == texts{"/m/hooks/run.sh"});
}

TEST_CASE("a venv with a standard library of its own is the home of its Python") {
  script_place python{.path = "/m/hooks/run.py", .hooks_directory = "/m/hooks", .venv = python_venv::self_contained};
  CHECK(hook_command(python).variables == variables{{"WORKING_DIR", "/m/hooks"}, {"PYTHONHOME", "/m/hooks/venv"}});
}

TEST_CASE("a hook run gets contexts and values, and empty files for its outputs") {
  auto files = hook_input_files({.module = "web",
                                 .hook = "hooks/a b.sh",
                                 .unique = "42",
                                 .binding_context = text_of("[]"),
                                 .config_values = text_of("{\"c\":1}"),
                                 .values = text_of("{\"v\":1}")});
  CHECK(all_variables(files)
        == texts{"CONFIG_VALUES_PATH", "VALUES_PATH", "BINDING_CONTEXT_PATH", "CONFIG_VALUES_JSON_PATCH_PATH",
                 "VALUES_JSON_PATCH_PATH", "METRICS_PATH", "KUBERNETES_PATCH_PATH", "VALIDATING_RESPONSE_PATH",
                 "ADMISSION_RESPONSE_PATH", "CONVERSION_RESPONSE_PATH"});
  CHECK(files[0].content->text() == "{\"c\":1}");
  CHECK(files[1].content->text() == "{\"v\":1}");
  CHECK(files[2].content->text() == "[]");
  CHECK(files[2].name == "web.module-hook-hooks-a-b.sh-binding-context-42.json");
  CHECK(std::all_of(files.begin() + 3, files.end(), [](const auto& file) { return file.content == nullptr; }));
  CHECK(files[4].name == "hooks-a-b.sh.module-hook-values-42.json-patch");
}

TEST_CASE("the files of a global hook are called global") {
  auto files = hook_input_files({.hook = "a.sh", .unique = "1"});
  CHECK(files[0].name == "global.module-config-values-1.json");
}

TEST_CASE("an enabled script gets values and two files for its answer") {
  auto files =
    enabled_input_files({.module = "web", .unique = "7", .config_values = text_of("c"), .values = text_of("v")});
  CHECK(all_variables(files)
        == texts{"CONFIG_VALUES_PATH", "VALUES_PATH", "MODULE_ENABLED_RESULT", "MODULE_ENABLED_REASON"});
  CHECK(files[2].name == "web.module-enabled-result-7");
  CHECK(files[1].content->text() == "v");
  CHECK(enabled_command("/m/001-web/enabled").working_directory == "/m/001-web");
}

TEST_CASE("a program with several hooks gets the name of its module") {
  script_place batch{.path = "/m/hooks/batch", .hooks_directory = "/m/hooks", .arguments = {"hook", "run", "0"}};
  batch.module = "web";
  CHECK(
    hook_command(batch).variables
    == variables{
      {"WORKING_DIR", "/m/hooks"}, {"MODULE_NAME", "web"}, {"APPLICATION_NAME", ""}, {"APPLICATION_NAMESPACE", ""}});
  const auto seen = script_environment({"APPLICATION_NAME=operator", "HOME=/"}, hook_command(batch), {}, "/tmp");
  CHECK(std::find(seen.begin(), seen.end(), "APPLICATION_NAME=") != seen.end());
  batch.module = {};
  CHECK(hook_command(batch).variables == variables{{"WORKING_DIR", "/m/hooks"}});
  CHECK(hook_command({.path = "/m/hooks/a.sh", .hooks_directory = "/m/hooks", .module = "web"}).variables
        == variables{{"WORKING_DIR", "/m/hooks"}});
}
