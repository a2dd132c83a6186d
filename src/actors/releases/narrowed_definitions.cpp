#include "actors/releases/narrowed_definitions.hpp"

#include "actors/messages/kube_client.hpp"
#include "cluster/operations/narrowed_definition.hpp"
#include "core/crds/rendered_definitions.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace actors::releases {

namespace {

kube::api::resource definitions_resource() {
  kube::api::resource x;
  x.group = "apiextensions.k8s.io";
  x.version = "v1";
  x.kind = "CustomResourceDefinition";
  x.plural = "customresourcedefinitions";
  x.namespaced = false;
  return x;
}

/// The callbacks of requests keep it alive.
struct search : std::enable_shared_from_this<search> {
  helm_parts* parts = nullptr;
  std::vector<core::crds::definition> definitions;
  std::function<void(const found_narrowed&)> then;
  std::size_t at = 0;
  std::vector<std::string> found{};

  void next() {
    if (at == definitions.size()) return then(found);
    send(kube::api::get_request(definitions_resource(), {.namespace_ = {}, .name = definitions[at].name}),
         [self = shared_from_this()](const auto& answer) { self->compare(kube::api::object_of(answer)); });
  }

  void send(kube::api::http_request request, const kube::api::on_response& done) {
    parts->self->ask(
      parts->peers.kube, messages::call_api{{}, std::move(request)},
      [done](const messages::api_answered& x) { done(x.response); },
      [done](const std::string& why) {
        done(base::fail(base::error_code::unavailable, "the kube client has ended: " + why));
      });
  }

  void compare(const base::result<text::json>& current) {
    // Without a definition there are no objects.
    if (!current && current.error().code == base::error_code::not_found) return go_on({});
    if (!current) return fail(current.error());
    const auto ask = [self = shared_from_this()](kube::api::http_request request, const kube::api::on_response& done) {
      self->send(std::move(request), done);
    };
    cluster::operations::find_used_parts(ask, definitions[at], *current,
                                         [self = shared_from_this()](const base::result<std::vector<std::string>>& x) {
                                           x ? self->go_on(*x) : self->fail(x.error());
                                         });
  }

  void go_on(const std::vector<std::string>& lost) {
    for (const auto& part : lost) found.push_back(definitions[at].name + ": " + part);
    ++at;
    next();
  }

  void fail(const base::error& why) const {
    then(base::fail("looking at CustomResourceDefinition '" + definitions[at].name + "'", why));
  }
};

} // namespace

void find_narrowed(helm_parts& parts, const std::string& manifest, std::function<void(const found_narrowed&)> then) {
  const auto made = std::make_shared<search>();
  made->parts = &parts;
  made->definitions = core::crds::rendered_definitions(manifest);
  made->then = std::move(then);
  made->next();
}

} // namespace actors::releases
