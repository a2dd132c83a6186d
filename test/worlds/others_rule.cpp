// Objects of other users stay as they are: their releases, their objects, and the revision on which their helm works.
#include "kube/api/api_path.hpp"
#include "worlds/world.hpp"

#include <algorithm>

namespace worlds {

namespace {

constexpr std::string_view record_prefix = "sh.helm.release.v1.";

/// `alpha` of `sh.helm.release.v1.alpha.v3`; empty: it is no revision of a release.
std::string release_of_record(const std::string& name) {
  if (!name.starts_with(record_prefix)) return {};
  return name.substr(record_prefix.size(), name.rfind(".v") - record_prefix.size());
}

const std::vector<std::string>& strangers() {
  static const std::vector<std::string> names{foreign_release, stranger_release, waiting_stranger_release};
  return names;
}

bool is_made_by_operator(const test::release_secret& x) {
  return x.labels.contains("moduleChecksum") || x.labels.contains("inputsChecksum");
}

} // namespace

void world::note_strangers() {
  for (const auto& name : strangers())
    if (const auto latest = helm_.latest(name))
      strangers_[name] = api_.object("Secret", operator_namespace, test::secret_name(name, latest->revision))->dump();
}

void world::check_strangers() {
  for (const auto& [name, before] : strangers_) {
    ++seen_.rules["foreign"];
    const auto latest = helm_.latest(name);
    if (!latest) return breach_of("foreign", "the release " + name + " is none of the modules, and is gone");
    const auto now = api_.object("Secret", operator_namespace, test::secret_name(name, latest->revision))->dump();
    // A restored API server has given all objects other versions.
    if (now != before && !has_forgotten_)
      return breach_of("foreign", "the release " + name + " is none of the modules, and is changed");
  }
}

/// Before helm begins.
void world::check_release_is_own(const std::string& verb, const std::string& release) {
  if (verb == "upgrade" && module_named(release) == nullptr)
    return breach_of("others", "helm upgrades " + release + ", which is no module");
  const auto latest = helm_.latest(release);
  if (verb != "uninstall" || !latest) return;
  ++seen_.rules["others"];
  const bool is_strange = std::find(strangers().begin(), strangers().end(), release) != strangers().end();
  if (is_strange || !is_made_by_operator(*latest))
    breach_of("others", "helm uninstalls " + release + ", which no operator has made");
}

const module_plan* world::module_named(const std::string& name) const {
  for (const auto& x : plan_.modules)
    if (x.name == name) return &x;
  return nullptr;
}

/// Whether the operator may write the object: its hooks order it, it belongs to its releases, or is its configuration.
bool world::may_write(const std::string& kind, const std::string& name) const {
  if (kind == "configmaps") {
    if (name.empty() || name == operator_config || name == "unwanted") return true;
    const auto dash = name.rfind('-');
    const auto* module = module_named(name.substr(0, dash));
    return module != nullptr && dash != name.npos
           && ((module->makes_object && name.ends_with("-made")) || (module->orders && name.ends_with("-ordered")));
  }
  if (kind == "customresourcedefinitions")
    return std::any_of(plan_.modules.begin(), plan_.modules.end(),
                       [&](const auto& x) { return x.defines && name == "things." + x.name + ".example.io"; });
  const auto release = kind == "secrets" ? release_of_record(name) : std::string();
  return release == stray_release || module_named(release) != nullptr;
}

/// A request of the operator, before the API server sees it.
void world::check_target(const kube::api::http_request& request) {
  if (request.method == "GET") return;
  const auto object = kube::api::object_of_path(request.target);
  if (!object) return;
  ++seen_.rules["others"];
  if (!may_write(object->plural, object->name))
    return breach_of("others", "the operator sends " + request.method + " " + request.target);
  if (object->plural == "secrets" && request.method == "DELETE") check_pending(object->name);
}

/// Another helm that has begun less than five minutes ago may be at work: here it ends sooner.
void world::check_pending(const std::string& record) {
  const auto release = release_of_record(record);
  const auto at_work = by_hand_.find(release);
  // By a clock that was set, it may have begun long ago.
  if (at_work == by_hand_.end() || was_clock_set_) return;
  const auto taken = helm_.stored(release, at_work->second);
  const bool is_open = taken && (taken->status.starts_with("pending") || taken->status == "uninstalling");
  if (is_open && record == test::secret_name(release, at_work->second))
    breach_of("pending", "revision " + std::to_string(at_work->second) + " of " + release
                           + " is taken away while somebody's helm works on it");
}

/// A run of a module has begun: it meets another helm.
void world::count_occupied(const std::string& module) {
  if (by_hand_.contains(module) && !was_clock_set_) ++seen_.rules["pending"];
}

} // namespace worlds
