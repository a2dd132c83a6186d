#include "moving/moved.hpp"
#include "support/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

using e2e::contains;
using released = std::vector<e2e::listed_release>;

/// The start with a directory of modules that the owner did not mean.
moving::start start_with(const moving::tree& files, const std::string& space, const std::string& modules) {
  auto variables = moving::platform_variables(files, space);
  variables[0] = "MODULES_DIR=" + files.path(modules);
  return {.environment = std::move(variables)};
}

} // namespace

TEST_CASE("a directory without modules removes no release, unless somebody says so"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("no_modules");
  std::filesystem::create_directories(files.path("empty"));
  const auto space = e2e::cluster().new_namespace("no-modules");
  {
    moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
    run.await_converged();
    CHECK_EQ(e2e::helm_list(space), released{{"web", "deployed", "1"}});
    CHECK_EQ(run.readyz(), moving::all_is_well);
    CHECK_EQ(run.stop().exit_code, 0);
  }
  auto how = start_with(files, space, "empty");
  {
    moving::moved_operator run(files, how);
    CHECK_EQ(run.await({{"event", "no_modules"}})["directories"], files.path("empty"));
    const auto spared = run.await({{"event", "releases_spared"}});
    run.await_converged();
    CHECK_EQ(e2e::helm_list(space), released{{"web", "deployed", "1"}});
    for (const auto& text : {spared["error"], run.readyz()}) {
      CHECK_MESSAGE(contains(text, "no module was found in " + files.path("empty")), text);
      CHECK_MESSAGE(contains(text, "stay as they are: web"), text);
    }
    CHECK_EQ(run.stop().exit_code, 0);
  }
  how.arguments = {"--purge-without-modules"};
  moving::moved_operator run(files, how);
  run.await_converged();
  CHECK_EQ(e2e::helm_list(space), released{});
  // The page shows for an hour what was removed, and what had wanted it.
  const auto page = run.readyz();
  CHECK_MESSAGE(page.starts_with(moving::all_is_well), page);
  CHECK_MESSAGE(contains(page, "release 'web' is removed: no module has this name"), page);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a directory of modules that is not there or cannot be read ends the start, and no release goes"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("no_modules");
  const auto space = e2e::cluster().new_namespace("no-directory");
  {
    moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
    run.await_converged();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  std::string why;
  SUBCASE("it is not there") {
    why = "not-mounted does not exist";
  }
  SUBCASE("it is a file") {
    test::put_file(files.path("file"), "");
    why = "file is not a directory";
  }
  SUBCASE("it cannot be read") {
    std::filesystem::create_symlink("circle", files.path("circle"));
    why = "circle: cannot be listed: Too many levels of symbolic links";
  }
  moving::moved_operator run(files, start_with(files, space, why.substr(0, why.find_first_of(" :"))));
  CHECK_EQ(run.await_exit().exit_code, 1);
  const auto error = run.all({{"event", "operator_cannot_start"}});
  REQUIRE_EQ(error.size(), 1);
  CHECK_MESSAGE(contains(error[0]["error"], files.path(why)), error[0].line);
  CHECK_EQ(e2e::helm_list(space), released{{"web", "deployed", "1"}});
}
