#include "core/bindings/snapshot_text.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using core::bindings::snapshot_object;

namespace {

text::shared_text shared(const char* json) {
  return std::make_shared<const std::string>(json);
}

std::string shown(const core::bindings::object_list& objects) {
  text::json_text out;
  core::bindings::append_objects(out, objects);
  return out.take();
}

} // namespace

TEST_CASE("an object of a snapshot has the members that its binding keeps, byte for byte") {
  snapshot_object both;
  both.filter_result = shared("1.0");
  both.object = shared(R"({"b":1, "a":2})");
  snapshot_object filtered;
  filtered.filter_result = shared("null");
  snapshot_object whole;
  whole.object = shared("{}");
  CHECK(shown({}) == "[]");
  CHECK(shown({both, filtered, whole, snapshot_object()})
        == R"([{"filterResult":1.0,"object":{"b":1, "a":2}},{"filterResult":null},{"object":{}},{}])");
}
