#include "actors/releases/leaving_removal.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/releases/helm_parts.hpp"
#include "actors/releases/object_handover.hpp"
#include "base/overload.hpp"
#include "core/releases/object_owner.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/shared_objects.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

/// An object may change between the last look and the deletion, which is then refused. Bounds the looks at an
/// object that changes all the time: its deletion fails, and is tried again later.
constexpr unsigned looks_max = 3;

/// A running removal. The callbacks of its requests keep it alive.
struct removal : std::enable_shared_from_this<removal> {
  helm_parts& parts;
  core::releases::object_owner owner;
  std::vector<core::releases::manifest_object> objects;
  std::function<void(const std::vector<left_object_fate>&)> then;
  core::releases::released_objects others{};
  std::vector<left_object_fate> fates{};
  unsigned looks = 0; ///< at the present object

  removal(helm_parts& with, const std::string& release, std::vector<core::releases::manifest_object> all,
          std::function<void(const std::vector<left_object_fate>&)> end)
    : parts(with), owner{release, with.records.namespace_name()}, objects(std::move(all)), then(std::move(end)) {}

  void begin() {
    if (objects.empty()) return then(fates);
    parts.records.know_manifest(owner.release, [x = shared_from_this()](const base::result<void>& known) {
      // Without the records it is not known whether a chart has the objects again.
      if (!known) return x->fail_all(known.error());
      x->read_other_releases();
    });
  }

  void read_other_releases() {
    read_others(parts, owner.release,
                [x = shared_from_this()](const base::result<core::releases::released_objects>& found) {
                  if (!found) return x->fail_all(found.error());
                  x->others = *found;
                  x->next();
                });
  }

  void next() {
    if (fates.size() == objects.size()) return then(fates);
    const auto& object = objects[fates.size()];
    const auto* manifest = parts.records.known().latest_manifest(owner.release);
    if (manifest == nullptr) return stays("the release has no record that can be read");
    if (!core::releases::objects_also_in({object}, *manifest->objects).empty())
      return stays("the last revision of the release has it");
    if (const auto shared = core::releases::shared_with({object}, others); !shared.empty())
      return stays("module '" + shared.front().other + "' has it, too");
    parts.self->ask(
      parts.peers.kube, messages::resolve_kind{{}, object.api_version, object.kind},
      [x = shared_from_this()](const messages::kind_resolved& kind) { x->read(kind.result); }, give_up());
  }

  void read(const kube::api::lookup_result& kind) {
    std::visit(base::overload{
                 // The objects have gone with their kind.
                 [&](const kube::api::kind_absent&) { end({}); },
                 [&](const kube::api::kind_in_other_version& elsewhere) {
                   fail({base::error_code::invalid_input, "its kind is served as " + elsewhere.served_as + " only"});
                 },
                 [&](const kube::api::kind_undecided& undecided) {
                   fail({undecided.code, undecided.reason});
                 },
                 [&](const kube::api::resource& resource) { read_object(resource); },
               },
               kind);
  }

  void read_object(const kube::api::resource& at) {
    ++looks;
    call(kube::api::get_request(at, place()), [x = shared_from_this(), at](const base::result<text::json>& found) {
      if (!found && found.error().code == base::error_code::not_found) return x->end({});
      if (!found) return x->fail(found.error());
      x->decide(*found, at);
    });
  }

  void decide(const text::json& found, const kube::api::resource& at) {
    const auto* metadata = found.find("metadata");
    // A finalizer may hold it for long, and another deletion would not help.
    if (metadata != nullptr && metadata->find("deletionTimestamp") != nullptr) return end({});
    if (const auto other = core::releases::other_owner_of(found, owner))
      return stays(fmt::format("it belongs to release '{}' in namespace '{}'", other->release, other->namespace_name));
    if (!core::releases::is_left_by(found, owner)) return stays("it names no release any more");
    if (core::releases::is_kept_by_upgrade(found)) return stays("it has the annotation helm.sh/resource-policy: keep");
    kube::api::remove_options options;
    // Another object of this name may have been made since the read.
    options.uid = metadata->string_at("uid").value_or("");
    options.resource_version = metadata->string_at("resourceVersion").value_or("");
    call(kube::api::remove_request(at, place(), options),
         [x = shared_from_this(), at](const base::result<text::json>& removed) {
           if (removed || removed.error().code == base::error_code::not_found) return x->end({});
           const bool has_changed = removed.error().code == base::error_code::conflict;
           if (has_changed && x->looks < looks_max) return x->read_object(at);
           x->fail(removed.error());
         });
  }

  [[nodiscard]] kube::api::object_location place() const {
    const auto& object = objects[fates.size()];
    return {object.namespace_name, object.name, {}};
  }

  void call(kube::api::http_request request, std::function<void(const base::result<text::json>&)> on_object) {
    parts.self->ask(
      parts.peers.kube, messages::call_api{{}, std::move(request)},
      [on_object](const messages::api_answered& answer) { on_object(kube::api::object_of(answer.response)); },
      give_up());
  }

  std::function<void(const std::string&)> give_up() {
    return [x = shared_from_this()](const std::string& reason) {
      x->fail({base::error_code::unavailable, "the kube client has ended: " + reason});
    };
  }

  void fail_all(const base::error& why) {
    while (fates.size() < objects.size())
      fates.push_back({objects[fates.size()], left_object_fate::end::failed, {}, why});
    then(fates);
  }
  void fail(base::error why) { end({{}, left_object_fate::end::failed, {}, std::move(why)}); }
  void stays(std::string reason) { end({{}, left_object_fate::end::stays, std::move(reason)}); }
  void end(left_object_fate x) {
    x.object = objects[fates.size()];
    fates.push_back(std::move(x));
    looks = 0;
    next();
  }
};

} // namespace

void remove_left_objects(helm_parts& parts, const std::string& release,
                         std::vector<core::releases::manifest_object> objects,
                         std::function<void(const std::vector<left_object_fate>&)> then) {
  std::make_shared<removal>(parts, release, std::move(objects), std::move(then))->begin();
}

} // namespace actors::releases
