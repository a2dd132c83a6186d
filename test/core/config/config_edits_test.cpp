#include "core/config/config_edits.hpp"

#include <doctest/doctest.h>

using core::config::config_edits;
using core::values::config_map_state;
using core::values::value_source;
using core::values::value_sources;

namespace {

using data = std::map<std::string, std::string>;

/// The contents of a ConfigMap, in order of time.
struct edited_map {
  /// @param sections sections that only hooks have written; all sections if hooks have created the ConfigMap
  void write(const data& texts, core::values::config_map_state state = core::values::config_map_state::written,
             std::set<std::string> sections = {}) {
    auto x = core::config::read_configuration(texts, last_, {"global", "web", "webEnabled", "db", "dbEnabled"});
    x.state = state;
    x.of_hooks = state == core::values::config_map_state::made_by_hooks ? x.keys : std::move(sections);
    take(std::move(x));
  }
  void go() { take(core::config::kept_while_absent(last_, {})); }
  void stay_away() { take({}); }
  void take(core::config::configuration x) {
    x.number = ++number_;
    last_ = x;
    edits.take(std::make_shared<const core::config::configuration>(std::move(x)));
  }
  [[nodiscard]] const core::config::configuration& last() const { return last_; }
  config_edits edits;

private:
  core::config::configuration last_;
  std::uint64_t number_ = 0;
};

constexpr auto config_map = value_source::config_map;
constexpr auto section = value_source::section;
constexpr auto of_hooks = value_source::section_of_hooks;
constexpr auto global = value_source::global_section;
constexpr auto global_of_hooks = value_source::global_of_hooks;

/// The values of `web` that are known while a ConfigMap is absent.
core::values::value_standing absent() {
  core::values::value_standing x;
  x.hook_keys.sections = *text::parse_json(R"({"global": {}, "web": {}})");
  return x;
}

} // namespace

TEST_CASE("before anything is known of the ConfigMap nothing is there, and nothing was taken away") {
  CHECK(config_edits().standing("web") == core::values::value_standing{});
}

TEST_CASE("a section is there by its key, whatever is behind it") {
  for (const auto* text : {"a: 1\n", "{}", "# none\n", "\n # none\n", "false", "[1]"}) {
    CAPTURE(text);
    edited_map x;
    x.write({{"web", text}, {"dbEnabled", "true"}});
    CHECK(x.edits.standing("web").present == value_sources{config_map, section});
    CHECK(x.edits.standing("db").present == value_sources{config_map});
    CHECK(x.edits.standing("db").taken_away.empty());
  }
}

TEST_CASE("a blank section counts as missing, and is no edit that takes it away") {
  enum class from { start, edit, new_config_map };
  from when = from::start;
  SUBCASE("from the start") {}
  SUBCASE("by an edit") {
    when = from::edit;
  }
  SUBCASE("in a ConfigMap that is made anew") {
    when = from::new_config_map;
  }
  for (const auto* text : {"", " \n", "null", "~", "\"\"", "---\n", "# of a template\nnull\n"}) {
    CAPTURE(text);
    edited_map x;
    if (when != from::start) x.write({{"web", "a: 1\n"}, {"global", "a: 1\n"}});
    if (when == from::new_config_map) x.stay_away();
    x.write({{"web", text}, {"global", text}});
    const auto now = x.edits.standing("web");
    CHECK(now.present == value_sources{config_map});
    CHECK(now.taken_away.empty());
    CHECK(now.blank.at(section) == "web");
    CHECK(now.blank.at(global) == "global");
    x.write({{"web", "{}"}});
    CHECK(x.edits.standing("web").present == value_sources{config_map, section});
    CHECK(x.edits.standing("web").taken_away.contains(global));
    CHECK_FALSE(x.edits.standing("web").taken_away.contains(section));
    CHECK(x.edits.standing("web").is_edited);
  }
}

TEST_CASE("a text that has become blank is no edit of its section, and is news") {
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  const auto before = x.last();
  x.write({{"web", ""}});
  CHECK_FALSE(x.edits.standing("web").is_edited);
  const auto blank = x.last();
  x.write({{"web", "{}"}});
  CHECK(core::config::differences(blank, x.last()).keys);
}

