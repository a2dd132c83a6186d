// The part of `fake_api_server` that streams watches.
#include "simulation/fake_api_server.hpp"
#include "simulation/fake_selectors.hpp"

#include <algorithm>

namespace simulation {

namespace {

text::json shown(const kube::api::resource& what, const text::json& object, bool only_metadata) {
  return only_metadata ? metadata_only(object) : in_version_of(what, object);
}

} // namespace

void fake_api_server::begin_watch(pending_request x, const addressed& target, const api_target& parsed) {
  const auto from = parsed.query_text("resourceVersion");
  open_watch watch{.events = std::move(x.events),
                   .target = target,
                   .labels = parsed.query_text("labelSelector"),
                   .fields = parsed.query_text("fieldSelector"),
                   .metadata_only = x.request.accept.find("as=PartialObjectMetadata") != std::string::npos,
                   .bookmarks = parsed.query_text("allowWatchBookmarks") == "true",
                   .position = from.empty() ? 0 : std::stoull(from)};
  if (watch.position == 0) {
    // A watch without a position begins with all present objects (Kubernetes API concepts, "Semantics for
    // watch").
    watch.position = storage_.revision();
    // Noted before its first event, because a receiver may cancel the watch in the middle of these events.
    watches_.emplace(x.id, watch);
    if (watch.events.on_begin) watch.events.on_begin();
    for (const auto& object : storage_.list(target.resource, target.where.namespace_))
      if (matches_labels(object, watch.labels) && matches_fields(object, watch.fields) && watches_.contains(x.id))
        watch.events.on_line(event_line("ADDED", shown(target.resource, object, watch.metadata_only)));
    return;
  }
  if (watch.events.on_begin) watch.events.on_begin();
  if (watch.position < storage_.oldest_position()) {
    const api_failure expired{
      410, "Expired", "too old resource version: " + from + " (" + std::to_string(storage_.oldest_position()) + ")"};
    watch.events.on_line(event_line("ERROR", status_of(expired)));
    watch.events.on_done(end_of_stream());
    return;
  }
  watches_.emplace(x.id, std::move(watch));
}

std::size_t fake_api_server::push_changes() {
  if (events_held_) return 0;
  std::vector<kube::api::transfer_id> ids;
  for (const auto& [id, watch] : watches_) ids.push_back(id);
  std::size_t events = 0;
  for (auto id : ids) {
    auto watch = watches_.find(id);
    if (watch == watches_.end()) continue;
    const auto lines = lines_since(watch->second);
    // Set before the lines are handed out. A receiver may write in its callback, and the change by this write
    // must come with the next push.
    watch->second.position = std::max(watch->second.position, storage_.revision());
    const auto on_line = watch->second.events.on_line;
    for (const auto& line : lines) {
      if (!watches_.contains(id)) break;
      on_line(line);
      ++events;
    }
  }
  return events;
}

std::vector<std::string> fake_api_server::lines_since(const open_watch& watch) const {
  const auto& [resource, where] = watch.target;
  const auto is_seen = [&](const text::json& object) {
    return !object.is_null() && (where.namespace_.empty() || metadata_text(object, "namespace") == where.namespace_)
           && matches_labels(object, watch.labels) && matches_fields(object, watch.fields);
  };
  std::vector<std::string> lines;
  const auto& history = storage_.history();
  const auto first = std::partition_point(history.begin(), history.end(),
                                          [&](const stored_change& x) { return x.revision <= watch.position; });
  for (auto change = first; change != history.end(); ++change) {
    if (change->group != resource.group || change->plural != resource.plural) continue;
    const bool before = is_seen(change->before);
    const bool after = is_seen(change->after);
    if (!before && !after) continue;
    // An object that ceases to match the selector is DELETED for this watch, with its new state.
    const auto& object = change->after.is_null() ? change->before : change->after;
    const auto* type = !before ? "ADDED" : after ? "MODIFIED" : "DELETED";
    lines.push_back(event_line(type, shown(resource, object, watch.metadata_only)));
  }
  return lines;
}

void fake_api_server::end_watches_if(const std::function<bool(const open_watch&)>& is_meant,
                                     const base::result<kube::api::http_response>& end) {
  // Events may start and cancel watches, so the map is not walked while they are called.
  std::vector<kube::api::transfer_id> ids;
  for (const auto& [id, watch] : watches_)
    if (is_meant(watch)) ids.push_back(id);
  for (auto id : ids)
    if (const auto node = watches_.extract(id); !node.empty()) node.mapped().events.on_done(end);
}

void fake_api_server::end_watches() {
  end_watches_if([](const open_watch&) { return true; }, end_of_stream());
}

void fake_api_server::break_watches(base::error reason) {
  end_watches_if([](const open_watch&) { return true; }, tl::unexpected(std::move(reason)));
}

void fake_api_server::go_away(base::error reason) {
  away_ = reason;
  break_watches(std::move(reason));
}

void fake_api_server::send_bookmarks() {
  std::vector<std::pair<kube::api::transfer_id, open_watch>> all(watches_.begin(), watches_.end());
  for (const auto& [id, watch] : all) {
    if (!watch.bookmarks || !watches_.contains(id)) continue;
    const auto version = std::to_string(storage_.revision());
    const auto metadata = text::json::object({{"resourceVersion", version}, {"creationTimestamp", {}}});
    watch.events.on_line(event_line("BOOKMARK", text::json::object({{"kind", watch.target.resource.kind},
                                                                    {"apiVersion", watch.target.resource.api_version()},
                                                                    {"metadata", metadata}})));
  }
}

} // namespace simulation
