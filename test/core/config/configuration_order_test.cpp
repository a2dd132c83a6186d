#include "core/config/configuration_order.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>

namespace {

core::config::configuration_order::configuration_ptr numbered(std::uint64_t number,
                                                              const std::map<std::string, std::string>& data) {
  auto x = core::config::read_configuration(data, {});
  x.number = number;
  return std::make_shared<const core::config::configuration>(std::move(x));
}

std::string section(const core::config::configuration& x, const std::string& key) {
  const auto* found = x.section(key);
  return found == nullptr ? "none" : found->dump();
}

} // namespace

TEST_CASE("a configuration changes what the one before it said, applied or not") {
  core::config::configuration_order order;
  CHECK(order.arrived(numbered(1, {{"web", "a: 1"}, {"db", "b: 1"}})).modules.size() == 2);
  CHECK(order.arrived(numbered(2, {{"web", "a: 2"}, {"db", "b: 1"}})).modules.size() == 1);
}

TEST_CASE("a section that a commit has found is not taken back by a configuration that was on its way") {
  core::config::configuration_order order;
  order.found("web", numbered(3, {{"web", "a: 3"}}));
  order.found("gone", numbered(3, {}));
  const auto applied = order.apply(*numbered(2, {{"web", "a: 2"}, {"db", "b: 2"}, {"gone", "c: 2"}}));
  CHECK(section(applied, "web") == R"({"a":3})");
  CHECK(section(applied, "db") == R"({"b":2})");
  CHECK(section(applied, "gone") == "none");
}

TEST_CASE("a newer configuration counts from its first application on") {
  core::config::configuration_order order;
  order.found("web", numbered(3, {{"web", "a: 3"}}));
  CHECK(section(order.apply(*numbered(4, {{"web", "a: 4"}})), "web") == R"({"a":4})");
  CHECK(section(order.apply(*numbered(2, {{"web", "a: 2"}})), "web") == R"({"a":2})");
}
