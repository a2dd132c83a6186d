#include "actors/releases/object_handover.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/template_search.hpp"
#include "core/releases/object_owner.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <memory>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

using on_done = std::function<void(const base::result<void>&)>;

/// A running handover, one object after the other. The callbacks of its requests keep it alive.
struct handover : std::enable_shared_from_this<handover> {
  helm_parts& parts;
  core::releases::object_owner from;
  std::vector<core::releases::shared_object> objects;
  on_done then;
  std::size_t next_object = 0;
  std::vector<core::releases::shared_object> done{};

  handover(helm_parts& with, const std::string& release, std::vector<core::releases::shared_object> all, on_done end)
    : parts(with), from{release, with.records.namespace_name()}, objects(std::move(all)), then(std::move(end)) {}

  void next() {
    if (next_object == objects.size()) return finish({});
    const auto& object = objects[next_object++];
    parts.self->ask(
      parts.peers.kube, messages::resolve_kind{{}, object.object.api_version, object.object.kind},
      [x = shared_from_this(), object](const messages::kind_resolved& kind) { x->read(object, kind.result); },
      give_up());
  }

  void read(const core::releases::shared_object& object, const kube::api::lookup_result& kind) {
    const auto* resource = std::get_if<kube::api::resource>(&kind);
    if (const auto* undecided = std::get_if<kube::api::kind_undecided>(&kind))
      return fail(object, {undecided->code, undecided->reason});
    // If the kind is not served, Helm cannot find the object either, and so does not delete it.
    if (resource == nullptr) return next();
    call(kube::api::get_request(*resource, place_of(object)),
         [x = shared_from_this(), object, at = *resource](const base::result<text::json>& found) {
           if (!found && found.error().code == base::error_code::not_found) return x->next();
           if (!found) return x->fail(object, found.error());
           if (core::releases::is_left_by(*found, x->from)) return x->write(object, at);
           x->next();
         });
  }

  void write(const core::releases::shared_object& object, const kube::api::resource& at) {
    kube::api::patch_options options;
    options.body = core::releases::patch_of_owner({object.other, from.namespace_name}).dump();
    call(kube::api::patch_request(at, place_of(object), std::move(options)),
         [x = shared_from_this(), object](const base::result<text::json>& now) {
           if (!now && now.error().code != base::error_code::not_found) return x->fail(object, now.error());
           // An object that has gone meanwhile needs no new owner.
           if (now) x->done.push_back(object);
           x->next();
         });
  }

  static kube::api::object_location place_of(const core::releases::shared_object& x) {
    return {x.object.namespace_name, x.object.name, {}};
  }

  void call(kube::api::http_request request, std::function<void(const base::result<text::json>&)> on_object) {
    parts.self->ask(
      parts.peers.kube, messages::call_api{{}, std::move(request)},
      [on_object](const messages::api_answered& answer) { on_object(kube::api::object_of(answer.response)); },
      give_up());
  }

  std::function<void(const std::string&)> give_up() {
    return [x = shared_from_this()](const std::string& reason) {
      x->finish(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    };
  }

  void fail(const core::releases::shared_object& object, const base::error& why) {
    finish(base::fail("handing over " + core::releases::words_of({object}) + ", which has it, too", why));
  }

  void finish(const base::result<void>& result) {
    // Also after a failure: these objects name their new owners already.
    if (!done.empty()) report();
    then(result);
  }

  void report() const {
    const auto words = core::releases::words_of(done);
    const auto hint = core::releases::hint_of_shared(from.release, done);
    sys::log::log_warning("objects_handed_over", {{"module", from.release}, {"objects", words}, {"hint", hint}});
    parts.self->tell(
      parts.peers.supervisor,
      messages::note_removed_objects{
        {}, from.release + " (handed over)", "release '" + from.release + "' leaves " + words + ". Hint: " + hint});
  }
};

using on_others = std::function<void(const base::result<core::releases::released_objects>&)>;

/// Adds the definitions in `crds/` of modules.
void add_definitions(helm_parts& parts, core::releases::released_objects found, on_others then) {
  parts.self->ask(
    parts.peers.kube, messages::list_definitions{},
    [&parts, found = std::move(found), then](const messages::definitions_listed& x) mutable {
      if (!x.names.empty())
        found.emplace(core::releases::definitions_owner,
                      std::make_shared<const std::vector<core::releases::manifest_object>>(
                        core::releases::definition_objects(x.names, parts.records.namespace_name())));
      then(std::move(found));
    },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

/// Reads the records of these releases, one after the other.
void read_each(helm_parts& parts, std::vector<std::string> releases, core::releases::released_objects found,
               on_others then) {
  if (releases.empty()) return add_definitions(parts, std::move(found), std::move(then));
  auto release = releases.back();
  releases.pop_back();
  parts.records.know_manifest(release, [&parts, release, releases = std::move(releases), found = std::move(found),
                                        then = std::move(then)](const base::result<void>& known) mutable {
    if (!known) return then(tl::unexpected(known.error()));
    if (const auto* manifest = parts.records.known().latest_manifest(release))
      found.emplace(release, manifest->objects);
    read_each(parts, std::move(releases), std::move(found), std::move(then));
  });
}

} // namespace

void read_others(helm_parts& parts, const std::string& release,
                 std::function<void(const base::result<core::releases::released_objects>&)> then) {
  std::vector<std::string> others;
  for (const auto& name : parts.records.known().names()) {
    const auto last = parts.records.known().latest(name);
    using status = core::releases::release_status;
    // A release that goes cannot take objects over.
    if (name != release && last && core::releases::is_own(*last, parts.platform) && last->status != status::uninstalled
        && last->status != status::uninstalling)
      others.push_back(name);
  }
  read_each(parts, std::move(others), {}, std::move(then));
}

void hand_over(helm_parts& parts, const std::string& release, std::vector<core::releases::shared_object> objects,
               std::function<void(const base::result<void>&)> then) {
  if (objects.empty()) return then({});
  std::make_shared<handover>(parts, release, std::move(objects), std::move(then))->next();
}

void hand_over_shared(helm_parts& parts, const std::string& release, heirs to,
                      std::function<void(const base::result<void>&)> then) {
  parts.records.know_manifest(release, [&parts, release, to, then](const base::result<void>& known) {
    if (!known) return then(known);
    const auto* manifest = parts.records.known().latest_manifest(release);
    if (manifest == nullptr || manifest->objects->empty()) return then({});
    read_others(parts, release,
                [&parts, release, to, objects = manifest->objects,
                 then](const base::result<core::releases::released_objects>& others) {
                  if (!others) return then(tl::unexpected(others.error()));
                  auto shared = core::releases::shared_with(*objects, *others);
                  if (to == heirs::with_templates) {
                    const auto moved = find_in_templates({.name = release,
                                                          .namespace_name = parts.records.namespace_name(),
                                                          .modules_dirs = parts.platform.modules_dirs},
                                                         core::releases::without_shared(*objects, shared));
                    shared.insert(shared.end(), moved.begin(), moved.end());
                  }
                  hand_over(parts, release, std::move(shared), then);
                });
  });
}

} // namespace actors::releases