TEST_CASE("an edit takes away a section that was there, and not one that was missing before") {
  edited_map x;
  x.write({{"web", "a: 1\n"}, {"global", "a: 1\n"}});
  CHECK_FALSE(x.edits.standing("web").is_edited);
  x.write({});
  CHECK(x.edits.standing("web").taken_away == value_sources{section, global});
  CHECK(x.edits.standing("web").is_edited);
  CHECK(x.edits.standing("db").taken_away == value_sources{global});
  CHECK_FALSE(x.edits.standing("db").is_edited);
  x.write({{"web", "a: 1\n"}});
  CHECK(x.edits.standing("web").taken_away == value_sources{global});
}

TEST_CASE("what a hook stores is no edit of a user") {
  const auto stored = [](const char* text) {
    auto x = core::config::read_configuration({{"web", text}}, {}, {"global", "web"});
    x.state = core::values::config_map_state::written;
    core::values::hook_key_standing keys;
    keys.stored.emplace(text::json_pointer{{"web", "auth", "password"}}, "hook 'a.sh'");
    x.hook_keys = std::make_shared<const core::values::hook_key_standing>(std::move(keys));
    return x;
  };
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  x.take(stored("a: 1\nauth: {password: x}\n"));
  x.take(stored("a: 1\nauth: {password: ''}\n"));
  CHECK_FALSE(x.edits.standing("web").is_edited);
  SUBCASE("and an edit of another key is one") {
    x.take(stored("a: 2\nauth: {password: ''}\n"));
    CHECK(x.edits.standing("web").is_edited);
  }
  SUBCASE("and so is another value of a user") {
    x.write({{"web", "a: 1\nauth: {password: mine}\n"}});
    CHECK(x.edits.standing("web").is_edited);
  }
  SUBCASE("and so is the end of the section") {
    x.take(stored("false"));
    CHECK(x.edits.standing("web").is_edited);
  }
}

TEST_CASE("a key that is misspelt by an edit takes nothing away") {
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  x.write({{"wbe", "a: 1\n"}});
  CHECK(x.edits.standing("web").present == value_sources{config_map, section});
  CHECK(x.edits.standing("web").taken_away.empty());
}

TEST_CASE("a ConfigMap that goes takes nothing away, and is there as long as it counts") {
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  x.go();
  CHECK(x.edits.standing("web").present == value_sources{config_map, section});
  SUBCASE("it comes back") {
    x.write({{"web", "a: 1\n"}});
    CHECK_FALSE(x.edits.standing("web").is_edited);
    CHECK(x.edits.standing("db").taken_away.empty());
  }
  SUBCASE("it stays away, and an empty one is made") {
    x.stay_away();
    CHECK(x.edits.standing("web") == absent());
    x.write({});
    CHECK(x.edits.standing("web").present == value_sources{config_map});
    CHECK(x.edits.standing("web").taken_away == value_sources{section, of_hooks, global, global_of_hooks});
    CHECK(x.edits.standing("web").is_edited);
  }
}

TEST_CASE("a ConfigMap that is created while the operator runs wants none of the sections that it lacks") {
  edited_map x;
  x.stay_away();
  CHECK(x.edits.standing("web") == absent());
  x.write({{"db", "a: 1\n"}});
  CHECK(x.edits.standing("web").taken_away == value_sources{section, of_hooks, global, global_of_hooks});
  CHECK(x.edits.standing("db").taken_away == value_sources{global, global_of_hooks});
}

TEST_CASE("a section that hooks alone have written and removed is not wanted") {
  edited_map x;
  x.stay_away();
  x.write({{"web", "a: 1\n"}}, core::values::config_map_state::made_by_hooks);
  CHECK(x.edits.standing("web").present == value_sources{of_hooks});
  x.write({}, core::values::config_map_state::made_by_hooks);
  CHECK(x.edits.standing("web").taken_away == value_sources{of_hooks});
  CHECK(x.edits.standing("db").taken_away.empty());
}

