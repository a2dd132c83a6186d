#include "base/overload.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

namespace {

struct circle {};
struct square {};
struct cube {};
using shape = std::variant<circle, square, cube>;

std::string kind_of(const shape& x) {
  return std::visit(base::overload{[](const base::one_of<circle, square> auto&) { return std::string("flat"); },
                                   [](const cube&) { return std::string("solid"); }},
                    x);
}

template <class Visitor>
constexpr bool handles_cube = std::is_invocable_v<Visitor, const cube&>;

} // namespace

TEST_CASE("the function of an alternative is called, and a function may handle several") {
  CHECK(kind_of(circle()) == "flat");
  CHECK(kind_of(square()) == "flat");
  CHECK(kind_of(cube()) == "solid");
}

TEST_CASE("an alternative that no function names is not taken in by another function") {
  const auto flat = base::overload{[](const base::one_of<circle, square> auto&) {}};
  CHECK(!handles_cube<decltype(flat)>);
  CHECK(base::one_of<int, char, int>);
  CHECK(!base::one_of<int, char, unsigned>);
  CHECK(!base::one_of<int>);
}
