#include "actors/object_operations.hpp"

#include "core/hooks/object_filter.hpp"
#include "kube/request.hpp"
#include "kube/response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace actors {

using core::error_code;

namespace {

using answer = core::result<kube::http_response>;

constexpr int tries_max = 5;
constexpr std::chrono::milliseconds gone_wait_first{50};
constexpr std::chrono::milliseconds gone_wait_longest{1000};
constexpr std::chrono::milliseconds gone_wait_all{20000};

core::result<void> outcome_of(const answer& x) {
  auto body = kube::body_of(x);
  if (body) return {};
  return tl::unexpected(body.error());
}

std::string metadata_text(const core::json& object, std::string_view field) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::string{} : metadata->string_at(field).value_or("");
}

core::json with_version_of(const core::json& object, const core::json& current) {
  const auto* metadata = object.find("metadata");
  const auto named = metadata == nullptr ? core::json::object() : *metadata;
  return object.with("metadata", named.with("resourceVersion", metadata_text(current, "resourceVersion")));
}

kube::propagation policy_of(core::delete_object::propagation x) {
  switch (x) {
    case core::delete_object::propagation::foreground: return kube::propagation::foreground;
    case core::delete_object::propagation::background: return kube::propagation::background;
    case core::delete_object::propagation::orphan: return kube::propagation::orphan;
  }
  return kube::propagation::background;
}

} // namespace

void object_operations::execute(list operations, std::string default_namespace, operation_seams seams, on_done done) {
  std::make_shared<object_operations>(std::move(operations), std::move(default_namespace), std::move(seams),
                                      std::move(done))
    ->next();
}

object_operations::object_operations(list operations, std::string default_namespace, operation_seams seams,
                                     on_done done)
  : operations_(std::move(operations)), default_namespace_(std::move(default_namespace)), seams_(std::move(seams)),
    done_(std::move(done)) {}

void object_operations::next() {
  if (index_ == operations_->size()) return done_(std::move(failures_));
  std::visit([this](const auto& x) { begin(x); }, (*operations_)[index_]);
}

void object_operations::finish(const core::result<void>& result) {
  const auto& operation = (*operations_)[index_];
  if (!result) failures_.push_back({result.error().code, core::describe(operation) + ": " + result.error().message});
  ++index_;
  next();
}

bool object_operations::may_try_again(target& at) {
  return ++at.tries < tries_max;
}

void object_operations::resolve(const core::object_coordinates& coordinates, std::function<void(target)> then) {
  seams_.resolve(coordinates.api_version, coordinates.kind,
                 [self = shared_from_this(), coordinates, then = std::move(then)](const kube::lookup_result& found) {
                   if (const auto* undecided = std::get_if<kube::kind_undecided>(&found))
                     return self->fail({error_code::unavailable, "the kind is not known: " + undecided->reason});
                   const auto* resource = std::get_if<kube::resource>(&found);
                   if (resource == nullptr)
                     return self->fail(
                       {error_code::not_found,
                        fmt::format("the API server does not serve kind '{}'{}", coordinates.kind,
                                    coordinates.api_version.empty() ? "" : " of '" + coordinates.api_version + "'")});
                   const auto& wanted = coordinates.namespace_name;
                   then({*resource,
                         {resource->namespaced && wanted.empty() ? self->default_namespace_ : wanted, coordinates.name,
                          coordinates.subresource},
                         0});
                 });
}

// -- create --------------------------------------------------------------------

void object_operations::begin(const core::create_object& x) {
  core::object_coordinates coordinates;
  coordinates.api_version = x.object.string_at("apiVersion").value_or("");
  coordinates.kind = x.object.string_at("kind").value_or("");
  coordinates.namespace_name = metadata_text(x.object, "namespace");
  coordinates.name = metadata_text(x.object, "name");
  resolve(coordinates, [this, &x](target at) { create(x, std::move(at)); });
}

void object_operations::create(const core::create_object& x, target at) {
  auto request = kube::create_request(at.resource, at.where, x.object.dump());
  seams_.send(std::move(request), [self = shared_from_this(), &x, at = std::move(at)](const answer& got) mutable {
    auto result = outcome_of(got);
    if (result || result.error().code != error_code::already_exists) return self->finish(result);
    switch (x.existing) {
      case core::create_object::if_exists::fail: return self->finish(result);
      case core::create_object::if_exists::keep: return self->finish({});
      case core::create_object::if_exists::replace: return self->replace(x, std::move(at));
    }
  });
}

