#include "core/bindings/binding.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace core::bindings;

TEST_CASE("each moment and each event has the name that hooks see") {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(lifecycle_point::after_delete_helm); ++i)
    CHECK(names.insert(name(static_cast<lifecycle_point>(i))).second);
  CHECK(names
        == std::set<std::string>{"onStartup", "beforeAll", "afterAll", "beforeHelm", "afterHelm", "beforeDeleteHelm",
                                 "afterDeleteHelm"});
  CHECK(name(watch_event::added) == std::string("Added"));
  CHECK(name(watch_event::modified) == std::string("Modified"));
  CHECK(name(watch_event::deleted) == std::string("Deleted"));
}

TEST_CASE("a binding takes the end of an object whose other events it wants") {
  struct row {
    bool added, modified, deleted, takes_end;
  };
  for (const auto& r : {row{true, true, true, true}, row{true, false, false, true}, row{false, true, false, true},
                        row{false, false, true, true}, row{false, false, false, false}}) {
    kubernetes_binding x;
    x.on_added = r.added;
    x.on_modified = r.modified;
    x.on_deleted = r.deleted;
    CHECK(x.wants(watch_event::added) == r.added);
    CHECK(x.wants(watch_event::modified) == r.modified);
    CHECK(x.wants(watch_event::deleted) == r.deleted);
    CHECK(x.takes(watch_event::added) == r.added);
    CHECK(x.takes(watch_event::modified) == r.modified);
    CHECK(x.takes(watch_event::deleted) == r.takes_end);
  }
}

TEST_CASE("the occasions of a hook are told in order") {
  hook_definition x;
  CHECK(occasions_of(x) == "");
  x.lifecycle = {{lifecycle_point::on_startup, 1}};
  x.schedules.emplace_back();
  x.schedules.back().crontab = "0 3 * * *";
  x.kubernetes.emplace_back();
  x.kubernetes.back().kind = "Pod";
  CHECK(occasions_of(x) == "onStartup, schedule '0 3 * * *', events of Pod");
}
