#include "kube/watch_event.hpp"

#include "core/text/json.hpp"
#include "kube/object_scan.hpp"
#include "kube/response.hpp"

namespace kube {

core::result<watch_event> read_watch_event(std::string_view line, const object_type& type) {
  auto found = scan_event(line);
  if (!found) return core::fail("watch of " + type.kind, found.error());
  if (!found->object)
    return core::fail(core::error_code::invalid_input, "watch of " + type.kind + ": an event has no object");
  if (found->type == "BOOKMARK") return watch_bookmark{std::move(found->object->identity.resource_version)};
  if (found->type == "ERROR") {
    const auto& place = *found->object;
    auto status = core::parse_json(line.substr(place.begin, place.end - place.begin));
    return watch_failed{status ? error_of_status(*status) : status.error()};
  }
  if (found->type == "DELETED") return watch_deleted{copy_object(line, std::move(*found->object), type)};
  if (found->type == "ADDED" || found->type == "MODIFIED")
    return watch_applied{copy_object(line, std::move(*found->object), type)};
  return core::fail(core::error_code::invalid_input,
                    "watch of " + type.kind + ": unknown event type '" + found->type + "'");
}

} // namespace kube
