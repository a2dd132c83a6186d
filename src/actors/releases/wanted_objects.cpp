#include "actors/releases/wanted_objects.hpp"

#include "core/releases/object_difference.hpp"
#include "core/releases/unpacked_record.hpp"
#include "text/yaml/yaml.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

namespace {

using core::releases::manifest_object;

/// The name of the object without its namespace. A manifest does not show the scope of a kind, so objects are
/// found by both names.
manifest_object without_namespace(manifest_object x) {
  x.namespace_name.clear();
  return x;
}

std::vector<base::result<text::json>> pick(const std::vector<manifest_object>& objects,
                                           const base::result<std::vector<text::json>>& documents,
                                           const std::string& default_namespace) {
  std::map<manifest_object, text::json> known;
  if (documents)
    for (const auto& x : core::releases::objects_one_by_one(*documents)) {
      const auto name = core::releases::name_in_release(x, default_namespace);
      if (!name) continue;
      // If two objects have the same name, the last object wins, as if they were applied in order.
      known.insert_or_assign(*name, x);
      known.insert_or_assign(without_namespace(*name), x);
    }
  std::vector<base::result<text::json>> found;
  for (const auto& object : objects) {
    const auto at = known.find(object);
    if (!documents)
      found.emplace_back(tl::unexpected(documents.error()));
    else if (at == known.end())
      found.emplace_back(base::fail(base::error_code::not_found,
                                    core::releases::describe(object) + " is not in the manifest of the release"));
    else
      found.emplace_back(at->second);
  }
  return found;
}

} // namespace

void read_wanted(helm_parts& parts, const messages::read_wanted_objects& x,
                 framework::promise<messages::wanted_objects_read> to) {
  const auto last = parts.records.known().latest(x.release);
  // The objects of a failed or unfinished revision may come from this revision or from the revision before.
  if (!last || last->status != core::releases::release_status::deployed) {
    const base::result<std::vector<text::json>> none =
      base::fail(base::error_code::unavailable, "no revision of release '" + x.release + "' is deployed now");
    return parts.self->answer(to, messages::wanted_objects_read{{}, pick(x.objects, none, {})});
  }
  parts.records.read(
    last->name, last->revision, [&parts, objects = x.objects, to](const base::result<std::string>& record) mutable {
      const auto documents =
        record.and_then([](const std::string& text) { return core::releases::read_manifest(text); })
          .and_then([](const std::string& manifest) {
            return text::parse_yaml_stream(manifest, text::duplicate_keys::last_counts);
          });
      parts.self->answer(to,
                         messages::wanted_objects_read{{}, pick(objects, documents, parts.records.namespace_name())});
    });
}

} // namespace actors::releases
