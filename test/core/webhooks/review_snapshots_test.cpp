#include "core/webhooks/review_snapshots.hpp"

#include <doctest/doctest.h>

#include <memory>

using core::webhooks::append_snapshots;

TEST_CASE("each named binding has its objects once, and an unknown list is a failure") {
  core::webhooks::review_snapshots known;
  known["pods"] = std::make_shared<const core::bindings::object_list>();
  known["late"] = core::bindings::unlisted{"no right"};
  const auto text = [&](const std::vector<std::string>& names) -> std::string {
    text::json_text out;
    out.open('{');
    const auto shown = append_snapshots(out, names, known, 1000);
    if (!shown) return shown.error().message;
    out.close('}');
    return out.take();
  };
  CHECK(text({}) == "{}");
  CHECK(text({"pods", "pods"}) == R"({"snapshots":{"pods":[]}})");
  CHECK(text({"pods", "late"}) == "objects of binding 'late' are not known: no right");
  CHECK(text({"other"}) == "objects of binding 'other' are not known");
}

TEST_CASE("a context has its limit") {
  text::json_text out;
  out.string("0123456789");
  CHECK(core::webhooks::context_within(out, 12)->text() == "\"0123456789\"");
  CHECK_FALSE(core::webhooks::context_within(out, 11));
}
