#pragma once

#include "actors/releases/application_chart.hpp"
#include "actors/releases/helm_parts.hpp"

#include <functional>
#include <string>

namespace actors::releases {

/// Looks, before the first upgrade of a release in this process, for changes that other clients have made in
/// its objects while no operator was running: names changes that the upgrade takes back, and objects that are
/// absent. Later changes are seen by the RELEASE WATCHER. A part of an application.
///
/// An object that cannot be read is passed over, because the upgrade itself does not depend on this look.
/// @param chart outlives the look
/// @param then called in any case
void name_foreign_changes(helm_parts& parts, const messages::apply_release& wanted, const application_chart& chart,
                          std::function<void()> then);

} // namespace actors::releases
