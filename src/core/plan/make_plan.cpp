#include "core/plan/make_plan.hpp"

#include "base/contains.hpp"
#include "core/plan/hidden_places.hpp"
#include "core/plan/object_changes.hpp"
#include "core/plan/recorded_releases.hpp"
#include "core/store/hidden_secrets.hpp"

#include <algorithm>
#include <map>

namespace core::plan {

namespace {

using release_map = std::map<std::string, recorded_release>;

const recorded_release& find(const release_map& all, const std::string& name) {
  static const recorded_release none;
  const auto found = all.find(name);
  return found == all.end() ? none : found->second;
}

text::json values_or_none(const recorded_release& x) {
  return x.revision == 0 ? text::json::object() : values_of(x).value_or(text::json::object());
}

/// Compares the values and objects of releases.
class release_comparison {
public:
  explicit release_comparison(const played_platform& x)
    : played_(x), before_(recorded_releases(x.before)), after_(recorded_releases(x.after)),
      again_(recorded_releases(x.again)) {
    // A secret may stand in any object, also the secret of the time before.
    for (const auto* releases : {&before_, &after_, &again_})
      for (const auto& [name, release] : *releases) note_secrets(values_or_none(release));
  }

  void compare(plan& to) {
    for (const auto& [name, release] : before_)
      if (!after_.contains(name)) by_name_[name] = made(name, release_fate::uninstalled);
    for (const auto& [name, release] : after_) {
      const auto& old = find(before_, name);
      if (old.revision == release.revision && old.status == release.status) continue;
      by_name_[name] = made(name, old.revision == 0 ? release_fate::installed : release_fate::upgraded);
    }
    const auto view = [this](const text::json& object) {
      return store::view_of_rendered(view_of_sections(object, played_.secret_places), secrets_);
    };
    for (auto& x : object_changes(played_.before, played_.after, played_.again, view)) add(std::move(x), to);
    for (auto& [name, release] : by_name_)
      (release.fate == release_fate::uninstalled ? to.uninstalled : to.releases).push_back(std::move(release));
  }

  [[nodiscard]] const release_map& before() const noexcept { return before_; }
  [[nodiscard]] const release_map& after() const noexcept { return after_; }

private:
  void note_secrets(const text::json& values) {
    for (auto& text : store::hidden_texts(values, view_of_values(values, played_.secret_places)))
      if (!base::contains(secrets_, text)) secrets_.push_back(std::move(text));
  }

  planned_release made(const std::string& name, release_fate fate) {
    const auto& old = find(before_, name);
    const auto& now = find(after_, name);
    planned_release release{
      .name = name, .fate = fate, .revision_before = old.revision, .revision_after = now.revision};
    if (now.revision != 0 && now.status != "deployed") release.status = now.status;
    if (fate != release_fate::upgraded) return release;
    const auto view = [this](const text::json& values) { return view_of_values(values, played_.secret_places); };
    const auto& other = find(again_, name);
    const auto again = other.revision == 0 ? text::json() : values_or_none(other);
    release.values = planned_fields(values_or_none(old), values_or_none(now), again, view);
    for (auto& x : release.values) x.set_by = setter_of(x.field.path);
    return release;
  }

  /// The last commit that has set the value or a part of it.
  [[nodiscard]] std::string setter_of(const std::string& path) const {
    const auto found = std::find_if(played_.commits.rbegin(), played_.commits.rend(), [&](const value_commit& x) {
      return path == x.path || path.starts_with(x.path + ".") || x.path.starts_with(path + ".");
    });
    return found == played_.commits.rend() ? std::string() : found->by;
  }

  void add(changed_object x, plan& to) {
    const bool has_release = before_.contains(x.release) || after_.contains(x.release);
    if (x.is_definition) to.definitions.push_back(x.planned);
    if (!has_release) {
      if (!x.is_definition) to.objects.push_back(std::move(x.planned));
      return;
    }
    if (!by_name_.contains(x.release)) by_name_[x.release] = made(x.release, release_fate::upgraded);
    by_name_[x.release].objects.push_back(std::move(x.planned));
  }

  const played_platform& played_;
  release_map before_, after_, again_;
  std::vector<std::string> secrets_;
  std::map<std::string, planned_release> by_name_;
};

std::string reason_for(const played_platform& x, const std::string& module) {
  for (const auto& [name, reason] : x.off_reasons)
    if (name == module) return reason;
  return base::contains(x.known_modules, module) ? std::string() : "the platform has no such module";
}

void compare_modules(const played_platform& x, const release_map& before, const release_map& after, plan& to) {
  for (const auto& name : x.enabled_modules)
    if (after.contains(name) && !before.contains(name)) to.modules.push_back({name, module_fate::on, {}});
  for (const auto& [name, release] : before)
    if (!base::contains(x.enabled_modules, name) && (base::contains(x.known_modules, name) || !after.contains(name)))
      to.modules.push_back({name, module_fate::off, reason_for(x, name)});
}

std::vector<planned_run> counted(const std::vector<std::string>& lines, run_fate fate) {
  std::vector<planned_run> runs;
  for (const auto& line : lines) {
    const auto known = std::find_if(runs.begin(), runs.end(), [&](const planned_run& x) { return x.what == line; });
    if (known == runs.end())
      runs.push_back({line, 1, fate});
    else
      ++known->times;
  }
  return runs;
}

void compare_runs(const played_platform& x, plan& to) {
  to.runs = counted(x.runs, run_fate::runs);
  if (!x.former_runs) return;
  for (auto& run : to.runs)
    if (!base::contains(*x.former_runs, run.what)) run.fate = run_fate::begins;
  for (const auto& right : x.rights)
    if (!x.former_rights.contains(right)) to.rights.push_back(right);
  for (auto& run : counted(*x.former_runs, run_fate::ends))
    if (!base::contains(x.runs, run.what)) to.runs.push_back(std::move(run));
}

} // namespace

plan make_plan(const played_platform& x) {
  plan made;
  release_comparison releases(x);
  releases.compare(made);
  compare_modules(x, releases.before(), releases.after(), made);
  compare_runs(x, made);
  made.stopped = x.stopped;
  made.unknown = x.unknown;
  return made;
}

bool has_changes(const plan& x) {
  return !x.uninstalled.empty() || !x.modules.empty() || !x.definitions.empty() || !x.releases.empty()
         || !x.objects.empty();
}

bool is_complete(const plan& x) {
  return x.stopped.empty() && x.unknown.empty();
}

} // namespace core::plan
