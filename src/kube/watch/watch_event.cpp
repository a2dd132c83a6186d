#include "kube/watch/watch_event.hpp"

#include "kube/api/response.hpp"
#include "kube/objects/object_scan.hpp"
#include "text/json/json.hpp"

namespace kube::watch {

base::result<watch_event> read_watch_event(std::string_view line, const objects::wanted_objects& wanted) {
  const auto type = api::type_of(wanted.resource);
  const auto about = "watch of " + type.kind;
  auto found = objects::scan_event(line);
  if (!found) return base::fail(about, found.error());
  if (!found->object) return base::fail(base::error_code::invalid_input, about + ": an event has no object");
  auto& object = *found->object;
  if (found->type == "ERROR") {
    auto status = text::parse_json(line.substr(object.begin, object.end - object.begin));
    return watch_failed{status ? api::error_of_status(*status) : status.error()};
  }
  if (found->type == "BOOKMARK") {
    auto& position = object.identity.resource_version;
    if (position.empty()) return tl::unexpected(objects::not_an_answer(about, "a bookmark has no resourceVersion"));
    return watch_bookmark{std::move(position)};
  }
  const bool is_deleted = found->type == "DELETED";
  if (!is_deleted && found->type != "ADDED" && found->type != "MODIFIED")
    return base::fail(base::error_code::invalid_input, about + ": unknown event type '" + found->type + "'");
  if (const auto doubt = objects::doubt_on(object.identity, wanted); !doubt.empty())
    return tl::unexpected(objects::not_an_answer(about, doubt));
  auto copy = objects::copy_object(line, std::move(object), type);
  if (is_deleted) return watch_deleted{std::move(copy)};
  return watch_applied{std::move(copy)};
}

} // namespace kube::watch
