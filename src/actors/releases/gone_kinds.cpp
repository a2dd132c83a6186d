#include "actors/releases/gone_kinds.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

using core::releases::kind_name;

std::set<kind_name> kinds_of(const std::string& secret, const std::string& namespace_name) {
  const auto record = core::releases::read_record(secret);
  const auto objects =
    record.and_then([&](const auto& x) { return core::releases::manifest_objects(x.manifest, namespace_name); });
  // Helm names the damage of a record that cannot be read.
  return objects ? core::releases::kinds_that_may_go(*objects) : std::set<kind_name>{};
}

/// Asks for one kind after the other, so that their number needs no bound.
struct search {
  helm_parts& parts;
  std::vector<kind_name> left;
  std::vector<std::string> gone{};
  std::map<kind_name, std::string> served_as{}; ///< kinds that are served in other versions only
  std::function<void(const search&)> then;
};

void ask_next(const std::shared_ptr<search>& x) {
  if (x->left.empty()) return x->then(*x);
  const auto name = x->left.back();
  x->left.pop_back();
  x->parts.self->ask(
    x->parts.peers.kube, messages::resolve_kind{.api_version = name.first, .kind = name.second, .is_expected = true},
    [x, name](const messages::kind_resolved& found) {
      if (std::holds_alternative<kube::api::kind_absent>(found.result))
        x->gone.push_back(name.first + "/" + name.second);
      if (const auto* other = std::get_if<kube::api::kind_in_other_version>(&found.result);
          other != nullptr && !other->served_as.empty())
        x->served_as.emplace(name, other->served_as);
      ask_next(x);
    },
    // Without an answer the kind does not count as gone.
    [x](const std::string&) { ask_next(x); });
}

} // namespace

void find_gone_kinds(helm_parts& parts, const std::string& record,
                     std::function<void(const std::vector<std::string>&)> then) {
  find_gone_kinds(parts, kinds_of(record, parts.records.namespace_name()), std::move(then));
}

void find_gone_kinds(helm_parts& parts, const std::set<kind_name>& kinds,
                     std::function<void(const std::vector<std::string>&)> then) {
  ask_next(std::make_shared<search>(search{.parts = parts,
                                           .left = {kinds.begin(), kinds.end()},
                                           .then = [then = std::move(then)](const search& x) { then(x.gone); }}));
}

void find_in_other_versions(helm_parts& parts, const std::vector<core::releases::manifest_object>& objects,
                            std::function<void(const std::vector<core::releases::object_in_version>&)> then) {
  const auto kinds = core::releases::kinds_that_may_go(objects);
  ask_next(std::make_shared<search>(search{
    .parts = parts, .left = {kinds.begin(), kinds.end()}, .then = [objects, then = std::move(then)](const search& x) {
      std::vector<core::releases::object_in_version> found;
      for (const auto& object : objects)
        if (const auto at = x.served_as.find({object.api_version, object.kind}); at != x.served_as.end())
          found.push_back({object, at->second});
      then(found);
    }}));
}

void name_gone_kinds(const std::string& release, const std::vector<std::string>& kinds) {
  if (kinds.empty()) return;
  sys::log::log_info("release_kinds_gone",
                     {{"release", release},
                      {"kinds", fmt::format("{}", fmt::join(kinds, ", "))},
                      {"consequence", "the chart has none of them any more, and the upgrade leaves their objects "
                                      "out, which have gone with the definitions"}});
}

} // namespace actors::releases