void object_operations::replace(const core::create_object& x, target at) {
  auto request = kube::get_request(at.resource, at.where);
  seams_.send(std::move(request), [self = shared_from_this(), &x, at = std::move(at)](const answer& got) mutable {
    const auto current = kube::json_of(got);
    if (!current) {
      const bool gone = current.error().code == error_code::not_found && may_try_again(at);
      return gone ? self->create(x, std::move(at)) : self->fail(current.error());
    }
    auto update = kube::update_request(at.resource, at.where, with_version_of(x.object, *current).dump());
    self->seams_.send(std::move(update), [self, &x, at = std::move(at)](const answer& written) mutable {
      auto result = outcome_of(written);
      const auto again =
        !result && (result.error().code == error_code::conflict || result.error().code == error_code::not_found);
      if (again && may_try_again(at)) return self->replace(x, std::move(at));
      self->finish(result);
    });
  });
}

// -- delete --------------------------------------------------------------------

void object_operations::begin(const core::delete_object& x) {
  resolve(x.target, [this, &x](target at) {
    auto request = kube::remove_request(at.resource, at.where, {policy_of(x.how), {}});
    seams_.send(std::move(request), [self = shared_from_this(), &x, at = std::move(at)](const answer& got) mutable {
      const auto removed = kube::json_of(got);
      if (!removed) {
        if (removed.error().code == error_code::not_found) return self->finish({});
        return self->fail(removed.error());
      }
      if (x.how != core::delete_object::propagation::foreground) return self->finish({});
      // The answer is the object if it goes later, and a Status if it has gone already.
      self->await_gone(std::move(at), metadata_text(*removed, "uid"), {});
    });
  });
}

void object_operations::await_gone(target at, std::string uid, std::chrono::milliseconds waited) {
  auto request = kube::get_request(at.resource, at.where);
  seams_.send(std::move(request), [self = shared_from_this(), at = std::move(at), uid = std::move(uid),
                                   waited](const answer& got) mutable {
    const auto current = kube::json_of(got);
    if (!current && current.error().code == error_code::not_found) return self->finish({});
    if (!current) return self->fail(current.error());
    const auto uid_now = metadata_text(*current, "uid");
    if (uid.empty()) uid = uid_now;
    // Somebody has made a new one of that name.
    if (uid_now != uid) return self->finish({});
    if (waited >= gone_wait_all)
      return self->fail({error_code::timeout, "the object is still there after 20 s; what keeps it is named by its "
                                              "metadata.finalizers"});
    const auto delay = std::clamp(waited, gone_wait_first, gone_wait_longest);
    self->seams_.wait(delay, [self, at = std::move(at), uid = std::move(uid), waited, delay]() mutable {
      self->await_gone(std::move(at), std::move(uid), waited + delay);
    });
  });
}

// -- patch ---------------------------------------------------------------------

void object_operations::begin(const core::patch_object& x) {
  resolve(x.target, [this, &x](target at) {
    if (const auto* change = std::get_if<core::jq_patch>(&x.change))
      rewrite(*change, x.ignore_missing, std::move(at));
    else
      patch(x, at);
  });
}

void object_operations::patch(const core::patch_object& x, const target& at) {
  kube::patch_options options;
  if (const auto* merge = std::get_if<core::merge_patch>(&x.change)) options.body = merge->patch.dump();
  if (const auto* steps = std::get_if<core::json_patch_list>(&x.change)) {
    options.kind = kube::patch_kind::json;
    options.body = steps->operations.dump();
  }
  auto request = kube::patch_request(at.resource, at.where, std::move(options));
  seams_.send(std::move(request), [self = shared_from_this(), &x](const answer& got) {
    auto result = outcome_of(got);
    if (!result && result.error().code == error_code::not_found && x.ignore_missing) result = {};
    self->finish(result);
  });
}

void object_operations::rewrite(const core::jq_patch& change, bool ignore_missing, target at) {
  auto request = kube::get_request(at.resource, at.where);
  seams_.send(std::move(request),
              [self = shared_from_this(), &change, ignore_missing, at = std::move(at)](const answer& got) mutable {
                const auto before = kube::json_of(got);
                if (before) return self->write_back(change, ignore_missing, std::move(at), *before);
                if (before.error().code == error_code::not_found && ignore_missing) return self->finish({});
                self->fail(before.error());
              });
}

void object_operations::write_back(const core::jq_patch& change, bool ignore_missing, target at,
                                   const core::json& before) {
  auto filter = core::object_filter::compile(change.program);
  if (!filter) return fail(filter.error());
  const auto text = filter->apply(before.dump());
  if (!text) return fail(text.error());
  const auto after = core::parse_json(*text);
  if (!after || after->type() != core::json::kind::object)
    return fail({error_code::invalid_input, "the jq program does not give an object"});
  if (*after == before) return finish({});
  auto request = kube::update_request(at.resource, at.where, after->dump());
  seams_.send(std::move(request),
              [self = shared_from_this(), &change, ignore_missing, at = std::move(at)](const answer& written) mutable {
                auto result = outcome_of(written);
                const bool conflict = !result && result.error().code == error_code::conflict;
                if (conflict && may_try_again(at)) return self->rewrite(change, ignore_missing, std::move(at));
                self->finish(result);
              });
}

} // namespace actors
