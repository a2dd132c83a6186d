#include "core/plan/recorded_releases.hpp"

#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "text/json/json_parts.hpp"

#include <utility>

namespace core::plan {

bool is_helm_record(const text::json& object) {
  const auto& labels = text::member(text::member(object, "metadata"), "labels");
  return labels.is_object() && labels.string_at("owner") == "helm" && releases::read_release(object.dump());
}

std::map<std::string, recorded_release> recorded_releases(const std::vector<text::json>& objects) {
  std::map<std::string, recorded_release> found;
  for (const auto& object : objects) {
    const auto& labels = text::member(text::member(object, "metadata"), "labels");
    if (!labels.is_object() || labels.string_at("owner") != "helm") continue;
    const auto read = releases::read_release(object.dump());
    if (!read) continue;
    auto& latest = found[read->name];
    if (read->revision > latest.revision) latest = {read->revision, releases::name(read->status), object};
  }
  std::erase_if(found,
                [](const auto& x) { return x.second.status == releases::name(releases::release_status::uninstalled); });
  return found;
}

base::result<text::json> values_of(const recorded_release& x) {
  const auto payload = releases::read_payload(x.object.dump());
  if (!payload) return tl::unexpected(payload.error());
  const auto& values = text::member(*payload, "config");
  return values.is_object() ? values : text::json::object();
}

} // namespace core::plan
