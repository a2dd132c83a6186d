#include "core/hooks/hooks_on_disk.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::hooks;

namespace {

hooks_entry file(std::string path) {
  return {.path = std::move(path), .is_directory = false, .is_executable = true};
}

hooks_entry plain_file(std::string path) {
  return {.path = std::move(path), .is_directory = false, .is_executable = false};
}

hooks_entry directory(std::string path) {
  return {.path = std::move(path), .is_directory = true, .is_executable = true};
}

std::vector<std::string> names(const found_hooks& found) {
  std::vector<std::string> out;
  for (const auto& hook : found.hooks) out.push_back(hook.name);
  return out;
}

} // namespace

TEST_CASE("executable files are hooks, in byte order of their paths") {
  auto found = find_hooks("/m/001-a/hooks", {file("b.sh"), file("a/z.sh"), file("B.sh"), directory("a"), file("a.sh")},
                          hook_owner::module);
  CHECK(names(found) == std::vector<std::string>{"hooks/B.sh", "hooks/a.sh", "hooks/a/z.sh", "hooks/b.sh"});
  CHECK(found.hooks[0].path == "B.sh");
  CHECK(found.not_executable.empty());
}

TEST_CASE("names that begin with a dot, lib directories and files that describe are no hooks") {
  auto found = find_hooks("/m/001-a/hooks",
                          {file(".hidden"), file(".git/hook.sh"), file("lib/functions.sh"), file("deep/lib/more/x.sh"),
                           file("values.yaml"), file("data.json"), file("README.md"), file("notes.txt"),
                           plain_file("lib/functions.py"), file("library/hook.sh")},
                          hook_owner::module);
  CHECK(names(found) == std::vector<std::string>{"hooks/library/hook.sh"});
  CHECK(found.not_executable.empty());
}

TEST_CASE("a venv belongs to the hooks of a module and is a directory like others for global hooks") {
  std::vector<hooks_entry> entries{directory("venv"), file("venv/bin/python3"), file("hook.py")};
  auto of_module = find_hooks("/m/001-a/hooks", entries, hook_owner::module);
  CHECK(names(of_module) == std::vector<std::string>{"hooks/hook.py"});
  CHECK(of_module.venv == python_venv::plain);
  auto global = find_hooks("/global-hooks", entries, hook_owner::global);
  CHECK(names(global) == std::vector<std::string>{"hook.py", "venv/bin/python3"});
  CHECK(global.venv == python_venv::none);
}

TEST_CASE("a venv with a standard library is distinguished from one that python3 -m venv has made") {
  const auto venv_with = [](hooks_entry entry) {
    return find_hooks("/m/001-a/hooks", {directory("venv"), directory("venv/lib/python3.11"), std::move(entry)},
                      hook_owner::module)
      .venv;
  };
  CHECK(venv_with(plain_file("venv/lib/python3.11/os.py")) == python_venv::self_contained);
  CHECK(venv_with(directory("venv/lib/python3.11/encodings")) == python_venv::self_contained);
  CHECK(venv_with(directory("venv/lib/python3.11/site-packages")) == python_venv::plain);
  CHECK(venv_with(plain_file("venv/lib/python3.11/site-packages/os.py")) == python_venv::plain);
  CHECK(venv_with(plain_file("lib/python3.11/os.py")) == python_venv::plain);
}

TEST_CASE("a global hook is named after the directory hooks if there is one") {
  CHECK(names(find_hooks("/global-hooks/hooks", {file("a.sh")}, hook_owner::global))
        == std::vector<std::string>{"hooks/a.sh"});
  CHECK(names(find_hooks("/global-hooks", {file("a/b.sh")}, hook_owner::global)) == std::vector<std::string>{"a/b.sh"});
}

TEST_CASE("a global hook is named from the first directory hooks of its whole path on") {
  CHECK(names(find_hooks("/app/hooks/global", {file("a.sh")}, hook_owner::global))
        == std::vector<std::string>{"hooks/global/a.sh"});
  CHECK(names(find_hooks("/app/global", {file("web/hooks/a.sh")}, hook_owner::global))
        == std::vector<std::string>{"hooks/a.sh"});
  CHECK(names(find_hooks("/app/webhooks/global", {file("a.sh")}, hook_owner::global))
        == std::vector<std::string>{"a.sh"});
}

TEST_CASE("where a module lies does not change the names of its hooks") {
  CHECK(names(find_hooks("/app/hooks/001-a/hooks", {file("a.sh")}, hook_owner::module))
        == std::vector<std::string>{"hooks/a.sh"});
}

TEST_CASE("no two global hooks have the same name") {
  CHECK(names(find_hooks("/app/global", {file("dns/hooks/a.sh"), file("web/hooks/a.sh")}, hook_owner::global))
        == std::vector<std::string>{"hooks/a.sh", "web/hooks/a.sh"});
}

