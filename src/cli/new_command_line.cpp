#include "cli/new_command_line.hpp"

#include "cli/command_group.hpp"

#include <CLI/CLI.hpp>

namespace cli {

namespace {

constexpr auto about_new =
  R"(Writes files that run as they are, with a case for 'hook test'. Files that exist are never overwritten.

  addon-operator new platform shop              shop/ with a module, a global hook and their tests
  addon-operator new module web --dir shop      shop/modules/NNN-web
  addon-operator new hook copy-secret --dir shop --module web

Exit codes: 0; 1 a file is there already, or cannot be written; 2 the command line or the name cannot be used.)";

} // namespace

CLI::App* add_new(CLI::App& app, new_options& options) {
  auto* made = add_group(app, "new", "Write a working skeleton of a platform, a module or a hook");
  made->footer(about_new);
  const auto add = [&](const char* word, const char* help, new_thing what) {
    auto* thing = made->add_subcommand(word, help);
    thing->callback([&options, what] { options.what = what; });
    thing->add_option("NAME", options.name, "Its name: lower case, digits and '-'")->required();
    thing->add_option("--dir", options.directory,
                      what == new_thing::platform ? "Make it in this directory [.]" : "The platform [.]");
    return thing;
  };
  add("platform", "A directory with modules and global hooks", new_thing::platform);
  add("module", "A module with a chart, values, schemas and a hook", new_thing::module);
  add("hook", "A hook in Shell with its case", new_thing::hook)
    ->add_option("--module", options.module, "The module of the hook; default: it is a global hook");
  return made;
}

} // namespace cli
