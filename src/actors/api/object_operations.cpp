#include "actors/api/object_operations.hpp"

#include "base/duration.hpp"
#include "base/overload.hpp"
#include "cluster/operations/object_creation.hpp"
#include "cluster/operations/object_patching.hpp"
#include "cluster/operations/object_removal.hpp"

#include <fmt/format.h>

#include <variant>

namespace actors::api {

using base::error_code;

namespace {

bool defines_a_kind(const core::hooks::object_operation& operation) {
  const auto* x = std::get_if<core::hooks::create_object>(&operation);
  return x != nullptr && x->target.kind == "CustomResourceDefinition";
}

base::error not_served(const std::string& api_version, const std::string& kind, const std::string& served_as) {
  return {error_code::not_found, fmt::format("the API server does not serve kind '{}'{}{}", kind,
                                             api_version.empty() ? "" : " of '" + api_version + "'",
                                             served_as.empty() ? "" : ", but of " + served_as)};
}

} // namespace

void object_operations::execute(list operations, std::string default_namespace, std::chrono::milliseconds time_max,
                                cluster::operations::operation_seams seams, on_done done) {
  std::make_shared<object_operations>(std::move(operations), std::move(default_namespace), time_max, std::move(seams),
                                      std::move(done))
    ->find_kinds();
}

object_operations::object_operations(list operations, std::string default_namespace, std::chrono::milliseconds time_max,
                                     cluster::operations::operation_seams seams, on_done done)
  : operations_(std::move(operations)), default_namespace_(std::move(default_namespace)), time_max_(time_max),
    seams_(std::make_shared<const cluster::operations::operation_seams>(std::move(seams))), done_(std::move(done)),
    all_began_us_(seams_->now_us()) {}

void object_operations::find_kinds() {
  for (const auto& x : *operations_) {
    const auto& at = core::hooks::target_of(x);
    // Each kind is looked up once for all its operations.
    kinds_.try_emplace({at.api_version, at.kind}, kube::api::kind_absent{});
  }
  kinds_to_find_ = kinds_.size();
  if (kinds_to_find_ == 0) return go_on();
  for (const auto& [name, ignored] : kinds_)
    seams_->resolve(name.first, name.second, [self = shared_from_this(), name](const kube::api::lookup_result& found) {
      self->kinds_[name] = found;
      if (--self->kinds_to_find_ == 0) self->go_on();
    });
}

// A loop instead of recursion, because thousands of operations may end at once and would overflow the stack.
void object_operations::go_on() {
  if (is_in_go_on_) return;
  is_in_go_on_ = true;
  while (!under_way_ && index_ < operations_->size()) {
    limit_time();
    if (index_ < operations_->size()) carry_out();
  }
  is_in_go_on_ = false;
  if (!under_way_) done_(std::move(failures_));
}

void object_operations::limit_time() {
  if (std::chrono::microseconds(seams_->now_us() - all_began_us_) < time_max_) return;
  const auto all = operations_->size();
  // A single failure, because a line for each operation would be as long as their list.
  failures_.push_back({error_code::timeout,
                       fmt::format("{} of {} operations were tried in {}, and from {} on the others were not", index_,
                                   all, base::duration_text(time_max_), core::hooks::describe((*operations_)[index_])),
                       "let the hook ask for fewer, or set a longer --hook-timeout"});
  index_ = all;
}

void object_operations::carry_out() {
  under_way_ = true;
  began_us_ = seams_->now_us();
  const auto& at = core::hooks::target_of((*operations_)[index_]);
  const kind_name name{at.api_version, at.kind};
  if (const auto x = undecided_.find(name); x != undecided_.end()) return leave_out(name, x->second);
  if (left_out_.contains(object_at_turn()))
    return finish(base::fail(error_code::unavailable, "an operation before it on this object was not carried out"));
  if (const auto* known = std::get_if<kube::api::resource>(&kinds_[name])) return carry_out(*known);
  seams_->resolve(name.first, name.second, [self = shared_from_this(), name](const kube::api::lookup_result& found) {
    self->kinds_[name] = found;
    std::visit(base::overload{
                 [&](const kube::api::resource& known) { self->carry_out(known); },
                 [&](const kube::api::kind_undecided& undecided) { self->leave_out(name, undecided.reason); },
                 [&](const base::one_of<kube::api::kind_in_other_version, kube::api::kind_absent> auto& missing) {
                   self->finish(tl::unexpected(not_served(name.first, name.second, missing.served_as)));
                 },
               },
               found);
  });
}

object_operations::object_name object_operations::object_at_turn() const {
  const auto& at = core::hooks::target_of((*operations_)[index_]);
  return {at.kind, at.namespace_name.empty() ? default_namespace_ : at.namespace_name, at.name};
}

void object_operations::leave_out(const kind_name& kind, const std::string& reason) {
  undecided_.try_emplace(kind, reason);
  if (auto object = object_at_turn(); !std::get<2>(object).empty()) left_out_.insert(std::move(object));
  finish(base::fail(error_code::unavailable,
                    fmt::format("it is not known whether the API server has kind '{}': {}", kind.second, reason)));
}

void object_operations::carry_out(const kube::api::resource& resource) {
  const auto& operation = (*operations_)[index_];
  auto coordinates = core::hooks::target_of(operation);
  if (resource.namespaced && coordinates.namespace_name.empty()) coordinates.namespace_name = default_namespace_;
  cluster::operations::operation_target at{resource,
                                           {coordinates.namespace_name, coordinates.name, coordinates.subresource}};
  const auto done = [self = shared_from_this()](const base::result<cluster::operations::operation_success>& result) {
    self->finish(result);
  };
  std::visit(
    base::overload{
      [&](const core::hooks::create_object& x) { cluster::operations::create_object(seams_, std::move(at), x, done); },
      [&](const core::hooks::patch_object& x) { cluster::operations::patch_object(seams_, std::move(at), x, done); },
      [&](const core::hooks::delete_object& x) { cluster::operations::remove_object(seams_, std::move(at), x, done); },
    },
    operation);
}

void object_operations::finish(const base::result<cluster::operations::operation_success>& result) {
  const auto& operation = (*operations_)[index_];
  seams_->report({operation, result, std::chrono::microseconds(seams_->now_us() - began_us_)});
  if (!result) failures_.push_back({result.error().code, core::hooks::describe(operation), result.error().message});
  // A later operation may need the kind of this definition, so the next lookup must load the table again.
  if (result && defines_a_kind(operation)) seams_->kinds_changed();
  ++index_;
  under_way_ = false;
  go_on();
}

} // namespace actors::api
