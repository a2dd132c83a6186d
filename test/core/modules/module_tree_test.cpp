#include "core/modules/module_tree.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace core::modules;

TEST_CASE("modules run in byte order of their directory names, over all directories") {
  const auto tree = find_modules({{"/m/020-b", "020-b", 0}, {"/n/010-c", "010-c", 1}, {"/m/030-a", "030-a", 0}});
  REQUIRE(tree.modules.size() == 3);
  CHECK(tree.modules[0].name == "c");
  CHECK(tree.modules[1].name == "b");
  CHECK(tree.modules[2].name == "a");
}

TEST_CASE("a directory without a number has that of the option, with as many digits as the longest one") {
  const std::vector<module_candidate> all{{"/m/plain", "plain", 0},
                                          {"/m/000-zero", "000-zero", 0},
                                          {"/m/010-web", "010-web", 0},
                                          {"/m/200-last", "200-last", 0},
                                          {"/m/a", "a", 0}};
  const auto order = [](const module_tree& tree) {
    std::string text;
    for (const auto& x : tree.modules) text += x.name + " ";
    return text;
  };
  CHECK(order(find_modules(all)) == "zero a plain web last ");
  CHECK(order(find_modules(all, 50)) == "zero web a plain last ");
  CHECK(order(find_modules(all, 1000)) == "zero web a plain last ");
  CHECK(order(find_modules(all, 201)) == "zero web last a plain ");
  CHECK(order(find_modules({{"/m/b", "b", 0}, {"/m/a", "a", 0}})) == "a b ");
}

TEST_CASE("the number of a module is what its directory is ordered by") {
  const auto tree = find_modules({{"/m/plain", "plain", 0}, {"/m/010-web", "010-web", 0}, {"/n/010-db", "010-db", 1}});
  std::map<std::string, std::string> numbers;
  for (const auto& x : tree.modules) numbers[x.name] = x.number;
  CHECK(numbers == std::map<std::string, std::string>{{"plain", "001"}, {"web", "010"}, {"db", "010"}});
}

TEST_CASE("of two modules with one name the one in the earlier directory counts") {
  const auto tree = find_modules({{"/n/001-a", "001-a", 1}, {"/m/900-a", "900-a", 0}});
  REQUIRE(tree.modules.size() == 1);
  CHECK(tree.modules[0].at.path == "/m/900-a");
  REQUIRE(tree.warnings.size() == 1);
  CHECK(tree.warnings[0].find("/n/001-a") != std::string::npos);
}

TEST_CASE("a name that no module can have stands for the module that it may mean, which does not run") {
  const auto tree = find_modules({{"/m/001-module-1", "001-module-1", 0}, {"/m/020-web", "020-web", 0}});
  REQUIRE(tree.modules.size() == 2);
  CHECK(tree.modules[0].name == "module1");
  CHECK(tree.modules[0].number == "001");
  CHECK(tree.modules[0].at.unreadable.find("module directory /m/001-module-1: 'module-1' name should be in kebab-case")
        == 0);
  CHECK(tree.modules[1].at.unreadable.empty());
  CHECK(tree.warnings.empty());
}

TEST_CASE("a name that no module can have is left out if there is the module, or none can be meant") {
  struct row {
    const char* directory;
    const char* reason;
  };
  for (const auto& x : {row{"030-fooBar", "consider renaming to 'foo-bar'"}, row{"030-foo-enabled", "is reserved"},
                        row{"030-global", "is reserved"}, row{"030-.", "should be in kebab-case"}}) {
    CAPTURE(x.directory);
    const std::string path = std::string("/m/") + x.directory;
    const auto tree = find_modules({{path, x.directory, 0}, {"/n/040-foo-bar", "040-foo-bar", 1}});
    REQUIRE(tree.modules.size() == 1);
    CHECK(tree.modules[0].at.path == "/n/040-foo-bar");
    REQUIRE(tree.warnings.size() == 1);
    CHECK(tree.warnings[0].find("module directory " + path) == 0);
    CHECK(tree.warnings[0].find(x.reason) != std::string::npos);
    CHECK_MESSAGE(tree.impossible == tree.warnings, "a problem for people, because the directory never runs");
  }
}

TEST_CASE("a directory that cannot be looked into is a module if it has the name of one") {
  const auto tree = find_modules({{"/m/010-web", "010-web", 0, "/m/010-web: the link leads nowhere"},
                                  {"/m/notes.txt", "notes.txt", 0, "/m/notes.txt: the link leads nowhere"}});
  REQUIRE(tree.modules.size() == 1);
  CHECK(tree.modules[0].name == "web");
  CHECK_FALSE(tree.modules[0].at.unreadable.empty());
  CHECK(tree.warnings == std::vector<std::string>{"/m/notes.txt is left out: /m/notes.txt: the link leads nowhere"});
  CHECK(tree.impossible.empty());
}
