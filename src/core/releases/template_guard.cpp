#include "core/releases/upgrade_guard.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

/// Lets the run fail if the module has no templates, and its release has objects or a record that cannot be
/// read: the templates were probably lost, and no user has confirmed the removal of the objects.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || !is_made_by_operator(*x.last) || x.last->status == release_status::uninstalled)
    return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (x.released && x.released->empty()) return guard_answer::pass{};
  return guard_answer::refuse{
    {base::error_code::not_found,
     fmt::format("{} has {}, but there is release '{}', revision {}, whose objects stay as they are: bring the "
                 "templates back; or, if the release is to go, switch the module off until it has gone ({}: \"false\")",
                 x.directory, x.chart.kind == chart_kind::chart ? "no templates" : "neither Chart.yaml nor templates",
                 x.release, x.last->revision, values::enabled_key(values::to_camel(x.release)))}};
}

} // namespace

const upgrade_guard template_guard{"templates", "has a release with objects lost all of its templates?", answer};

} // namespace core::releases
