#include "simulation/fake_api_objects.hpp"

#include "simulation/fake_jobs.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simulation {

namespace {

const text::json& metadata_of(const text::json& object) {
  static const text::json none = text::json::object();
  const auto* metadata = object.find("metadata");
  return metadata && metadata->is_object() ? *metadata : none;
}

text::json with_metadata(const text::json& object, std::string_view field, text::json value) {
  return object.with("metadata", metadata_of(object).with(field, std::move(value)));
}

text::json with_revision(const text::json& object, std::uint64_t revision) {
  return with_metadata(object, "resourceVersion", std::to_string(revision));
}

std::string name_of_type(const kube::api::resource& what) {
  return what.group.empty() ? what.plural : what.plural + "." + what.group;
}

text::json details_of(const kube::api::resource& what, const std::string& name) {
  const auto details = text::json::object({{"name", name}, {"kind", what.plural}});
  return what.group.empty() ? details : details.with("group", what.group);
}

api_failure not_found(const kube::api::resource& what, const std::string& name) {
  return {404, "NotFound", name_of_type(what) + " \"" + name + "\" not found", details_of(what, name)};
}

api_failure no_namespace(const std::string& name) {
  return {404, "NotFound", "namespaces \"" + name + "\" not found",
          text::json::object({{"name", name}, {"kind", "namespaces"}})};
}

bool has_finalizers(const text::json& object) {
  const auto* finalizers = metadata_of(object).find("finalizers");
  return finalizers && *finalizers != text::json::array();
}

bool is_marked(const text::json& object) {
  return metadata_of(object).find("deletionTimestamp") != nullptr;
}

std::string twelve_digits(std::uint64_t x) {
  auto text = std::to_string(x);
  return std::string(12 - std::min<std::size_t>(12, text.size()), '0') + text;
}

} // namespace

std::string metadata_text(const text::json& object, std::string_view field) {
  return metadata_of(object).string_at(field).value_or("");
}

api_outcome<text::json> fake_api_objects::create(const kube::api::resource& what, std::string namespace_,
                                                 text::json object) {
  if (!what.namespaced)
    namespace_.clear();
  else if (!objects_.contains({"", "namespaces", "", namespace_}))
    return tl::unexpected(no_namespace(namespace_));
  if (const auto own = metadata_text(object, "namespace"); what.namespaced && !own.empty() && own != namespace_)
    return tl::unexpected(api_failure{400, "BadRequest",
                                      "the namespace of the provided object does not match the "
                                      "namespace sent on the request"});
  auto name = metadata_text(object, "name");
  if (const auto prefix = metadata_text(object, "generateName"); name.empty() && !prefix.empty())
    name = prefix + twelve_digits(++generated_names_).substr(7);
  if (name.empty())
    return tl::unexpected(api_failure{422, "Invalid",
                                      what.kind
                                        + " is invalid: metadata.name: Required value: name or "
                                          "generateName is required"});
  const id place{what.group, what.plural, namespace_, name};
  if (objects_.contains(place))
    return tl::unexpected(api_failure{409, "AlreadyExists", name_of_type(what) + " \"" + name + "\" already exists",
                                      details_of(what, name)});
  auto stored = stamp_new(what, {.namespace_ = namespace_, .name = name}, std::move(object));
  objects_[place] = stored;
  record(what, {}, stored);
  return stored;
}

text::json fake_api_objects::take_over(const kube::api::resource& what, text::json object) {
  const auto namespace_ = what.namespaced ? metadata_text(object, "namespace") : std::string();
  const auto name = metadata_text(object, "name");
  if (!what.namespaced) object = object.with("metadata", metadata_of(object).without("namespace"));
  if (metadata_text(object, "uid").empty())
    object = with_metadata(object, "uid", "00000000-0000-4000-8000-" + twelve_digits(++uids_));
  if (metadata_text(object, "creationTimestamp").empty())
    object = with_metadata(object, "creationTimestamp", "2024-01-01T00:00:00Z");
  object = object.with("apiVersion", what.api_version()).with("kind", what.kind);
  if (admit) object = admit(what, std::move(object));
  object = with_revision(object, ++revision_);
  auto& place = objects_[{what.group, what.plural, namespace_, name}];
  auto before = std::exchange(place, object);
  record(what, std::move(before), object);
  return object;
}

api_outcome<text::json> fake_api_objects::update(const kube::api::resource& what, const kube::objects::object_key& key,
                                                 text::json object) {
  const auto entry = objects_.find({what.group, what.plural, what.namespaced ? key.namespace_ : "", key.name});
  if (entry == objects_.end()) return tl::unexpected(not_found(what, key.name));
  const auto& known = entry->second;
  const auto version = metadata_text(object, "resourceVersion");
  if (!version.empty() && version != metadata_text(known, "resourceVersion"))
    return tl::unexpected(api_failure{409, "Conflict",
                                      "Operation cannot be fulfilled on " + name_of_type(what) + " \"" + key.name
                                        + "\": the object has been modified; please apply "
                                        + "your changes to the latest version and try again",
                                      details_of(what, key.name)});
  // A client cannot change these fields of the metadata: the stored values win.
  for (const auto* field : {"name", "namespace", "uid", "creationTimestamp", "resourceVersion", "deletionTimestamp",
                            "deletionGracePeriodSeconds"})
    if (const auto* value = metadata_of(known).find(field)) object = with_metadata(object, field, *value);
  object = object.with("apiVersion", what.api_version()).with("kind", what.kind);
  if (admit) object = admit(what, std::move(object));
  // A write without a change makes no revision, as in a real server.
  if (object == known) return known;
  object = with_revision(object, ++revision_);
  auto before = std::exchange(entry->second, object);
  record(what, std::move(before), object);
  // The last finalizer has gone from an object that waits for its deletion.
  if (is_marked(object) && !has_finalizers(object)) return remove(what, key);
  return object;
}

