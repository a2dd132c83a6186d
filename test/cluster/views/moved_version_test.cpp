#include "cluster/views/moved_version.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

kube::objects::object_ptr widget(const std::string& name) {
  return kube::objects::read_object(R"({"apiVersion":"example.com/v2","kind":"Widget","metadata":{"name":")" + name
                                    + R"(","namespace":"default","resourceVersion":"1"}})")
    .value();
}

std::string names(const std::vector<kube::objects::object_ptr>& objects) {
  std::string words;
  for (const auto& x : objects) words += (words.empty() ? "" : " ") + x->key().name;
  return words;
}

constexpr auto full = R"({"name":"a","size":5})";
constexpr auto null = R"({"name":"a","size":null})";

} // namespace

TEST_CASE("results that lack a field of their view are held back until all objects were listed") {
  cluster::views::moved_version x("example.com/v1", "example.com/v2");
  CHECK(x.holds(widget("a"), full, null));
  CHECK_FALSE(x.holds(widget("b"), full, full));
  CHECK_FALSE(x.holds(widget("new"), "", null));
  CHECK_FALSE(x.holds(widget("empty"), null, null));
  CHECK(x.take_shown().empty());
  CHECK(x.words().find("not all objects are listed yet") != std::string::npos);
  x.end_list();
  CHECK(x.gone().empty());
  CHECK_EQ(names(x.take_shown()), "a");
  CHECK(x.take_shown().empty());
  CHECK_FALSE(x.holds(widget("a"), full, null));
}

TEST_CASE("a field that no object has is gone until an object has it") {
  cluster::views::moved_version x("example.com/v1", "example.com/v2");
  CHECK(x.holds(widget("a"), full, null));
  CHECK(x.holds(widget("b"), R"({"name":"b","size":7,"more":{"x":1}})", R"({"name":"b"})"));
  CHECK_FALSE(x.holds(widget("c"), R"({"more":{"x":2}})", R"({"more":{"x":2}})"));
  x.end_list();
  CHECK_EQ(x.gone(), ".size");
  CHECK(x.words().find(": .size. Name the version in the binding (apiVersion: example.com/v1)") != std::string::npos);
  CHECK(x.take_shown().empty());
  CHECK_EQ(names(x.held()), "a b");
  CHECK_MESSAGE(x.holds(widget("new"), "", null), "it may lack the field because the field is gone");
  x.forget(widget("b")->name());
  CHECK_EQ(names(x.held()), "a new");
  CHECK_FALSE(x.holds(widget("c"), null, full));
  CHECK(x.gone().empty());
  CHECK_EQ(names(x.take_shown()), "a new");
}

TEST_CASE("a result that is a single value is a field without a name") {
  cluster::views::moved_version x("example.com/v1", "example.com/v2");
  CHECK(x.holds(widget("a"), "5", "null"));
  x.end_list();
  CHECK_EQ(x.gone(), ".");
}
