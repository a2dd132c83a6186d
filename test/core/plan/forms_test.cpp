#include "core/plan/forms.hpp"

#include "text/json/json_parts.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace core::plan;

planned_field field(const std::string& path, const char* before, const char* after) {
  return {.field = {path, text::json(before), text::json(after)}};
}

plan example() {
  plan x;
  x.uninstalled.push_back(
    {.name = "old",
     .fate = release_fate::uninstalled,
     .revision_before = 4,
     .objects = {{.object = "Namespace/shop", .fate = object_fate::deleted, .takes_data_along = true}}});
  x.modules.push_back({"old", module_fate::off, "the platform has no such module"});
  x.releases.push_back(
    {.name = "web",
     .revision_before = 1,
     .revision_after = 2,
     .values = {field("web.title", "a", "b")},
     .objects = {{.object = "d8/Secret/s", .fields = {field("data.x", "<redacted>", "<redacted>")}}}});
  x.runs = {{"web hooks/a.sh for onStartup", 2}};
  x.stopped = {"web: hooks/a.sh waits"};
  return x;
}

} // namespace

TEST_CASE("the text of a plan begins with the uninstalled releases and ends with the sum") {
  CHECK(as_text(example(), colouring::plain)
        == "Uninstalled\n"
           "  - old: revision 4\n"
           "    - Namespace/shop (with the data of users in it)\n"
           "Modules\n"
           "  - old is switched off: the platform has no such module\n"
           "Releases\n"
           "  ~ web: revision 1 -> 2\n"
           "    value web.title: \"a\" -> \"b\"\n"
           "    ~ d8/Secret/s\n"
           "      data.x: changed (hidden)\n"
           "Stopped here\n"
           "  web: hooks/a.sh waits\n"
           "Would run\n"
           "  web hooks/a.sh for onStartup (2 times)\n"
           "1 release uninstalled, 0 installed, 1 changed; 0 definitions and 0 objects of no release; "
           "the plan is not complete\n");
}

TEST_CASE("colours are for terminals only") {
  CHECK(as_text(example(), colouring::coloured).find("\033[31m  - old: revision 4\033[0m\n") != std::string::npos);
  CHECK(as_text(example(), colouring::plain).find('\033') == std::string::npos);
}

TEST_CASE("a plan without changes says so") {
  CHECK(as_text({}, colouring::plain) == "nothing changes\n");
  plan stopped;
  stopped.stopped = {"a"};
  CHECK(sum_of(stopped) == "nothing changes, but the plan is not complete");
}

TEST_CASE("the JSON of a plan has all parts, and a hidden field has no sides") {
  const auto made = text::parse_json(as_json(example())).value();
  CHECK(*made.find("changes") == text::json(true));
  CHECK(*made.find("complete") == text::json(false));
  const auto& release = text::items(*made.find("releases")).at(0);
  CHECK(release.string_at("fate") == "upgraded");
  CHECK(text::items(*release.find("values")).at(0).string_at("after") == "b");
  const auto& hidden = text::items(*text::items(*release.find("objects")).at(0).find("fields")).at(0);
  CHECK(*hidden.find("hidden") == text::json(true));
  CHECK(hidden.find("after") == nullptr);
  CHECK(*text::items(*made.find("uninstalled")).at(0).find("objects")->as_array().at(0).find("takesDataAlong")
        == text::json(true));
  for (const auto* part : {"modules", "definitions", "objects", "runs", "rights", "stopped", "unknown"})
    CHECK_MESSAGE(made.find(part) != nullptr, part);
}

TEST_CASE("the Markdown of a plan is a list, and shows marks as they are") {
  auto x = example();
  x.stopped = {"a_b <script> `c`"};
  const auto made = as_markdown(x);
  CHECK(made.starts_with("**Plan:** 1 release uninstalled"));
  CHECK(made.find("### Uninstalled\n\n- **removed** old: revision 4\n  - **removed** Namespace/shop")
        != std::string::npos);
  CHECK(made.find("a\\_b &lt;script> \\`c\\`") != std::string::npos);
}

TEST_CASE("a field that differs each time is marked, with the hook that has set it") {
  auto x = field("web.id", "1", "2");
  x.differs_each_time = true;
  x.set_by = "hooks/a.sh";
  CHECK(line_of(x) == R"(web.id: "1" -> "2" (differs each time) (set by hooks/a.sh))");
}
