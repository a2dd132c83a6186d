#include "kube/api/request_places.hpp"

#include "kube/api/api_path.hpp"

#include <algorithm>

namespace kube::api {

namespace {

/// The group of a discovery document (`/apis/GROUP/VERSION`), which its server answers, too; empty: none.
std::string group_of_document(std::string_view target) {
  constexpr std::string_view groups = "/apis/";
  if (!target.starts_with(groups)) return {};
  target.remove_prefix(groups.size());
  return std::string(target.substr(0, target.find_first_of("/?")));
}

} // namespace

std::string flow_of(std::string_view target, std::string_view own_namespace) {
  const auto object = object_of_path(target);
  if (!object) return group_of_document(target);
  if (!object->group.empty()) return object->group;
  if (!own_namespace.empty() && object->namespace_ == own_namespace) return std::string(own_flow);
  return "core/" + object->plural;
}

bool request_places::has_place(const std::string& flow, const flow_state& state) const {
  if (state.hangs && state.begun >= limits_.of_hung_flow) return false;
  if (flow == own_flow) return state.begun < limits_.of_own;
  return state.begun < limits_.of_flow && of_others_ < limits_.of_others;
}

void request_places::begin(std::uint64_t request, const std::string& flow, flow_state& state) {
  ++state.begun;
  if (flow != own_flow) ++of_others_;
  begun_.emplace(request, flow);
}

bool request_places::holds_back(const std::string& flow, const std::string& list) {
  const auto found = flows_.find(flow);
  return flow != own_flow && found != flows_.end() && found->second.hangs
         && found->second.held_back.insert(list).second;
}

bool request_places::enter(std::uint64_t request, const std::string& flow) {
  auto& state = flows_[flow];
  // Requests of a flow keep their order.
  if (state.waiting.empty() && has_place(flow, state)) {
    begin(request, flow, state);
    return true;
  }
  state.waiting.push_back(request);
  return false;
}

bool request_places::begin_next(std::vector<std::uint64_t>& begun) {
  const auto can_begin = [this](const auto& x) { return !x.second.waiting.empty() && has_place(x.first, x.second); };
  const auto after = flows_.upper_bound(last_);
  auto next = std::find_if(after, flows_.end(), can_begin);
  if (next == flows_.end()) {
    next = std::find_if(flows_.begin(), after, can_begin);
    if (next == after) return false;
  }
  auto& [flow, state] = *next;
  last_ = flow;
  begun.push_back(state.waiting.front());
  state.waiting.pop_front();
  begin(begun.back(), flow, state);
  return true;
}

std::vector<std::uint64_t> request_places::leave(std::uint64_t request, request_end end) {
  std::vector<std::uint64_t> begun;
  const auto node = begun_.extract(request);
  if (node.empty()) return begun;
  const auto found = flows_.find(node.mapped());
  auto& state = found->second;
  --state.begun;
  if (found->first != own_flow) --of_others_;
  if (end != request_end::failed) state.hangs = end == request_end::timed_out;
  if (!state.hangs) state.held_back.clear();
  if (state.begun == 0 && state.waiting.empty() && !state.hangs) flows_.erase(found);
  while (begin_next(begun)) {
  }
  return begun;
}

} // namespace kube::api