TEST_CASE("a section that hooks make does not replace a section that people have written") {
  edited_map x;
  SUBCASE("it was missing from the start") {
    x.write({});
    x.write({{"web", "a: 1\n"}}, core::values::config_map_state::written, {"web"});
    CHECK(x.edits.standing("web").present == value_sources{config_map, of_hooks});
    CHECK(x.edits.standing("web").taken_away.empty());
  }
  SUBCASE("an edit had taken it away") {
    x.write({{"web", "a: 1\n"}});
    x.write({});
    x.write({{"web", "b: 1\n"}}, core::values::config_map_state::written, {"web"});
    CHECK(x.edits.standing("web").present == value_sources{config_map, of_hooks});
    CHECK(x.edits.standing("web").taken_away == value_sources{section});
  }
  SUBCASE("it has gone with the whole ConfigMap, which hooks have made anew") {
    x.write({{"web", "a: 1\n"}});
    x.go();
    CHECK(x.edits.standing("web").present == value_sources{config_map, section});
    x.write({{"web", "b: 1\n"}}, core::values::config_map_state::made_by_hooks);
    CHECK(x.edits.standing("web").present == value_sources{of_hooks});
    CHECK(x.edits.standing("web").taken_away.empty());
    x.write({{"web", "b: 1\n"}, {"dbEnabled", "true"}}, core::values::config_map_state::written, {"web"});
    CHECK_MESSAGE(x.edits.standing("web").taken_away.empty(), "the edit says nothing of this section");
  }
  x.write({{"web", "b: 1 # mine\n"}});
  CHECK_MESSAGE((x.edits.standing("web").present == value_sources{config_map, section}), "an edit makes it theirs");
}

TEST_CASE("while a ConfigMap is away each section keeps its authors") {
  edited_map x;
  x.write({{"web", "a: 1\n"}, {"db", "a: 1\n"}}, core::values::config_map_state::written, {"db"});
  auto now = core::config::read_configuration({{"web", "b: 1\n"}, {"ui", "b: 1\n"}});
  now.of_hooks = {"web", "ui"};
  CHECK(core::config::kept_while_absent(x.last(), now).of_hooks == std::set<std::string>{"db", "ui"});
}

TEST_CASE("a content that is older than the last one is passed over") {
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  core::config::configuration old;
  old.state = core::values::config_map_state::written;
  x.edits.take(std::make_shared<const core::config::configuration>(std::move(old)));
  CHECK(x.edits.standing("web").present == value_sources{config_map, section});
}

TEST_CASE("flags vanish if an edit removes several at once, and a single flag is taken away on purpose") {
  using names = std::set<std::string>;
  edited_map x;
  x.write({{"webEnabled", "true"}, {"dbEnabled", "true"}, {"web", "a: 1\n"}});
  SUBCASE("one after the other") {
    x.write({{"dbEnabled", "true"}, {"web", "a: 1\n"}});
    x.write({{"web", "a: 1\n"}});
    CHECK(x.edits.vanished_flags().empty());
  }
  SUBCASE("both at once, until one is written again") {
    x.write({{"web", "a: 1\n"}});
    CHECK(x.edits.vanished_flags() == names{"db", "web"});
    x.write({{"dbEnabled", "false"}});
    CHECK(x.edits.vanished_flags() == names{"web"});
  }
  SUBCASE("with all other keys") {
    x.write({});
    CHECK(x.edits.vanished_flags() == names{"db", "web"});
  }
  SUBCASE("as false, or as nothing that counts") {
    x.write({{"webEnabled", "false"}, {"dbEnabled", "false"}});
    x.write({{"web", "a: 1\n"}});
    CHECK(x.edits.vanished_flags().empty());
  }
  SUBCASE("with the ConfigMap, which comes back without them") {
    x.go();
    CHECK(x.edits.vanished_flags().empty());
    SUBCASE("empty, which is a wish") {
      x.write({});
      CHECK(x.edits.vanished_flags().empty());
    }
    SUBCASE("with other keys") {
      x.write({{"web", "a: 1\n"}});
      CHECK(x.edits.vanished_flags() == names{"db", "web"});
    }
  }
}

TEST_CASE("the sections in which hooks may have stored keys are known also if no key is known") {
  edited_map x;
  x.write({{"web", "a: 1\n"}});
  REQUIRE(x.last().hook_keys == nullptr);
  CHECK_EQ(x.edits.standing("web").hook_keys.sections.dump(), R"({"global":{},"web":{"a":1}})");
  CHECK_EQ(x.edits.standing("db").hook_keys.sections.dump(), R"({"db":{},"global":{}})");
}
