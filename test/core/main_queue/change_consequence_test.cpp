#include "core/main_queue/change_consequence.hpp"

#include <doctest/doctest.h>

using namespace core::main_queue;

namespace {

std::string text_of(const consequence& x) {
  if (const auto* reload = std::get_if<reload_follows>(&x)) return "reload: " + reload->event;
  if (const auto* runs = std::get_if<runs_follow>(&x)) {
    auto out = runs->event + ":";
    for (const auto& module : runs->modules) out += " " + module;
    return out;
  }
  return "nothing";
}

} // namespace

TEST_SUITE("core/main_queue/change_consequence") {
  TEST_CASE("what follows from a change is the widest of what its parts ask for") {
    struct row {
      change_facts change;
      std::string follows;
    };
    const row rows[] = {
      {{}, "nothing"},
      {{.global = true}, "reload: GlobalValuesChanged"},
      {{.unblocked = true}, "reload: GlobalValuesChanged"},
      {{.flags = {"web"}}, "reload: EnabledFlagsChanged"},
      {{.modules = {"web", "db"}}, "ModuleValuesChanged: web db"},
      {{.global = true, .flags = {"web"}, .modules = {"web"}}, "reload: GlobalValuesChanged"},
      {{.unblocked = true, .flags = {"web"}}, "reload: GlobalValuesChanged"},
      {{.flags = {"web"}, .modules = {"db"}}, "reload: EnabledFlagsChanged"},
    };
    for (const auto& x : rows) CHECK(text_of(consequence_of(x.change)) == x.follows);
  }
}
