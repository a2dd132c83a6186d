#include "core/webhooks/conversion_path.hpp"

#include <doctest/doctest.h>

namespace {

using core::bindings::conversion_step;

/// `0>x.io/v2 1>x.io/v3`: positions and versions of the chain.
std::string chain(const std::vector<conversion_step>& steps, const std::string& from, const std::string& to) {
  std::string text;
  for (const auto& x : core::webhooks::find_chain(steps, from, to))
    text += (text.empty() ? "" : " ") + std::to_string(x.step) + ">" + x.version;
  return text.empty() ? "none" : text;
}

} // namespace

TEST_CASE("versions are compared as a whole, with or without their group") {
  using core::webhooks::is_version;
  CHECK(is_version("v1", "x.io/v1"));
  CHECK(is_version("x.io/v1", "x.io/v1"));
  CHECK(is_version("v1", "v1"));
  CHECK_FALSE(is_version("v1", "x.io/v1alpha1"));
  CHECK_FALSE(is_version("v1alpha1", "x.io/v1"));
  CHECK_FALSE(is_version("y.io/v1", "x.io/v1"));
  CHECK_FALSE(is_version("io/v1", "x.io/v1"));
  CHECK_FALSE(is_version("", "x.io/v1"));
}

TEST_CASE("the shortest chain is found, over any number of steps") {
  struct row {
    std::vector<conversion_step> steps;
    std::string from;
    std::string to;
    std::string expected;
  };
  const std::vector<conversion_step> line{{"v1", "v2"}, {"v2", "v3"}, {"v3", "v4"}, {"v4", "v3"}, {"v3", "v2"}};
  const std::vector<row> rows{
    {line, "x.io/v1", "x.io/v2", "0>x.io/v2"},
    {line, "x.io/v1", "x.io/v4", "0>x.io/v2 1>x.io/v3 2>x.io/v4"},
    {line, "x.io/v4", "x.io/v2", "3>x.io/v3 4>x.io/v2"},
    {line, "x.io/v4", "x.io/v1", "none"},
    {{{"v1", "v2"}, {"v2", "v3"}, {"v1", "v3"}}, "x.io/v1", "x.io/v3", "2>x.io/v3"},
    {{{"v1", "v2"}, {"x.io/v1", "x.io/v2"}}, "x.io/v1", "x.io/v2", "0>x.io/v2"},
    {{{"x.io/v1", "v2"}, {"v2", "x.io/v3"}}, "x.io/v1", "x.io/v3", "0>x.io/v2 1>x.io/v3"},
    // flant/shell-operator compares parts of names, and finds a chain here.
    {{{"v0", "v1"}, {"v1alpha1", "v2"}}, "x.io/v0", "x.io/v2", "none"},
    {{{"v1", "v1"}, {"v1", "v2"}, {"v2", "v1"}}, "x.io/v1", "x.io/v2", "1>x.io/v2"},
    {{{"y.io/v1", "y.io/v2"}}, "x.io/v1", "x.io/v2", "none"},
    {{}, "x.io/v1", "x.io/v2", "none"},
  };
  for (const auto& x : rows) CHECK_EQ(chain(x.steps, x.from, x.to), x.expected);
}

TEST_CASE("a ring of steps ends") {
  std::vector<conversion_step> ring;
  for (int i = 0; i < 200; ++i) ring.push_back({"v" + std::to_string(i), "v" + std::to_string((i + 1) % 200)});
  CHECK(core::webhooks::find_chain(ring, "x.io/v0", "x.io/v199").size() == 199);
  CHECK(core::webhooks::find_chain(ring, "x.io/v0", "x.io/w").empty());
}
