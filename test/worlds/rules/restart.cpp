// A restart after rest changes no object.
#include "worlds/rule.hpp"

#include "worlds/module_needs.hpp"
#include "worlds/operator_life.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace worlds {

namespace {

/// The resourceVersion shows every write. Records of releases are compared without three labels: the owner of
/// a flag, which may change without a run and is written by the next run; the digest of a rendering, which
/// may be lost; and the grounds of scripts, because a start runs the scripts before hooks have set values,
/// and notes a yes to these values, too.
std::string version_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto name = metadata->string_at("namespace").value_or("") + "/" + metadata->string_at("name").value_or("");
  // Its hook writes the object and takes a field away again, at each run.
  if (name.ends_with("-ordered")) return name + " has " + object.find("data")->dump();
  const auto* labels = metadata->find("labels");
  if (labels == nullptr || !test::is_release(object))
    return name + " has version " + metadata->string_at("resourceVersion").value_or("");
  const auto content = std::hash<std::string>()(object.with("metadata", text::json()).dump());
  return name + " has labels "
         + labels->without("moduleWantedBy").without("inputsChecksum").without("moduleScriptGrounds").dump()
         + " and content " + std::to_string(content);
}

class restart_rule final : public rule {
public:
  using rule::rule;

  void rests() override {
    if (is_broken()) return;
    holds();
    const bool is_all_noted = edit_at_rest();
    if (is_broken()) return;
    const auto before = state_at_rest();
    world_.stop_in_order();
    if (!is_broken()) world_.look_at_stop();
    if (is_broken()) return;
    world_.end_life();
    world_.begin_life();
    world_.advance_to(now_us() + settle_us);
    if (is_broken()) return;
    const auto after = state_at_rest();
    std::vector<std::string> gone;
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(gone));
    for (const auto& line : gone) world_.here().note("before the restart: " + line);
    std::vector<std::string> come;
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(come));
    for (const auto& line : come) world_.here().note("after the restart: " + line);
    if (before == after) check_runs_of_start(is_all_noted);
    if (before != after)
      return broken("a restart after rest has changed something: " + (come.empty() ? gone : come).front());
    world_.look_at_end();
  }

private:
  /// Without the value of a hook that may fail: it may be of an earlier run.
  [[nodiscard]] std::string values_of(const std::string& module) const {
    const auto values = text::parse_json(life()->values_of(module));
    const auto* own = values ? values->find(module) : nullptr;
    return own == nullptr ? std::string() : values->with(module, own->without("lax")).dump();
  }

  /// The modules that are on, their values, the releases, and the versions of all objects.
  [[nodiscard]] std::vector<std::string> state_at_rest() {
    std::vector<std::string> state;
    for (const auto& module : life()->describe().enabled_modules) {
      state.push_back("module " + module + " is on");
      state.push_back("module " + module + " has the values " + values_of(module));
    }
    const auto add_release = [&](const std::string& name) {
      if (const auto latest = helm().latest(name))
        state.push_back("release " + name + " has revision " + std::to_string(latest->revision) + ", "
                        + latest->status);
    };
    for (const auto& x : planned().modules) add_release(x.name);
    for (const auto* kind : {"ConfigMap", "Secret", "CustomResourceDefinition", "Namespace"})
      for (const auto& object : api().objects(kind)) state.push_back(std::string(kind) + " " + version_of(object));
    std::sort(state.begin(), state.end());
    return state;
  }

  /// A start shows hooks the existing objects, once each, and Helm has no work, because all inputs are known.
  /// @param is_all_noted false: the note of a rendering may have been lost, and a further rendering is
  /// allowed
  void check_runs_of_start(bool is_all_noted) {
    std::map<std::string, std::size_t> counts;
    for (const auto& run : world_.here().tally.runs) {
      std::istringstream reasons(run.substr(run.find(' ') + 1));
      for (std::string reason; std::getline(reasons, reason, '+');) {
        static const std::set<std::string> of_start{"onStartup", "beforeHelm", "afterHelm", "beforeAll", "afterAll"};
        const bool is_of_start = of_start.contains(reason) || reason.ends_with(":Synchronization");
        const auto what = run.substr(0, run.find(' ')) + " for " + reason;
        if (!is_of_start) return broken("after a restart at rest, " + what + " has run");
        if (++counts[what] > 1 && !(reason.ends_with("Helm") && is_run_again(run)))
          return broken("after a restart at rest, " + what + " has run twice");
      }
    }
    if (world_.here().tally.helms > 0 && is_all_noted && !has_echo())
      broken("after a restart at rest, helm has had " + std::to_string(world_.here().tally.helms) + " tasks");
  }

  /// The values of afterHelm hooks are not there when a start runs Helm, so the module runs again.
  [[nodiscard]] bool is_run_again(const std::string& run) const {
    const auto* module = module_named(run.substr(0, run.find('/')));
    return module != nullptr && module->echoes;
  }
  [[nodiscard]] bool has_echo() const {
    return std::any_of(planned().modules.begin(), planned().modules.end(), [](const auto& x) { return x.echoes; });
  }

  /// Makes a single change, because any other event could hide that the operator has missed the change.
  /// @returns true if it has switched a module on or off: then all other modules were rendered, and the
  /// operator could note the renderings.
  bool edit_at_rest() {
    const auto& x = world_.here().chance.one_of(planned().modules);
    const auto before = life()->describe().enabled_modules;
    happening edit{now_us() / 1000, happening_kind::set_value, x.name, ""};
    if (world_.here().chance.percent(50) && !is_needed(planned(), x.name)) {
      const bool is_on = std::find(before.begin(), before.end(), x.name) != before.end();
      edit.kind = happening_kind::set_flag;
      edit.detail = is_on ? "false" : "true";
    } else {
      const auto* replicas = config_section(api(), x.name).find("replicas");
      const bool are_many = replicas != nullptr && replicas->is_number() && replicas->as_double() >= 6;
      edit.detail = are_many ? "2" : "8";
    }
    // Planned, because an event between two steps of time is noticed only at the end of the next step.
    world_.here().agenda.at(now_us() + 1, [this, edit] {
      world_.here().note("# " + describe(edit));
      world_.cluster().happen(edit);
    });
    world_.advance_to(now_us() + settle_us);
    return !is_broken() && edit.kind == happening_kind::set_flag && life()->describe().enabled_modules != before;
  }
};

const registered<restart_rule> entry{"restart", rank::restarts};

} // namespace

} // namespace worlds
