#include "core/crds/definition_files.hpp"

#include <doctest/doctest.h>

TEST_CASE("a definition that two files have with two contents is named with both files") {
  core::crds::definition_files files;
  const auto definition = [](const char* file, int size) {
    return core::crds::definition{"boxes.example.com", file, text::json::object({{"size", size}})};
  };
  CHECK(files.take(definition("/m/a/crds/box.yaml", 1)).empty());
  CHECK(files.take(definition("/m/a/crds/box.yaml", 2)).empty());
  CHECK(files.take(definition("/m/b/crds/box.yaml", 2)).empty());
  CHECK_EQ(files.take(definition("/m/a/crds/box.yaml", 3)),
           "CustomResourceDefinition 'boxes.example.com' is in /m/b/crds/box.yaml and, with another content, in "
           "/m/a/crds/box.yaml: the module that runs last writes it. Keep one of them");
  CHECK(files.take({"other.example.com", "/m/b/crds/o.yaml", {}}).empty());
  CHECK(files.names() == std::vector<std::string>{"boxes.example.com", "other.example.com"});
}
