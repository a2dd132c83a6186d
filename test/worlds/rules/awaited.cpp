// Helm and the hooks around it begin when all hooks of the module have seen their objects.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace worlds {

namespace {

/// The bindings that a module waits for: script and binding.
std::vector<std::pair<std::string, std::string>> awaited_by(const module_plan& x) {
  std::vector<std::pair<std::string, std::string>> found;
  const auto add = [&](bool is_there, const char* script, const char* binding) {
    if (is_there) found.emplace_back(x.name + "/" + script, binding);
  };
  add(x.items, "items.sh", "items");
  add(x.counts, "counts.sh", "items");
  add(x.joins, "joined.sh", "joined");
  add(x.secrets, "secrets.sh", "secrets");
  add(x.orders, "orders.sh", "items");
  add(x.both, "both.sh", "items");
  add(x.both, "both.sh", "nodes");
  add(x.defines, "things.sh", "things");
  return found;
}

std::string module_of(const std::string& script) {
  return script.substr(0, script.find('/'));
}

class awaited_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    synchronizing_.clear();
    put_off_.clear();
  }

  void handles(const trace::event& event) override {
    constexpr std::string_view module = "module ";
    if (event.type == "drop_module_values" && event.sender.starts_with(module))
      forget(event.sender.substr(module.size()));
  }

  /// Only items have a kind that may be served in another version or not at all.
  void logs(const std::string& line) override {
    if (line.find(" module_hook_put_off ") == line.npos) return;
    const auto path = field_of(line, "hook");
    const auto script = field_of(line, "module") + path.substr(path.rfind('/'));
    put_off_.insert(script);
    if (script.ends_with("/secrets.sh") || script.ends_with("/things.sh"))
      broken(script + " is put off, and its kind has always been known: " + line);
  }

  void begins(const begun_run& x) override {
    const auto reasons = x.run.reasons();
    if (reasons == "beforeHelm" || reasons == "afterHelm") check(owner_of(x.run), x.run.script);
  }
  void helm_begins(const helm_work& x) override {
    if (x.verb == "upgrade") check(x.release, "helm upgrade");
  }

  void will_succeed(const begun_run& x) override {
    constexpr std::string_view synchronization = ":Synchronization";
    std::istringstream reasons(x.run.reasons());
    for (std::string reason; std::getline(reasons, reason, '+');)
      if (reason.ends_with(synchronization)) {
        synchronizing_[x.run.script][reason.substr(0, reason.size() - synchronization.size())].insert(x.id);
        put_off_.erase(x.run.script);
      }
  }

private:
  void forget(const std::string& module) {
    std::erase_if(synchronizing_, [&](const auto& x) { return module_of(x.first) == module; });
    std::erase_if(put_off_, [&](const auto& script) { return module_of(script) == module; });
  }

  /// Before Helm runs for a module, its hooks have seen all objects of known kinds.
  void check(const std::string& module, const std::string& what) {
    const auto* x = module_named(module);
    if (x == nullptr) return;
    const auto awaited = awaited_by(*x);
    if (awaited.size() > 1) holds();
    for (const auto& [script, binding] : awaited) {
      if (put_off_.contains(script)) continue;
      const auto& runs = synchronizing_[script][binding];
      if (std::all_of(runs.begin(), runs.end(), [&](auto id) { return is_running(id); }))
        broken(what + " begins before the Synchronization of " + script + " " + binding + " has ended");
    }
  }

  /// Script -> binding -> programs that got the first Synchronization since the module was enabled, and will
  /// succeed.
  std::map<std::string, std::map<std::string, std::set<sys::process::process_id>>> synchronizing_;
  /// Scripts of unknown kinds: this life does not wait for them.
  std::set<std::string> put_off_;
};

const registered<awaited_rule> entry{"awaited"};

} // namespace

} // namespace worlds
