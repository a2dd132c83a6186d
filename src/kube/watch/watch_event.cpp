#include "kube/watch/watch_event.hpp"

#include "kube/api/response.hpp"
#include "kube/objects/object_scan.hpp"
#include "text/json/json.hpp"

namespace kube::watch {

base::result<watch_event> read_watch_event(std::string_view line, const api::object_type& type) {
  auto found = objects::scan_event(line);
  if (!found) return base::fail("watch of " + type.kind, found.error());
  if (!found->object)
    return base::fail(base::error_code::invalid_input, "watch of " + type.kind + ": an event has no object");
  if (found->type == "BOOKMARK") return watch_bookmark{std::move(found->object->identity.resource_version)};
  if (found->type == "ERROR") {
    const auto& place = *found->object;
    auto status = text::parse_json(line.substr(place.begin, place.end - place.begin));
    return watch_failed{status ? api::error_of_status(*status) : status.error()};
  }
  if (found->type == "DELETED") return watch_deleted{objects::copy_object(line, std::move(*found->object), type)};
  if (found->type == "ADDED" || found->type == "MODIFIED")
    return watch_applied{objects::copy_object(line, std::move(*found->object), type)};
  return base::fail(base::error_code::invalid_input,
                    "watch of " + type.kind + ": unknown event type '" + found->type + "'");
}

} // namespace kube::watch
