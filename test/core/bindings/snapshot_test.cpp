#include "core/bindings/snapshot.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace core::bindings;
using namespace text;

namespace {

shared_text text_of(std::string x) {
  return std::make_shared<const std::string>(std::move(x));
}

snapshot_object object(const std::string& space, const std::string& name, const std::string& body = "{}") {
  return view_of({}, {space, name}, text_of(body), nullptr);
}

std::vector<std::string> names(const snapshot& x) {
  std::vector<std::string> out;
  for (const auto& object : x.objects()) out.push_back(object.namespace_name() + "/" + std::string(object.name()));
  return out;
}

} // namespace

TEST_CASE("a snapshot is sorted by namespace, then name, however it is filled") {
  snapshot x({object("b", "a"), object("a", "z"), object("", "node")});
  CHECK(x.put(object("a", "b")) == watch_event::added);
  CHECK(names(x) == std::vector<std::string>{"/node", "a/b", "a/z", "b/a"});
}

TEST_CASE("a view of an object takes 40 bytes, and a list of all objects shares them") {
  CHECK(sizeof(snapshot_object) == 40);
  snapshot x({object("a", "b", "1")});
  const auto before = x.objects();
  CHECK(&x.objects().front() == &before.front());
  CHECK(x.put(object("a", "b", "2")) == watch_event::modified);
  CHECK(before.front().object.text() == "1");
  CHECK(x.objects().front().object.text() == "2");
}

TEST_CASE("an object runs the hook again only if what the hook sees of it has changed") {
  snapshot x;
  CHECK(x.put(object("a", "b", "1")) == watch_event::added);
  CHECK(x.put(object("a", "b", "1")) == std::nullopt);
  CHECK(x.put(object("a", "b", "2")) == watch_event::modified);
  CHECK(x.find("a", "b")->object.text() == "2");
}

TEST_CASE("with a filter, its result decides, and the newest object is kept all the same") {
  kubernetes_binding filtered;
  filtered.jq_filter = ".metadata.labels";
  snapshot x;
  CHECK(x.put(view_of(filtered, {"a", "b"}, text_of("1"), text_of("null"))) == watch_event::added);
  CHECK(x.put(view_of(filtered, {"a", "b"}, text_of("2"), text_of("null"))) == std::nullopt);
  CHECK(x.find("a", "b")->object.text() == "2");
  CHECK(x.put(view_of(filtered, {"a", "b"}, text_of("2"), text_of("{}"))) == watch_event::modified);
}

TEST_CASE("an object that is not kept is still distinguished from its next version") {
  kubernetes_binding light;
  light.keep_full_objects = false;
  snapshot x;
  CHECK(x.put(view_of(light, {"a", "b"}, text_of("1"), nullptr)) == watch_event::added);
  CHECK(x.put(view_of(light, {"a", "b"}, text_of("1"), nullptr)) == std::nullopt);
  CHECK(x.put(view_of(light, {"a", "b"}, text_of("2"), nullptr)) == watch_event::modified);
  CHECK(x.find("a", "b")->object == nullptr);
}

TEST_CASE("a filter result is ignored by a binding without filter") {
  CHECK(view_of({}, {"a", "b"}, text_of("1"), text_of("2")).filter_result == nullptr);
}

TEST_CASE("what is removed is handed out as it was last known") {
  snapshot x({object("a", "b", "1")});
  auto removed = x.remove("a", "b");
  REQUIRE(removed);
  CHECK(removed->object.text() == "1");
  CHECK_FALSE(x.remove("a", "b"));
  CHECK(x.objects().empty());
  CHECK(x.find("a", "b") == nullptr);
}
