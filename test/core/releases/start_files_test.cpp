#include "core/releases/start_files.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::releases::changed_start_files;
using core::releases::start_files;

TEST_CASE("a file of the start that has changed, has gone or is new is found, for its module alone") {
  const start_files before{{"/m/values.yaml", "1"},
                           {"/m/010-web/values.yaml", "1"},
                           {"/m/010-web/hooks/a.sh", ""},
                           {"/m/010-web/hooks/b.sh", ""},
                           {"/m/020-db/values.yaml", "1"}};
  CHECK(changed_start_files(before, before, "/m/010-web").empty());
  const start_files now{
    {"/m/values.yaml", "2"},       {"/m/010-web/values.yaml", "1"},  {"/m/010-web/openapi/values.yaml", "1"},
    {"/m/010-web/hooks/b.sh", ""}, {"/m/010-web/hooks/made.sh", ""}, {"/m/020-db/values.yaml", "2"}};
  CHECK_EQ(changed_start_files(before, now, "/m/010-web"),
           std::vector<std::string>{"/m/010-web/hooks/a.sh", "/m/010-web/openapi/values.yaml", "/m/values.yaml"});
}

TEST_CASE("a module that was not there at the start has no file of the start") {
  CHECK(changed_start_files({{"/m/values.yaml", "1"}}, {{"/m/values.yaml", "2"}}, "/m/010-web").empty());
}

TEST_CASE("a message names the first files and the number of the rest") {
  CHECK_EQ(core::releases::words_of_files({"a", "b"}), "a, b");
  CHECK_EQ(core::releases::words_of_files({"a", "b", "c", "d", "e", "f"}), "a, b, c, d, e and 1 more");
}
