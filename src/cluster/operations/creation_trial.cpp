#include "cluster/operations/creation_trial.hpp"

#include "kube/api/request.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

namespace cluster::operations {

namespace {

using base::error_code;

/// The numbers of a list in the message of a quota: `configmaps=5,pods=3`. A quantity with a unit is left
/// out.
std::map<std::string, std::int64_t> numbers_behind(std::string_view message, std::string_view head) {
  std::map<std::string, std::int64_t> found;
  const auto begin = message.find(head);
  if (begin == message.npos) return found;
  message.remove_prefix(begin + head.size());
  message = message.substr(0, std::min(message.find(", "), message.find('"')));
  while (!message.empty()) {
    const auto item = message.substr(0, message.find(','));
    message.remove_prefix(std::min(item.size() + 1, message.size()));
    const auto equals = item.find('=');
    if (equals == item.npos) continue;
    const auto text = item.substr(equals + 1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) found.emplace(item.substr(0, equals), value);
  }
  return found;
}

/// True for a quota that is used up only because the object is still there.
bool is_quota_of_itself(std::string_view refusal) {
  if (refusal.find("exceeded quota:") == refusal.npos) return false;
  const auto used = numbers_behind(refusal, "used: ");
  for (const auto& [name, limit] : numbers_behind(refusal, "limited: "))
    if (const auto now = used.find(name); now == used.end() || now->second > limit) return false;
  return true;
}

std::string body_of(const core::hooks::create_object& x) {
  const auto object = text::parse_json(x.object);
  const auto* metadata = object ? object->find("metadata") : nullptr;
  if (metadata == nullptr || metadata->find("resourceVersion") == nullptr) return x.object;
  return object->with("metadata", metadata->without("resourceVersion")).dump();
}

} // namespace

later_creations::later_creations(const std::vector<core::hooks::object_operation>& operations,
                                 const std::string& default_namespace)
  : operations_(operations), default_namespace_(default_namespace) {
  const auto deletes = [](const auto& x) { return std::holds_alternative<core::hooks::delete_object>(x); };
  if (std::none_of(operations.begin(), operations.end(), deletes)) return;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (std::holds_alternative<core::hooks::create_object>(operations[i]))
      creations_.insert_or_assign(name_of(operations[i]), i);
}

later_creations::object_name later_creations::name_of(const core::hooks::object_operation& x) const {
  const auto& at = core::hooks::target_of(x);
  return {at.kind, at.namespace_name.empty() ? default_namespace_ : at.namespace_name, at.name};
}

const core::hooks::create_object* later_creations::find(std::size_t index) const {
  if (!std::holds_alternative<core::hooks::delete_object>(operations_[index])) return nullptr;
  const auto found = creations_.find(name_of(operations_[index]));
  return found == creations_.end() || found->second < index
           ? nullptr
           : &std::get<core::hooks::create_object>(operations_[found->second]);
}

void try_creation(const operation_seams_ptr& seams, const operation_target& at, const core::hooks::create_object& x,
                  on_trial done) {
  auto request = kube::api::create_request(at.resource, at.where, body_of(x));
  request.target += "?dryRun=All";
  seams->send(std::move(request), [at, done = std::move(done)](const base::result<kube::api::http_response>& got) {
    const auto result = success_of(at, got);
    // Read here, because errors about a Secret repeat no text of the answer.
    const std::string_view body = got ? std::string_view(got->body) : std::string_view();
    if (result || result.error().code == error_code::already_exists || is_quota_of_itself(body))
      return done(std::optional<std::string>{});
    // A webhook with effects of its own takes part in no dry run.
    if (got && got->status == 400 && body.find("dry run") != body.npos)
      return done(std::optional(result.error().message));
    done(base::fail(result.error().code,
                    "the object is not deleted, because the API server would refuse to create it anew: "
                      + result.error().message));
  });
}

} // namespace cluster::operations
