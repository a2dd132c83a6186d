#include "simulation/fake_api_server.hpp"

#include "simulation/fake_definitions.hpp"
#include "simulation/fake_selectors.hpp"
#include "simulation/fake_write_requests.hpp"

#include <algorithm>
#include <cassert>

namespace simulation {

namespace {

bool fits(const request_filter& filter, const kube::api::http_request& request) {
  return (filter.method.empty() || filter.method == request.method)
         && request.target.find(filter.target_part) != std::string::npos;
}

bool wants_metadata(const kube::api::http_request& request) {
  return request.accept.find("as=PartialObjectMetadata") != std::string::npos;
}

base::result<kube::api::http_response> response_of(const api_outcome<text::json>& outcome, int status) {
  if (!outcome) return response_of(outcome.error());
  return kube::api::http_response{.status = status, .body = outcome->dump(), .retry_after = std::nullopt};
}

/// The API server's answer for a path that it does not serve: no Status object.
kube::api::http_response unknown_path() {
  return {.status = 404, .body = "404 page not found\n", .retry_after = std::nullopt};
}

/// The answer of the API server in place of the server of an aggregated API that it does not reach.
kube::api::http_response service_unavailable() {
  return {.status = 503, .body = "service unavailable\n", .retry_after = std::nullopt};
}

kube::api::http_response not_allowed() {
  return response_of(
    api_failure{405, "MethodNotAllowed", "the server does not allow this method on the requested resource"});
}

text::json list_document(const kube::api::resource& what, bool only_metadata, std::vector<text::json> items,
                         text::json metadata) {
  // As in lists of built-in kinds of a real API server: the items have neither apiVersion nor kind.
  for (auto& item : items) item = only_metadata ? metadata_only(item) : item.without("apiVersion").without("kind");
  return text::json::object({{"kind", only_metadata ? "PartialObjectMetadataList" : what.kind + "List"},
                             {"apiVersion", only_metadata ? "meta.k8s.io/v1" : what.api_version()},
                             {"metadata", std::move(metadata)},
                             {"items", text::json::array(std::move(items))}});
}

} // namespace

fake_api_server::fake_api_server() : resources_(built_in_resources()) {
  for (const auto* name : {"default", "kube-system"})
    put_object(text::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", name}})}}));
}

kube::api::transfer_id fake_api_server::start(kube::api::http_request request, kube::api::response_events events) {
  log_.push_back({.method = request.method, .target = request.target, .body = request.body});
  pending_.push_back({.id = ++last_id_, .request = std::move(request), .events = std::move(events)});
  return last_id_;
}

void fake_api_server::cancel(kube::api::transfer_id id) {
  std::erase_if(pending_, [id](const pending_request& x) { return x.id == id; });
  watches_.erase(id);
}

std::size_t fake_api_server::deliver() {
  std::size_t events = 0;
  for (;;) {
    if (auto next = take_pending()) {
      answer(std::move(*next));
      ++events;
      continue;
    }
    const bool established = !definitions_held_ && establish_definitions(storage_, resources_);
    if (established) end_unserved_watches();
    const auto pushed = push_changes();
    if (pushed == 0 && !established) return events;
    events += pushed;
  }
}

bool fake_api_server::has_work() const {
  const bool waits =
    std::any_of(pending_.begin(), pending_.end(), [this](const pending_request& x) { return !is_held(x.request); });
  if (!definitions_held_ && has_definition_to_establish(storage_)) return true;
  if (events_held_) return waits;
  return waits || std::any_of(watches_.begin(), watches_.end(), [this](const watch_map::value_type& x) {
           return !lines_since(x.second).empty();
         });
}

std::optional<fake_api_server::pending_request> fake_api_server::take_pending() {
  const auto next =
    std::find_if(pending_.begin(), pending_.end(), [this](const pending_request& x) { return !is_held(x.request); });
  if (next == pending_.end()) return std::nullopt;
  auto result = std::move(*next);
  pending_.erase(next);
  return result;
}

bool fake_api_server::is_held(const kube::api::http_request& request) const {
  return std::any_of(holds_.begin(), holds_.end(), [&](const request_filter& x) { return fits(x, request); });
}

bool fake_api_server::is_away(const kube::api::http_request& request) const {
  return std::any_of(away_groups_.begin(), away_groups_.end(), [&](const auto& x) {
    return request.target.starts_with("/apis/" + x.first + "/" + x.second + "/");
  });
}

void fake_api_server::answer(pending_request x) {
  if (away_) {
    x.events.on_done(tl::unexpected(*away_));
    return;
  }
  if (auto instead = proxy_ ? proxy_(x.request) : std::nullopt) return answer_instead(x, std::move(*instead));
  if (auto instead = take_fault(x.request)) {
    x.events.on_done(std::move(*instead));
    return;
  }
  if (is_away(x.request)) {
    x.events.on_done(service_unavailable());
    return;
  }
  if (x.request.streaming) {
    const auto parsed = parse_target(x.request.target);
    const auto target = find_addressed(parsed.path, resources_);
    if (!target)
      x.events.on_done(unknown_path());
    else if (!target->resource.has_verb("watch"))
      x.events.on_done(not_allowed());
    else
      begin_watch(std::move(x), *target, parsed);
    return;
  }
  overtake(x.request);
  auto response = answer_unary(x.request);
  const auto held = std::find_if(answer_holds_.begin(), answer_holds_.end(),
                                 [&](const request_filter& filter) { return fits(filter, x.request); });
  if (held == answer_holds_.end()) return x.events.on_done(std::move(response));
  answer_holds_.erase(held);
  held_answers_.push_back([done = std::move(x.events.on_done), response] { done(response); });
}

void fake_api_server::answer_instead(const pending_request& x, base::result<kube::api::http_response> answer) {
  if (x.request.streaming && answer && answer->status == 200) {
    // A real transport delivers the lines of any answer with status 200, whatever they contain.
    const auto text = std::exchange(answer->body, {});
    if (x.events.on_begin) x.events.on_begin();
    x.events.on_line(text.substr(0, text.find('\n')));
  }
  x.events.on_done(std::move(answer));
}

void fake_api_server::overtake(const kube::api::http_request& request) {
  const auto found = std::find_if(overtakings_.begin(), overtakings_.end(),
                                  [&](const overtaking& x) { return fits(x.filter, request); });
  if (found == overtakings_.end()) return;
  const auto action = found->action;
  if (--found->times == 0) overtakings_.erase(found);
  action();
}

std::optional<base::result<kube::api::http_response>>
fake_api_server::take_fault(const kube::api::http_request& request) {
  const auto found =
    std::find_if(faults_.begin(), faults_.end(), [&](const fault& x) { return fits(x.filter, request); });
  if (found == faults_.end()) return std::nullopt;
  auto result = found->answer;
  if (--found->times == 0) faults_.erase(found);
  return result;
}

base::result<kube::api::http_response> fake_api_server::answer_unary(const kube::api::http_request& request) {
  const auto parsed = parse_target(request.target);
  if (auto fixed = answer_fixed(parsed)) return std::move(*fixed);
  const auto target = find_addressed(parsed.path, resources_);
  if (!target) return unknown_path();
  if (request.method != "GET")
    return response_of(carry_out_write(storage_, *target, request), request.method == "POST" ? 201 : 200);
  if (target->where.name.empty() && !target->resource.has_verb("list")) return not_allowed();
  if (target->where.name.empty()) return response_of(answer_list(*target, parsed, request), 200);
  auto object = storage_.get(target->resource, {target->where.namespace_, target->where.name});
  if (object) object = wants_metadata(request) ? metadata_only(*object) : in_version_of(target->resource, *object);
  return response_of(object, 200);
}

std::optional<kube::api::http_response> fake_api_server::answer_fixed(const api_target& target) const {
  const auto document = [](const text::json& x) {
    return kube::api::http_response{.status = 200, .body = x.dump(), .retry_after = std::nullopt};
  };
  if (target.path == "/api") return document(core_discovery(resources_));
  if (target.path == "/apis") return document(group_discovery(resources_, away_groups_));
  if (target.path == "/apis/authentication.k8s.io/v1/selfsubjectreviews")
    return document(
      text::json::object({{"apiVersion", "authentication.k8s.io/v1"},
                          {"kind", "SelfSubjectReview"},
                          {"status", text::json::object({{"userInfo", text::json::object({{"username", user_}})}})}}));
  if (target.path == "/version")
    return document(text::json::object({{"major", "1"}, {"minor", "36"}, {"gitVersion", version_}}));
  return std::nullopt;
}

api_outcome<text::json> fake_api_server::answer_list(const addressed& x, const api_target& target,
                                                     const kube::api::http_request& request) {
  rest_of_list rest;
  if (const auto token = target.query_text("continue"); !token.empty()) {
    const auto known = continued_.find(token);
    if (known == continued_.end())
      return tl::unexpected(api_failure{410, "Expired",
                                        "The provided continue parameter is too old to display a "
                                        "consistent list result."});
    rest = std::move(known->second);
    continued_.erase(known);
  } else {
    rest = {.items = storage_.list(x.resource, x.where.namespace_), .revision = storage_.revision()};
    std::erase_if(rest.items, [&](const text::json& object) {
      return !matches_labels(object, target.query_text("labelSelector"))
             || !matches_fields(object, target.query_text("fieldSelector"));
    });
  }
  auto metadata = text::json::object({{"resourceVersion", std::to_string(rest.revision)}});
  const auto limit_text = target.query_text("limit");
  const auto limit = limit_text.empty() ? rest.items.size() : std::stoul(limit_text);
  auto page = rest.items;
  if (limit != 0 && limit < rest.items.size()) {
    page.resize(limit);
    rest.items.erase(rest.items.begin(), rest.items.begin() + static_cast<std::ptrdiff_t>(limit));
    const auto token = "token-" + std::to_string(++last_token_);
    metadata =
      metadata.with("continue", token).with("remainingItemCount", static_cast<std::int64_t>(rest.items.size()));
    continued_[token] = std::move(rest);
  }
  return list_document(x.resource, wants_metadata(request), std::move(page), std::move(metadata));
}

void fake_api_server::add_resource(kube::api::resource x) {
  resources_.push_back(std::move(x));
}

void fake_api_server::remove_resource(const std::string& group, const std::string& plural) {
  const auto is_it = [&](const kube::api::resource& x) { return x.group == group && x.plural == plural; };
  std::erase_if(resources_, is_it);
  end_watches_if([&](const open_watch& x) { return is_it(x.target.resource); }, end_of_stream());
}

void fake_api_server::remove_version(const std::string& group, const std::string& version) {
  std::erase_if(resources_, [&](const kube::api::resource& x) { return x.group == group && x.version == version; });
  end_unserved_watches();
}

void fake_api_server::end_unserved_watches() {
  end_watches_if(
    [this](const open_watch& x) {
      return std::none_of(resources_.begin(), resources_.end(), [&](const kube::api::resource& served) {
        return have_same_objects(served, x.target.resource) && served.version == x.target.resource.version;
      });
    },
    end_of_stream());
}

void fake_api_server::lose_group(const std::string& group, const std::string& version) {
  remove_version(group, version);
  away_groups_.emplace_back(group, version);
}

void fake_api_server::find_group(const std::string& group) {
  std::erase_if(away_groups_, [&](const auto& x) { return x.first == group; });
}

bool fake_api_server::serves(const std::string& kind) const {
  return std::any_of(resources_.begin(), resources_.end(),
                     [&](const kube::api::resource& x) { return x.kind == kind; });
}

const kube::api::resource& fake_api_server::resource_of_kind(const std::string& kind) const {
  const auto found =
    std::find_if(resources_.begin(), resources_.end(), [&](const kube::api::resource& x) { return x.kind == kind; });
  assert(found != resources_.end() && "the fake API server does not serve this kind");
  return *found;
}

text::json fake_api_server::put_object(text::json object) {
  const auto& what = resource_of_kind(object.string_at("kind").value_or(""));
  auto namespace_ = metadata_text(object, "namespace");
  if (what.namespaced && namespace_.empty()) namespace_ = "default";
  if (what.namespaced && !storage_.get(resource_of_kind("Namespace"), {"", namespace_}))
    put_object(text::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", namespace_}})}}));
  const kube::objects::object_key key{.namespace_ = namespace_, .name = metadata_text(object, "name")};
  const auto done = storage_.get(what, key) ? storage_.update(what, key, std::move(object))
                                            : storage_.create(what, namespace_, std::move(object));
  assert(done && "the object is not acceptable");
  return *done;
}

bool fake_api_server::delete_object(const std::string& kind, const std::string& namespace_, const std::string& name) {
  return storage_.remove(resource_of_kind(kind), {namespace_, name}).has_value();
}

std::optional<text::json> fake_api_server::object(const std::string& kind, const std::string& namespace_,
                                                  const std::string& name) const {
  const auto found = storage_.get(resource_of_kind(kind), {namespace_, name});
  return found ? std::optional(*found) : std::nullopt;
}

std::vector<text::json> fake_api_server::objects(const std::string& kind, const std::string& namespace_) const {
  return storage_.list(resource_of_kind(kind), namespace_);
}

kube::api::http_response fake_api_server::carry_out(const kube::api::http_request& request) {
  return answer_unary(request).value();
}

kube::api::http_response fake_api_server::carry_out_as_of(std::uint64_t revision,
                                                          const kube::api::http_request& request) {
  auto now = std::exchange(storage_, storage_.as_of(revision));
  auto response = answer_unary(request).value();
  storage_ = std::move(now);
  return response;
}

void fake_api_server::fail_next(fault x) {
  faults_.push_back(std::move(x));
}

void fake_api_server::hold(request_filter filter) {
  holds_.push_back(std::move(filter));
}

void fake_api_server::overtake_next(request_filter filter, unsigned times, std::function<void()> action) {
  overtakings_.push_back({.filter = std::move(filter), .action = std::move(action), .times = times});
}

void fake_api_server::release() {
  holds_.clear();
  answer_holds_.clear();
  events_held_ = false;
  for (const auto& answer : std::exchange(held_answers_, {})) answer();
}

void fake_api_server::expire_history() {
  storage_.expire_positions();
  continued_.clear();
}

std::size_t fake_api_server::go_back(std::uint64_t revision, restored_revisions revisions) {
  const auto& history = storage_.history();
  // Changes of definitions cannot be undone, because the served kinds would have to change back, too.
  const bool is_possible = std::none_of(history.begin(), history.end(), [&](const stored_change& x) {
    return x.revision > revision && x.plural == "customresourcedefinitions";
  });
  if (!is_possible) return 0;
  const auto lost = storage_.go_back(revision, revisions);
  continued_.clear();
  if (revisions == restored_revisions::used_again)
    break_watches({base::error_code::unavailable, "the API server was restored"});
  else
    end_watches();
  return lost;
}

} // namespace simulation
