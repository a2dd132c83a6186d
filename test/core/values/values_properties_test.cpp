// Properties of all values and patches, checked with random values and patches.

#include "core/store/values_book.hpp"
#include "core/values/names.hpp"
#include "random_patches.hpp"
#include "text/json/json_merge.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using core::values::values_owner;

namespace {

const std::array<values_owner, 3> owners{values_owner{}, values_owner{"web"}, values_owner{"db"}};

/// A global section and two modules with values in files and in the ConfigMap.
core::store::values_book random_book(test::random_patches& random) {
  const auto file = [&](const char* key) { return text::json::object({{key, random.object(0)}}).dump(); };
  const auto module = [&](const char* key) {
    return core::config::module_files{.directory = key, .modules_directory = 0, .values = file(key), .schemas = {}};
  };
  core::store::values_book book;
  book.load(core::config::read_static_values({.common = {{"values.yaml", file("global")}},
                                              .global_schemas = {},
                                              .modules = {{"web", module("web")}, {"db", module("db")}}}));
  book.apply_configuration(core::config::read_configuration({{"web", random.object(0).dump()}}), 1);
  return book;
}

/// A patch for the section of `owner` that can be applied to its values, or to its configuration.
text::json_patch patch_for(unsigned seed, const values_owner& owner, const text::json& section) {
  test::random_patches random(seed, owner.key());
  return random.patch(text::json::object({{owner.key(), section}}));
}

} // namespace

TEST_CASE("merging with nothing, or with itself, changes nothing, and what is above counts") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    test::random_patches random(seed);
    const auto lower = random.object(0);
    const auto upper = random.object(0);
    CHECK(text::deep_merge(lower, text::json::object()) == lower);
    CHECK(text::deep_merge(text::json::object(), upper) == upper);
    CHECK(text::deep_merge(lower, lower) == lower);
    const auto merged = text::deep_merge(lower, upper);
    CHECK(text::deep_merge(merged, upper) == merged);
    for (const auto& [key, value] : upper.as_object())
      if (!value.is_object()) CHECK(*merged.find(key) == value);
    for (const auto& [key, value] : lower.as_object())
      if (!upper.find(key)) CHECK(*merged.find(key) == value);
  }
}

TEST_CASE("a commit changes the section of its hook and no other") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    test::random_patches random(seed);
    auto book = random_book(random);
    for (unsigned run = 0; run < 6; ++run) {
      const auto& owner = owners.at(static_cast<std::size_t>(random.below(3)));
      const auto before = book.state();
      auto prepared = book.prepare_hook_commit(owner, patch_for(seed * 31 + run, owner, before->section_values(owner)),
                                               patch_for(seed * 37 + run, owner, before->config_values(owner)));
      // Both patches were created for the same state, so the second may no longer apply.
      if (!prepared) continue;
      const auto change = book.commit(std::move(*prepared), 1);
      REQUIRE(change);
      for (const auto& other : owners) {
        const bool same = before->section_values(other) == book.state()->section_values(other)
                          && before->config_values(other) == book.state()->config_values(other);
        if (other.key() != owner.key()) {
          // The same nodes, not only equal nodes, because a node must not be copied.
          CHECK(before->sections().at(other.key()) == book.state()->sections().at(other.key()));
          CHECK(same);
        } else {
          CHECK((other.is_global() ? change->global : change->modules.contains(other.module)) == !same);
        }
      }
    }
  }
}

TEST_CASE("values that were patched step by step are those that a start with the same layers gives") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    test::random_patches random(seed);
    auto book = random_book(random);
    const values_owner web{"web"};
    for (unsigned run = 0; run < 6; ++run) {
      auto prepared = book.prepare_hook_commit(web, patch_for(seed * 31 + run, web, book.state()->section_values(web)),
                                               text::json_patch{});
      REQUIRE(prepared);
      const auto layers = prepared->after.layers;
      REQUIRE(book.commit(std::move(*prepared), 1));
      CHECK(core::values::merged_values(layers, "web") == book.state()->section_values(web));
    }
    // The effects stay after a change of the configuration and its reversal.
    const auto before = book.state()->section_values(web);
    const auto config = book.state()->config_values(web);
    book.apply_section("web", nullptr, 1);
    book.apply_section("web", &config, 1);
    CHECK(book.state()->section_values(web) == before);
  }
}

TEST_CASE("a patch that fails leaves the book as it is") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    test::random_patches random(seed);
    auto book = random_book(random);
    const values_owner web{"web"};
    auto patch = patch_for(seed, web, book.state()->section_values(web));
    patch.push_back({.op = text::patch_operation::kind::remove, .path = {{"web", "nowhere"}}, .from = {}, .value = {}});
    const auto before = book.state();
    CHECK_FALSE(book.prepare_hook_commit(web, patch, text::json_patch{}));
    CHECK(book.state() == before);
  }
}
