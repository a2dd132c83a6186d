#include "actors/hooks/early_answers.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using actors::hooks::early_answers;
using actors::hooks::hook_source;
using actors::hooks::hooks_loaded;

namespace {

hook_source source_of(std::vector<core::hooks::hook_file> files) {
  hook_source x;
  x.directory = "/modules/010-web/hooks";
  x.found.hooks = std::move(files);
  return x;
}

hooks_loaded answers_of(const hook_source& x) {
  hooks_loaded loaded;
  loaded.hooks = std::make_shared<const core::bindings::hook_registry>();
  for (const auto& file : x.found.hooks) loaded.asked.emplace(file.name, file.digest);
  return loaded;
}

} // namespace

TEST_CASE("early answers of hooks count once, and for the same files only") {
  const auto asked = source_of({{"a.sh", "hooks/a.sh", "1"}, {"b.sh", "hooks/b.sh", "2"}});
  early_answers early;
  CHECK(early.find(asked) == nullptr);
  early.keep(asked, answers_of(asked));
  CHECK(early.find(asked) != nullptr);
  CHECK(early.find(source_of({{"a.sh", "hooks/a.sh", "1"}})) == nullptr);
  CHECK(early.find(source_of({{"a.sh", "hooks/a.sh", "1"}, {"b.sh", "hooks/b.sh", "3"}})) == nullptr);
  auto other_python = asked;
  other_python.found.venv = core::hooks::python_venv::plain;
  CHECK(early.find(other_python) == nullptr);
  auto unreadable = asked;
  unreadable.unreadable = "no right";
  CHECK(early.find(unreadable) == nullptr);
  CHECK(early.take(asked));
  CHECK_FALSE(early.take(asked));
}

TEST_CASE("early answers of other files are forgotten when the hooks are loaded") {
  const auto asked = source_of({{"a.sh", "hooks/a.sh", "1"}});
  early_answers early;
  early.keep(asked, answers_of(asked));
  CHECK_FALSE(early.take(source_of({{"a.sh", "hooks/a.sh", "2"}})));
  CHECK(early.find(asked) == nullptr);
}

TEST_CASE("early answers with a failure or a doubt are not kept") {
  const auto asked = source_of({{"a.sh", "hooks/a.sh", "1"}, {"b.sh", "hooks/b.sh", "2"}});
  early_answers early;
  auto failed = answers_of(asked);
  failed.failure = actors::messages::program_failure{{base::error_code::invalid_input, "no configuration"}, {}};
  early.keep(asked, failed);
  CHECK(early.find(asked) == nullptr);
  auto doubted = answers_of(asked);
  doubted.asked.erase("hooks/b.sh");
  early.keep(asked, doubted);
  CHECK(early.find(asked) == nullptr);
  const auto unread = source_of({{"a.sh", "hooks/a.sh", ""}});
  early.keep(unread, answers_of(unread));
  CHECK(early.find(unread) == nullptr);
}
