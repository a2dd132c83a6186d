#include "cluster/views/failing_objects.hpp"

#include <doctest/doctest.h>

#include <vector>

using cluster::views::earlier_view;
using cluster::views::failing_objects;

namespace {

kube::objects::object_ptr object(const char* name) {
  return kube::objects::object_ptr::make(kube::objects::object_bytes({{}, {"default", name}, {}, {}}, "{}"));
}

const base::error bad_type{base::error_code::invalid_input, "number (1) cannot be sorted"};
const base::error stopped{base::error_code::timeout, "it took too long"};

} // namespace

TEST_CASE("without a failure there is no trouble") {
  CHECK_FALSE(failing_objects().trouble(1));
}

TEST_CASE("an object without any view is named before an object with an earlier view") {
  failing_objects all;
  all.note(object("a"), bad_type, earlier_view::stays);
  CHECK(all.trouble(1)->first == "default/a");
  CHECK(all.trouble(1)->unseen == 0);
  all.note(object("b"), bad_type, earlier_view::none);
  const auto trouble = all.trouble(1).value();
  CHECK(trouble.first == "default/b");
  CHECK(trouble.reason == "number (1) cannot be sorted");
  CHECK(trouble.objects == 2);
  CHECK(trouble.unseen == 1);
  CHECK_FALSE(trouble.are_all);
  CHECK(all.trouble(0)->are_all);
}

TEST_CASE("only an object without a view on which the filter was stopped is tried again") {
  failing_objects all;
  all.note(object("with view"), stopped, earlier_view::stays);
  all.note(object("wrong"), bad_type, earlier_view::none);
  CHECK_FALSE(all.may_try_again());
  const auto slow = object("slow");
  all.note(slow, stopped, earlier_view::none);
  CHECK(all.stopped_on() == std::vector{slow});
  all.drop_objects();
  CHECK_FALSE(all.may_try_again());
  CHECK_MESSAGE(all.trouble(1)->objects == 3, "the failures are still there");
}

TEST_CASE("an object on which the filter works again is no trouble") {
  failing_objects all;
  const auto one = object("one");
  all.note(one, stopped, earlier_view::none);
  all.forget(one->name());
  CHECK_FALSE(all.trouble(1));
  CHECK_FALSE(all.may_try_again());
  all.note(one, bad_type, earlier_view::stays);
  CHECK(all.has_earlier_view(one->name()));
  all.forget_all();
  CHECK_FALSE(all.has_earlier_view(one->name()));
}
