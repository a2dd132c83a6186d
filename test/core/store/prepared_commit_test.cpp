#include "core/store/prepared_commit.hpp"

#include "text/json/json_patch_reader.hpp"

#include <doctest/doctest.h>

#include <string>

using core::store::prepared_commit;

namespace {

/// Prepares a commit of a hook of module `web`, which has the section `{"size":1}` in the ConfigMap.
prepared_commit commit(const std::string& values_patch, const std::string& config_patch) {
  prepared_commit x;
  x.owner = {"web"};
  x.hook = "a.sh";
  if (!values_patch.empty()) x.values_patch.section = text::parse_json_patch(values_patch).value();
  if (!config_patch.empty()) x.config_patch.section = text::parse_json_patch(config_patch).value();
  x.after.layers.config = text::parse_json(R"({"size":1})").value();
  x.after.base = x.after.values = *x.after.layers.config;
  return x;
}

std::string refusal(prepared_commit x) {
  const auto applied = core::store::apply_patches(x);
  return applied ? "applied" : applied.error().message;
}

} // namespace

TEST_CASE("a commit without patches changes nothing") {
  auto x = commit("", "");
  CHECK(x.empty());
  REQUIRE(core::store::apply_patches(x));
  CHECK(x.after.values.dump() == R"({"size":1})");
  CHECK(!x.write);
}

TEST_CASE("a values patch changes the values alone") {
  auto x = commit(R"({"op":"add","path":"/web/color","value":"red"})", "");
  CHECK(!x.empty());
  REQUIRE(core::store::apply_patches(x));
  CHECK(x.after.values.dump() == R"({"color":"red","size":1})");
  CHECK(x.after.layers.config->dump() == R"({"size":1})");
  CHECK(!x.write);
}

TEST_CASE("a config patch is to be written, with the section as it was, unless it changes nothing") {
  auto x = commit("", R"({"op":"add","path":"/web/color","value":"red"})");
  REQUIRE(core::store::apply_patches(x));
  REQUIRE(x.write);
  CHECK(x.write->key == "web");
  CHECK(x.write->before->dump() == R"({"size":1})");
  CHECK(x.write->yaml.find("color: red") != std::string::npos);
  CHECK(x.after.values.dump() == R"({"color":"red","size":1})");
  auto same = commit("", R"({"op":"replace","path":"/web/size","value":1})");
  REQUIRE(core::store::apply_patches(same));
  CHECK(!same.write);
}

TEST_CASE("a patch that cannot be applied is named") {
  CHECK(refusal(commit(R"({"op":"remove","path":"/web/none"})", ""))
          .starts_with("cannot apply values patch for 'web' values: operation 0: "));
  CHECK(refusal(commit("", R"({"op":"remove","path":"/web/none"})")).starts_with("config values patch: operation 0: "));
  CHECK(refusal(commit(R"({"op":"replace","path":"/web","value":1})", ""))
        == "values patch: the patch leaves no map at '/web': patch keys below it, for example '/web/size'");
  CHECK(refusal(commit("", R"({"op":"add","path":"/web/x","value":")" + std::string(2'000'000, 'x') + "\"}"))
          .find("a ConfigMap holds")
        != std::string::npos);
}