TEST_CASE("files that may be hooks and are not executable are named, and the others are found") {
  auto found = find_hooks("/m/001-a/hooks", {plain_file("a.sh"), plain_file("run"), file("z.sh"), plain_file("x.tpl")},
                          hook_owner::module);
  CHECK(names(found) == std::vector<std::string>{"hooks/z.sh"});
  CHECK(found.not_executable == std::vector<std::string>{"a.sh", "run"});
  CHECK(found.unknown_kinds == std::vector<std::string>{"x.tpl"});
}

TEST_CASE("a program is known by its beginning, whatever its name is") {
  using core::hooks::is_program;
  CHECK(is_program("#!/usr/bin/env php"));
  CHECK(is_program(std::string_view("\x7f"
                                    "ELF\x02\x01",
                                    6)));
  for (const auto* text : {"", "#", "# a comment", "<?xml", "ELF"}) CHECK_FALSE(is_program(text));
}

TEST_CASE("what hooks share and what nobody runs is not missed") {
  const auto found = find_hooks("/m/001-a/hooks",
                                {plain_file("common/run.sh"), plain_file("helpers/a/b.py"), plain_file("lib/c.sh"),
                                 plain_file("Dockerfile"), plain_file("README"), plain_file("sub/Makefile"),
                                 plain_file("commons/d.sh"), plain_file("helpers")},
                                hook_owner::module);
  CHECK(found.not_executable == std::vector<std::string>{"commons/d.sh", "helpers"});
  CHECK(names(find_hooks("/m/001-a/hooks", {file("common/run.sh")}, hook_owner::module))
        == std::vector<std::string>{"hooks/common/run.sh"});
}

TEST_CASE("a link that was to be a hook and cannot be run is noted apart") {
  const auto link = [](const char* path, bool leads_nowhere) {
    return core::hooks::hooks_entry{path, false, false, true, leads_nowhere};
  };
  const auto found = find_hooks("/m/001-a/hooks",
                                {link("a.sh", true), link("b.tpl", true), link("c.sh", false), link("d.tpl", false),
                                 link("lib/e.sh", true), link("common/f.sh", true), link("README", true),
                                 link("g.yaml", true), link(".h", true)},
                                hook_owner::global);
  CHECK(found.broken_links == std::vector<std::string>{"a.sh", "b.tpl", "c.sh"});
  CHECK(found.not_executable.empty());
}

TEST_CASE("Go sources are noted apart") {
  const auto found = find_hooks("/m/001-a/hooks", {plain_file("a.go"), plain_file("go.mod"), plain_file("sub/b.go")},
                                hook_owner::module);
  CHECK(found.go_sources == std::vector<std::string>{"a.go", "sub/b.go"});
  CHECK(found.not_executable.empty());
}

TEST_CASE("a script uses a file that it imports or names") {
  using core::hooks::uses_file;
  for (const auto* line :
       {"import tools\n", "  from tools import a\n", "x\nimport os, tools", "from pkg.tools import a"})
    CHECK_MESSAGE(uses_file(line, "sub/tools.py"), line);
  for (const auto* line : {"import toolsx\n", "# tools are here\n", "print('tools')", "important tools", ""})
    CHECK_MESSAGE(!uses_file(line, "tools.py"), line);
  for (const auto* line : {"source functions.sh", ". \"$DIR\"/functions.sh\n", "bash sub/functions.sh x"})
    CHECK_MESSAGE(uses_file(line, "functions.sh"), line);
  for (const auto* line : {"source my-functions.sh", "functions", "functions.shx"})
    CHECK_MESSAGE(!uses_file(line, "functions.sh"), line);
  CHECK(uses_file("exec ./run", "run"));
  CHECK_FALSE(uses_file("run it", "run"));
}

TEST_CASE("hooks that have come are added to the known hooks, and known hooks that have gone stay") {
  const core::hooks::found_hooks known{.hooks = {{"10-a.sh", "hooks/10-a.sh"}, {"30-c.sh", "hooks/30-c.sh"}},
                                       .venv = core::hooks::python_venv::plain};
  const core::hooks::found_hooks now{.hooks = {{"20-b.sh", "hooks/20-b.sh"}, {"30-c.sh", "hooks/30-c.sh"}},
                                     .not_executable = {"40-d.sh"}};
  const auto all = core::hooks::with_known_hooks(now, known);
  std::string names;
  for (const auto& hook : all.hooks) names += hook.name + " ";
  CHECK_EQ(names, "hooks/10-a.sh hooks/20-b.sh hooks/30-c.sh ");
  CHECK_EQ(all.not_executable, std::vector<std::string>{"40-d.sh"});
  CHECK(all.venv == core::hooks::python_venv::plain);
}
