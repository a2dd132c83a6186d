#include "actors/releases/gone_kinds.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"

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
  std::vector<std::string> gone;
  std::function<void(const std::vector<std::string>&)> then;
};

void ask_next(const std::shared_ptr<search>& x) {
  if (x->left.empty()) return x->then(x->gone);
  const auto [api_version, kind] = x->left.back();
  x->left.pop_back();
  x->parts.self->ask(
    x->parts.peers.kube, messages::resolve_kind{.api_version = api_version, .kind = kind, .is_expected = true},
    [x, name = api_version + "/" + kind](const messages::kind_resolved& found) {
      if (std::holds_alternative<kube::api::kind_absent>(found.result)) x->gone.push_back(name);
      ask_next(x);
    },
    [x](const std::string&) { ask_next(x); });
}

} // namespace

void find_gone_kinds(helm_parts& parts, const std::string& record,
                     std::function<void(const std::vector<std::string>&)> then) {
  find_gone_kinds(parts, kinds_of(record, parts.records.namespace_name()), std::move(then));
}

void find_gone_kinds(helm_parts& parts, const std::set<kind_name>& kinds,
                     std::function<void(const std::vector<std::string>&)> then) {
  ask_next(std::make_shared<search>(search{parts, {kinds.begin(), kinds.end()}, {}, std::move(then)}));
}

} // namespace actors::releases
