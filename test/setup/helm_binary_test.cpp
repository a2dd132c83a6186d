#include "setup/helm_binary.hpp"

#include "setup/made_program.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

/// A machine with nothing but these directories.
struct machine {
  sys::files::temp_dir root = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "helm-").value();
  test::changed_variable path{"PATH", root.file("bin")};
  test::changed_variable cache{"XDG_CACHE_HOME", root.file("cache")};
};

} // namespace

TEST_CASE("the helm that a user names is started for each task") {
  const machine m;
  const auto mine = test::make_program(m.root.file("bin/myhelm"), "");
  const auto found = setup::find_helm_binary("myhelm");
  CHECK(found.path == mine);
  CHECK(!found.stays);
  CHECK(setup::find_helm_binary("/opt/../opt/helm").path == "/opt/helm");
  CHECK(setup::find_helm_binary("no-such-helm").path == "");
}

TEST_CASE("without a name the helm in PATH counts, and then the newest in the cache") {
  const machine m;
  CHECK(setup::find_helm_of_command_line("").path == "");
  test::make_program(m.root.file("cache/addon-operator/tools/helm-4.0.0/helm"), "");
  const auto newest = test::make_program(m.root.file("cache/addon-operator/tools/helm-4.1.0/helm"), "");
  test::make_program(m.root.file("cache/addon-operator/tools/helm-3.9.0/helm"), "");
  CHECK(setup::find_helm_of_command_line("").path == newest);
  CHECK_MESSAGE(setup::find_helm_of_command_line("other").path == "", "another name is not looked for in the cache");
  const auto in_path = test::make_program(m.root.file("bin/helm"), "");
  CHECK(setup::find_helm_of_command_line("").path == in_path);
}

TEST_CASE("each build of Helm has an identity of its own") {
  const machine m;
  const auto one = test::make_program(m.root.file("one"), "echo 1");
  const auto other = test::make_program(m.root.file("other"), "echo 2");
  const auto same = test::make_program(m.root.file("same"), "echo 1");
  CHECK(setup::helm_identity(one) == setup::helm_identity(same));
  CHECK(setup::helm_identity(one) != setup::helm_identity(other));
  CHECK(setup::helm_identity(m.root.file("none")) == "");
  test::put_file(m.root.file("long"), std::string(100'000, 'x'));
  test::put_file(m.root.file("longer"), std::string(100'001, 'x'));
  CHECK(setup::helm_identity(m.root.file("long")) != setup::helm_identity(m.root.file("longer")));
}

TEST_CASE("a helm without a name from the user in the place of the Helm worker is a warning") {
  CHECK(setup::remark_on({"/usr/bin/helm", false}, "").find("/usr/bin/helm is started for each task")
        != std::string::npos);
  CHECK(setup::remark_on({"/usr/bin/helm", false}, "helm") == "");
  CHECK(setup::remark_on({"/lib/addon-operator-helm", true}, "") == "");
  CHECK_MESSAGE(setup::remark_on({"", false}, "") == "", "charts fail with a message of their own");
}
