#include "core/store/values_state.hpp"

#include "core/store/values_book_steps.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using core::store::values_state;
using test::global_hooks;
using test::some_module;

namespace {

std::pair<std::string, std::string> files_of(const values_state& state, const core::values::values_owner& owner,
                                             const std::vector<std::string>& enabled) {
  auto files = state.hook_files(owner, enabled);
  return {std::move(files.config_values).text(), std::move(files.values).text()};
}

} // namespace

TEST_CASE("a section has its effective values and those of the ConfigMap, and an unknown one is empty") {
  const auto book = test::example_book();
  const auto& state = *book.state();
  CHECK(state.section_values(some_module).dump() == R"({"param1":"Long string","param2":"FOO"})");
  CHECK(state.config_values(global_hooks).dump() == R"({"param1":200})");
  const core::values::values_owner unknown{"no-such-module"};
  CHECK(state.section_values(unknown).dump() == "{}");
  CHECK(state.config_values(unknown).dump() == "{}");
  CHECK(!state.schemas(unknown).values);
  CHECK(values_state().section_values(global_hooks).dump() == "{}");
  CHECK(values_state().revision() == 0);
}

TEST_CASE("hooks of a module get its section and the global one, with the enabled modules in it") {
  const auto book = test::example_book();
  const auto [config, values] = files_of(*book.state(), some_module, {"a", "some-module"});
  CHECK(config == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
  CHECK(values
        == R"({"global":{"enabledModules":["a","some-module"],"param1":200,"param2":"Yes"},)"
           R"("someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("global hooks get the global section alone, without enabled modules") {
  const auto book = test::example_book();
  const auto [config, values] = files_of(*book.state(), global_hooks, {"a"});
  CHECK(config == R"({"global":{"param1":200}})");
  CHECK(values == R"({"global":{"param1":200,"param2":"Yes"}})");
}
