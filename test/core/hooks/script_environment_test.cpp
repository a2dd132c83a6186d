#include "core/hooks/script_environment.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::hooks;

namespace {

using texts = std::vector<std::string>;

} // namespace

TEST_CASE("what a run adds to the environment wins over what the operator has") {
  auto command = hook_command({.path = "/h/a.sh", .hooks_directory = "/h"});
  auto environment = script_environment({"PATH=/bin", "VALUES_PATH=/old", "WORKING_DIR=/old", "EMPTY=", "A=b=c"},
                                        command, {{"VALUES_PATH", "v.json", nullptr}}, "/tmp/run");
  CHECK(environment == texts{"A=b=c", "EMPTY=", "PATH=/bin", "VALUES_PATH=/tmp/run/v.json", "WORKING_DIR=/h"});
}

TEST_CASE("shells and tools do not translate their messages, and keep their locale") {
  const auto with = [](const std::string& locale) { return script_environment({locale}, {}, {}, "/tmp/run"); };
  CHECK(with("LANG=de_DE.UTF-8") == texts{"LANG=de_DE.UTF-8", "LANGUAGE=C"});
  CHECK(with("LC_ALL=fr_FR.UTF-8") == texts{"LANGUAGE=C", "LC_ALL=fr_FR.UTF-8"});
  CHECK(with("LC_MESSAGES=ru_RU.UTF-8") == texts{"LANGUAGE=C", "LC_MESSAGES=ru_RU.UTF-8"});
  CHECK(with("LANGUAGE=zh:es") == texts{"LANGUAGE=C"});
  CHECK(with("HOME=/") == texts{"HOME=/"});
}