api_outcome<text::json> fake_api_objects::get(const kube::api::resource& what,
                                              const kube::objects::object_key& key) const {
  const auto entry = objects_.find({what.group, what.plural, what.namespaced ? key.namespace_ : "", key.name});
  if (entry == objects_.end()) return tl::unexpected(not_found(what, key.name));
  return entry->second;
}

api_outcome<text::json> fake_api_objects::remove(const kube::api::resource& what,
                                                 const kube::objects::object_key& key) {
  const auto entry = objects_.find({what.group, what.plural, what.namespaced ? key.namespace_ : "", key.name});
  if (entry == objects_.end()) return tl::unexpected(not_found(what, key.name));
  if (has_finalizers(entry->second)) {
    if (is_marked(entry->second)) return entry->second;
    auto before = entry->second;
    entry->second = with_metadata(entry->second, "deletionTimestamp", "2024-01-01T00:00:01Z");
    entry->second = with_metadata(entry->second, "deletionGracePeriodSeconds", std::int64_t{0});
    entry->second = with_revision(entry->second, ++revision_);
    record(what, std::move(before), entry->second);
    return entry->second;
  }
  auto last = std::move(entry->second);
  objects_.erase(entry);
  if (what.group.empty() && what.plural == "namespaces") remove_content_of(key.name);
  last = with_revision(last, ++revision_);
  record(what, last, {});
  return last;
}

std::vector<text::json> fake_api_objects::list(const kube::api::resource& what, const std::string& namespace_) const {
  std::vector<text::json> out;
  for (auto entry = objects_.lower_bound({what.group, what.plural, "", ""}); entry != objects_.end(); ++entry) {
    const auto& [group, plural, own_namespace, name] = entry->first;
    if (group != what.group || plural != what.plural) break;
    if (namespace_.empty() || !what.namespaced || own_namespace == namespace_) out.push_back(entry->second);
  }
  return out;
}

void fake_api_objects::expire_positions() {
  // Acts as a compaction after another write, so that even the newest position is too old. The history stays
  // for open watches, which continue from their positions.
  oldest_ = ++revision_;
}

fake_api_objects::id fake_api_objects::place_of(const stored_change& x) {
  const auto& object = x.after.is_null() ? x.before : x.after;
  return {x.group, x.plural, metadata_text(object, "namespace"), metadata_text(object, "name")};
}

std::size_t fake_api_objects::undo_after(std::uint64_t revision) {
  std::size_t undone = 0;
  for (; !history_.empty() && history_.back().revision > revision; history_.pop_back(), ++undone) {
    const auto place = place_of(history_.back());
    objects_.erase(place);
    const auto before = std::find_if(std::next(history_.rbegin()), history_.rend(),
                                     [&](const stored_change& x) { return place_of(x) == place; });
    if (before != history_.rend() && !before->after.is_null()) objects_[place] = before->after;
  }
  return undone;
}

std::size_t fake_api_objects::go_back(std::uint64_t revision, restored_revisions revisions) {
  const auto undone = undo_after(revision);
  if (revisions == restored_revisions::used_again) {
    revision_ = std::min(revision_, revision);
    oldest_ = std::min(oldest_, revision_);
    return undone;
  }
  // Acts as `etcdutl snapshot restore --bump-revision --mark-compacted`, so that no version is used twice.
  constexpr std::uint64_t bump = 1'000'000;
  oldest_ = revision_ += bump;
  return undone;
}

fake_api_objects fake_api_objects::as_of(std::uint64_t revision) const {
  auto then = *this;
  (void)then.undo_after(revision);
  then.revision_ = std::min(revision, revision_);
  return then;
}

void fake_api_objects::record(const kube::api::resource& what, text::json before, text::json after) {
  history_.push_back({.revision = revision_,
                      .group = what.group,
                      .plural = what.plural,
                      .before = std::move(before),
                      .after = std::move(after)});
}

void fake_api_objects::remove_content_of(const std::string& namespace_) {
  // All objects go at once, because no controller would remove them later.
  for (auto entry = objects_.begin(); entry != objects_.end();) {
    const auto& [group, plural, own_namespace, name] = entry->first;
    if (own_namespace != namespace_) {
      ++entry;
      continue;
    }
    const auto last = with_revision(entry->second, ++revision_);
    history_.push_back({.revision = revision_, .group = group, .plural = plural, .before = last, .after = {}});
    entry = objects_.erase(entry);
  }
}

text::json fake_api_objects::stamp_new(const kube::api::resource& what, const kube::objects::object_key& key,
                                       text::json object) {
  object = with_metadata(object, "name", key.name);
  if (what.namespaced) object = with_metadata(object, "namespace", key.namespace_);
  object = with_metadata(object, "uid", "00000000-0000-4000-8000-" + twelve_digits(++uids_));
  object = with_metadata(object, "creationTimestamp", "2024-01-01T00:00:00Z");
  object = object.with("apiVersion", what.api_version()).with("kind", what.kind);
  if (is_jobs(what)) object = with_own_selector(object);
  if (admit) object = admit(what, std::move(object));
  return with_revision(object, ++revision_);
}

} // namespace simulation
