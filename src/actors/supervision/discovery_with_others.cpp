// The second look at scripts that say no and would remove a release: would they say yes with other modules?
#include "actors/supervision/module_discovery.hpp"
#include "base/contains.hpp"
#include "core/modules/own_releases.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::supervision {

namespace {

/// The doubt about the "no" of a script that says yes if it also finds these names.
/// @param gone the names in `unseen` that no directory has
core::modules::script_doubt doubt_of_unseen(const std::vector<std::string>& unseen,
                                            const std::vector<std::string>& gone) {
  const auto begin = fmt::format("its enabled script says no, and yes if it finds '{}' in global.enabledModules: ",
                                 fmt::join(unseen, "', '"));
  if (gone.empty())
    return {begin + "a script finds only modules that come before its module",
            "Give their directories back the numbers and places that they had"};
  std::vector<std::string> flags;
  for (const auto& name : gone)
    flags.push_back(core::values::enabled_key(core::values::to_camel(name)) + ": \"false\"");
  return {fmt::format("{}no directory has the name '{}'", begin, fmt::join(gone, "', '")),
          fmt::format("Bring the directories back and restart the operator, or, if these modules are to go, write {} "
                      "into the ConfigMap",
                      fmt::join(flags, ", "))};
}

} // namespace

bool module_discovery::is_checked_with_others(const discoverable_module& module) const {
  // The order of modules does not change while the process runs. So if the script has said yes in this order,
  // its "no" has another reason.
  const bool is_new = !facts_.active.contains(module.name) || scope_.doubted.contains(module.name);
  return is_new && facts_.refused_by_script.contains(module.name) && replies_.contains(module.name)
         && core::modules::own_release(facts_, module.name) != nullptr;
}

void module_discovery::ask_with_unseen(std::size_t from, const core::modules::discovered_modules& found) {
  for (auto i = from; i < scope_.modules.size(); ++i) {
    const auto& module = scope_.modules[i];
    if (!is_checked_with_others(module)) continue;
    const auto& before = replies_.at(module.name).question.enabled_before;
    auto all = found.named;
    for (const auto& [name, source] : facts_.wanted_without_module)
      if (!base::contains(all, name)) all.push_back(name);
    // A release may go because its directory was lost. Then the "no" of a script that needs the module is an
    // effect of the same loss. A flag `false`, or `--purge-without-modules`, is a written wish and no loss.
    if (!facts_.purges_without_modules)
      for (const auto& name : found.to_purge)
        if (!facts_.switched_off.contains(name) && !base::contains(all, name)) all.push_back(name);
    // If the script says yes when it also sees these names, either the module has another place in the order
    // than before, or a named module was lost. In both cases the "no" of the script was not meant.
    std::vector<std::string> unseen;
    std::vector<std::string> gone;
    for (const auto& name : all) {
      if (base::contains(before, name)) continue;
      unseen.push_back(name);
      if (!base::contains(facts_.modules, name)) gone.push_back(name);
    }
    if (unseen.empty()) return ask_with_lost(i, found, std::move(all));
    auto me = shared_from_this();
    return ask_with(module, all, doubt_of_unseen(unseen, gone),
                    [me, i, found, all] { me->ask_with_lost(i, found, all); });
  }
  finish(found);
}

void module_discovery::ask_with_lost(std::size_t at, const core::modules::discovered_modules& found,
                                     std::vector<std::string> names) {
  auto me = shared_from_this();
  self_->ask(
    peers_.helm, messages::read_found_modules{{}, scope_.modules[at].name},
    [me, at, found, names = std::move(names)](const messages::found_modules_read& x) mutable {
      const auto& module = me->scope_.modules[at];
      if (!x.modules) return me->fail("the release of module '" + module.name + "'", x.modules.error());
      std::vector<std::string> lost;
      std::vector<std::string> flags;
      for (const auto& name : *x.modules) {
        if (base::contains(names, name) || found.given_up.contains(name)) continue;
        lost.push_back(name);
        flags.push_back(core::values::enabled_key(core::values::to_camel(name)) + ": \"false\"");
      }
      if (lost.empty()) return me->ask_with_unseen(at + 1, found);
      names.insert(names.end(), lost.begin(), lost.end());
      me->ask_with(module, std::move(names),
                   {fmt::format("its enabled script says no, and yes if it finds '{}' in global.enabledModules, as "
                                "when its release was made; nothing written switches them off",
                                fmt::join(lost, "', '")),
                    fmt::format("Bring back their directories or flags and restart the operator, or, if they are to "
                                "go, write {} into the ConfigMap",
                                fmt::join(flags, ", "))},
                   [me, at, found] { me->ask_with_unseen(at + 1, found); });
    },
    [me](const std::string& reason) {
      me->fail("releases", {base::error_code::unavailable, reason});
    });
}

void module_discovery::ask_with(const discoverable_module& module, std::vector<std::string> names,
                                core::modules::script_doubt doubt, std::function<void()> on_no) {
  auto me = shared_from_this();
  ask(module, std::move(names),
      [me, name = module.name, doubt = std::move(doubt), on_no = std::move(on_no)](const script_reply& reply) {
        if (reply.question.answer != core::modules::script_answer::yes) return on_no();
        me->unseen_.emplace(name, doubt);
        me->begin_pass();
      });
}

} // namespace actors::supervision
