#include "core/modules/module_directory.hpp"

#include <doctest/doctest.h>

TEST_CASE("a module's directory gives its name and order") {
  CHECK(core::modules::parse_module_directory("001-simple-module")->name == "simple-module");
  CHECK(core::modules::parse_module_directory("001-simple-module")->order == 1);
  CHECK(core::modules::parse_module_directory("1234-x")->order == 1234);
  CHECK(core::modules::parse_module_directory("simple-module")->name == "simple-module");
  CHECK_FALSE(core::modules::parse_module_directory("simple-module")->order);
}

TEST_CASE("a module name that does not survive camelCase is refused with one that does") {
  CHECK(core::modules::parse_module_directory("010-module_one").error().message
        == "'module_one' name should be in kebab-case and be restorable from camelCase: consider renaming to "
           "'module-one'");
  CHECK(core::modules::parse_module_directory("010-module-1").error().message.ends_with("'module1'"));
  CHECK_FALSE(core::modules::parse_module_directory("global"));
  CHECK_FALSE(core::modules::parse_module_directory("010-foo-enabled"));
  CHECK_FALSE(core::modules::parse_module_directory("99999999999999-foo"));
}

TEST_CASE("a number is digits, a hyphen, and a name behind it") {
  CHECK(core::modules::number_prefix("010-web") == "010");
  CHECK(core::modules::number_prefix("web-010") == "");
  CHECK(core::modules::number_prefix("010") == "");
  CHECK(core::modules::number_prefix("010-") == "");
  CHECK(core::modules::number_prefix("-web") == "");
}
