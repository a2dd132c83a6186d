#include "kube/objects/object_store.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/object_store");

namespace {

using kube::objects::change_kind;
using kube::objects::object_retention;

kube::objects::object_ptr pod(const std::string& name, int version, const std::string& uid = "u") {
  return *kube::objects::read_object(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","uid":")"
                                     + uid + R"(","resourceVersion":")" + std::to_string(version) + R"("}})");
}

kube::objects::object_listing listing(std::initializer_list<kube::objects::object_ptr> objects) {
  kube::objects::object_listing all;
  for (const auto& x : objects) all.put(x);
  return all;
}

/// `+a -b ~c`: added, deleted and modified objects, in order.
std::string told(const std::vector<kube::objects::object_change>& changes) {
  std::string text;
  for (const auto& x : changes)
    text += (x.kind == change_kind::added     ? "+"
             : x.kind == change_kind::deleted ? "-"
                                              : "~")
            + x.object->key().name + " ";
  return text;
}

} // namespace

TEST_CASE("each real change raises the revision by one, and a known state is none") {
  kube::objects::object_store store(object_retention::full);
  CHECK_EQ(told(store.apply(pod("a", 1))), "+a ");
  CHECK_EQ(told(store.apply(pod("a", 1))), "");
  const auto changed = store.apply(pod("a", 2));
  REQUIRE_EQ(told(changed), "~a ");
  CHECK_EQ(changed[0].previous->resource_version(), "1");
  CHECK_EQ(changed[0].revision, 2);
  CHECK_EQ(store.snapshot().revision, 2);
  CHECK_EQ(told(store.remove(pod("b", 3))), "");
  CHECK_EQ(told(store.remove(pod("a", 3))), "-a ");
  CHECK(store.snapshot().objects.empty());
}

TEST_CASE("another object in the place of a known one is two changes") {
  kube::objects::object_store store(object_retention::full);
  (void)store.apply(pod("a", 1, "u1"));
  CHECK_EQ(told(store.apply(pod("a", 2, "u2"))), "-a +a ");
  CHECK_EQ(store.snapshot().revision, 3);
}

TEST_CASE("a complete list gives the differences, deletions first") {
  kube::objects::object_store store(object_retention::full);
  for (const auto* name : {"a", "b", "c"}) (void)store.apply(pod(name, 1));
  CHECK_EQ(told(store.replace(listing({pod("b", 1), pod("c", 5), pod("d", 6)}))), "-a ~c +d ");
  CHECK_EQ(store.snapshot().objects.size(), 3);
}

TEST_CASE("where the form of states is in doubt, the next list shows each object as changed") {
  kube::objects::object_store store(object_retention::full);
  (void)store.apply(pod("a", 1));
  store.doubt_states();
  CHECK_EQ(told(store.replace(listing({pod("a", 1)}))), "~a ");
  CHECK_EQ(told(store.replace(listing({pod("a", 1)}))), "");
}

TEST_CASE("a store of identities keeps no text, and a change has the whole object") {
  kube::objects::object_store store(object_retention::identity);
  CHECK_FALSE(store.apply(pod("a", 1))[0].object->text().empty());
  CHECK(store.snapshot().objects[0]->text().empty());
}

TEST_CASE("a long list shares the objects that are known in that state") {
  kube::objects::object_store store(object_retention::full);
  const auto known = pod("a", 1);
  (void)store.apply(known);
  CHECK(store.known_state(pod("a", 1)) == known);
  const auto newer = pod("a", 2);
  CHECK(store.known_state(newer) == newer);
}

TEST_CASE("a store without texts still knows each change, and takes texts again object by object") {
  kube::objects::object_store store(object_retention::full);
  static_cast<void>(store.apply(pod("a", 1)));
  static_cast<void>(store.apply(pod("b", 1)));
  const auto full = store.full_bytes();
  CHECK(store.bytes() == full);
  store.drop_texts();
  CHECK(store.bytes() == 0);
  CHECK(store.full_bytes() == full);
  for (const auto& x : store.snapshot().objects) CHECK(x->text().empty());

  CHECK(told(store.apply(pod("a", 1))) == "");
  CHECK(told(store.apply(pod("a", 2))) == "~a ");
  CHECK(told(store.apply(pod("c", 1))) == "+c ");
  CHECK(told(store.remove(pod("c", 2))) == "-c ");
  CHECK(store.full_bytes() == full);
  CHECK(store.known_state(pod("b", 2))->text().empty());

  store.keep_texts();
  CHECK(told(store.apply(pod("a", 2))) == "~a ");
  CHECK(told(store.apply(pod("a", 2))) == "");
  CHECK(store.find(pod("a", 2)->name())->text() == pod("a", 2)->text());
  CHECK(told(store.replace(listing({pod("a", 2), pod("b", 1)}))) == "~b ");
  CHECK(store.bytes() == full);
}

TEST_CASE("a store of identities takes no bytes") {
  kube::objects::object_store store(object_retention::identity);
  static_cast<void>(store.apply(pod("a", 1)));
  CHECK(store.full_bytes() == 0);
}

TEST_SUITE_END();
