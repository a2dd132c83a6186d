#pragma once

#include "core/releases/lost_value_sources.hpp"
#include "core/releases/objection.hpp"
#include "core/values/value_source.hpp"

namespace core::releases {

/// True if the loss of this source alone holds an upgrade that removes no object, but changes the content of
/// objects: users have written the source, or it is a whole file of values. Without it, objects that stay
/// would get defaults in place of a user's password or size. Single sections of files, schemas and hooks do
/// not count here, because the developer of a module takes them away with a new version of the module.
[[nodiscard]] bool fills_objects(values::value_source x);

/// True if a source that `fills_objects` is missing, if a key that a hook had stored in the ConfigMap is lost
/// (`lost_keys`), or if the last revision was made with another ConfigMap.
[[nodiscard]] bool would_reset(const held_upgrade& x);

/// The objection to an upgrade that removes no object, but changes the content of objects.
/// @pre `would_reset(x)`
[[nodiscard]] objection objection_to_reset(held_upgrade x);

} // namespace core::releases
