#include "core/releases/awaited_places.hpp"

#include <doctest/doctest.h>

using namespace core::releases;
using namespace core::values;

namespace {

awaited_places::standing_of gives(std::initializer_list<value_source> present) {
  return [standing = value_standing{.present = present}](const std::string&) { return standing; };
}

const auto without_section = gives({value_source::config_map});
const auto with_section = gives({value_source::config_map, value_source::global_section});

} // namespace

TEST_CASE("a held module is decided again once for each change of its sources") {
  awaited_places awaited;
  awaited.hold("web", without_section("web"));
  CHECK(awaited.take_changed(without_section).empty());
  CHECK_EQ(awaited.take_changed(with_section), std::set<std::string>{"web"});
  CHECK(awaited.take_changed(with_section).empty());
  awaited.release("web");
  CHECK(awaited.take_changed(without_section).empty());
}

TEST_CASE("a doubted module is forgotten when its places are back") {
  awaited_places awaited;
  awaited.doubt({{"web", "/modules/web", {{"moduleValuesFrom", "configmap.global"}, {"moduleHookValues", "none"}}}});
  CHECK_FALSE(awaited.take_settled(without_section));
  CHECK(awaited.take_settled(with_section));
  CHECK_FALSE(awaited.take_settled(with_section));
}
