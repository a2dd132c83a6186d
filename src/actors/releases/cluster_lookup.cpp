#include "actors/releases/cluster_lookup.hpp"

#include "actors/messages/kube_client.hpp"
#include "base/overload.hpp"
#include "core/releases/manifest.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <memory>
#include <utility>

namespace actors::releases {

namespace {

/// A running lookup. The callbacks of its requests keep it alive.
struct lookup : std::enable_shared_from_this<lookup> {
  framework::actor_base<messages::helm_actor>* self = nullptr;
  messages::kube_client_actor kube;
  std::string default_namespace;
  std::vector<text::json> objects;
  looked_up then;
  std::vector<base::result<text::json>> found{};

  void next() {
    if (found.size() == objects.size()) return then(std::move(found));
    const auto name = core::releases::name_in_release(objects[found.size()], default_namespace);
    // A Helm hook is not a part of the manifest.
    if (!name) return on_object(base::fail(base::error_code::not_found, "not an object of a release"));
    self->ask(
      kube, messages::resolve_kind{{}, name->api_version, name->kind},
      [x = shared_from_this(), object = *name](const messages::kind_resolved& kind) { x->read(object, kind.result); },
      give_up());
  }

  void read(const core::releases::manifest_object& object, const kube::api::lookup_result& kind) {
    const auto failed = [this](base::error_code code, std::string why) { on_object(base::fail(code, std::move(why))); };
    std::visit(base::overload{
                 [&](const kube::api::kind_absent&) {
                   failed(base::error_code::not_found, "kind " + object.kind + " is not served");
                 },
                 [&](const kube::api::kind_in_other_version& elsewhere) {
                   failed(base::error_code::invalid_input,
                          "kind " + object.kind + " is served as " + elsewhere.served_as + " only");
                 },
                 [&](const kube::api::kind_undecided& undecided) { failed(undecided.code, undecided.reason); },
                 [&](const kube::api::resource& resource) { read(object, resource); },
               },
               kind);
  }

  void read(const core::releases::manifest_object& object, const kube::api::resource& resource) {
    self->ask(
      kube, messages::call_api{{}, kube::api::get_request(resource, {object.namespace_name, object.name, {}})},
      [x = shared_from_this()](const messages::api_answered& answer) {
        x->on_object(kube::api::object_of(answer.response));
      },
      give_up());
  }

  void on_object(base::result<text::json> object) {
    found.push_back(std::move(object));
    next();
  }

  std::function<void(const std::string&)> give_up() {
    return [x = shared_from_this()](const std::string& reason) {
      // Goes on with the next object, because the callers expect a result for each.
      x->on_object(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    };
  }
};

} // namespace

void look_up(framework::actor_base<messages::helm_actor>* self, const messages::kube_client_actor& kube,
             std::string default_namespace, std::vector<text::json> objects, looked_up then) {
  auto made = std::make_shared<lookup>();
  made->self = self;
  made->kube = kube;
  made->default_namespace = std::move(default_namespace);
  made->objects = std::move(objects);
  made->then = std::move(then);
  made->next();
}

} // namespace actors::releases
