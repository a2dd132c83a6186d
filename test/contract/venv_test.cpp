#include "core/hooks/script_environment.hpp"
#include "setup/modules_on_disk.hpp"
#include "support/process_run.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

TEST_CASE("a hook in Python runs by what python3 -m venv has made") {
  const auto root = *sys::files::temp_dir::create(std::filesystem::temp_directory_path().string(), "venv-");
  const auto hooks = root.file("modules/010-web/hooks");
  std::filesystem::create_directories(hooks);
  std::filesystem::create_directories(root.file("global-hooks"));
  std::ofstream(hooks + "/a.py") << "import json, sys\nprint(sys.prefix, *sys.argv[1:])\n";
  std::filesystem::permissions(hooks + "/a.py", std::filesystem::perms::owner_all);
  sys::process::reactor reactor;
  test::process_run making(reactor, test::shell("exec python3 -m venv --without-pip '" + hooks + "/venv'"));
  REQUIRE(making.await_exit().exit_code == 0);

  const auto platform = setup::read_modules_on_disk({root.file("modules")}, root.file("global-hooks"));
  REQUIRE_MESSAGE(platform, platform.error().message);
  const auto& source = platform->modules.at(0).source.hooks;
  REQUIRE(source.found.hooks.size() == 1);
  const auto command =
    core::hooks::hook_config_command({source.directory + "/a.py", source.directory, source.found.venv});
  test::process_run run(reactor,
                        {.argv = command.argv,
                         .environment = core::hooks::script_environment(sys::files::environment(), command, {}, {}),
                         .working_directory = command.working_directory});
  CHECK(run.await_exit().exit_code == 0);
  CHECK(run.out == std::vector<std::string>{hooks + "/venv --config"});
}
