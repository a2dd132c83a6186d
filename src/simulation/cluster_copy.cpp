#include "simulation/cluster_copy.hpp"

#include "base/contains.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/discovery/discovery.hpp"
#include "simulation/fake_api_objects.hpp"
#include "text/json/json_parts.hpp"

#include <deque>
#include <utility>

namespace simulation {

namespace {

/// Objects of a page of a list. A page of the largest objects is then below the limits of the transport.
constexpr std::size_t page_size = 500;
constexpr std::string_view records_of_helm = "owner=helm";
constexpr std::string_view by_name = "metadata.name=";

std::string words_of(const kube::api::resource& what, const std::string& space) {
  return (what.group.empty() ? what.plural : what.plural + "." + what.group)
         + (space.empty() ? "" : " in namespace " + space);
}

/// The name of the object in the body of a creation; empty: the server makes the name.
std::string name_in(const std::string& body) {
  const auto object = text::parse_json(body);
  return object ? metadata_text(*object, "name") : std::string();
}

const kube::api::resource namespaces{.group = "",
                                     .version = "v1",
                                     .kind = "Namespace",
                                     .plural = "namespaces",
                                     .namespaced = false,
                                     .verbs = {},
                                     .singular = "namespace",
                                     .short_names = {}};

} // namespace

base::result<void> cluster_copy::begin(virtual_cluster& to, const std::string& namespace_name) {
  to_ = &to;
  if (auto copied = copy_kinds(); !copied) return copied;
  for (const auto& name : {std::string("default"), std::string("kube-system"), namespace_name}) bring_namespace(name);
  to.api().put_between([this](const kube::api::http_request& request) { return bring(request); });
  return {};
}

base::result<void> cluster_copy::copy_kinds() {
  const auto version = kube::api::json_of(ask_({.target = "/version"}));
  if (!version) return base::fail("the version of the API server", version.error());
  to_->api().set_version(version->string_at("gitVersion").value_or(""));
  kube::discovery::api_discovery discovery;
  const auto first = discovery.start();
  std::deque<kube::api::http_request> waiting(first.begin(), first.end());
  for (; !waiting.empty(); waiting.pop_front())
    for (auto& next : discovery.answer(waiting.front().target, ask_(waiting.front())))
      waiting.push_back(std::move(next));
  const auto table = discovery.take();
  if (!table) return base::fail("the kinds of the API server", table.error());
  for (const auto& x : table->unknown_versions()) failures_.insert("the kinds of " + x + " are not known");
  const auto built_in = to_->api().resources();
  for (const auto& x : built_in) to_->api().remove_resource(x.group, x.plural);
  for (const auto& x : table->all()) to_->api().add_resource(x);
  return {};
}

cluster_copy::answer cluster_copy::bring(const kube::api::http_request& request) {
  const auto target = parse_target(request.target);
  const auto asked = find_addressed(target.path, to_->api().resources());
  if (!asked || !asked->resource.has_verb("get")) return std::nullopt;
  const auto& [what, where] = *asked;
  const auto& space = where.namespace_;
  if (what.namespaced && !space.empty()) bring_namespace(space);
  auto name = where.name;
  if (request.method == "POST" && name.empty()) {
    name = name_in(request.body);
    if (name.empty()) return std::nullopt;
  }
  return name.empty() ? bring_list(what, space, target) : bring_object(what, space, name);
}

cluster_copy::answer cluster_copy::bring_object(const kube::api::resource& what, const std::string& space,
                                                const std::string& name) {
  if (known_.contains({what.group, what.plural, space, name}) || lists_.contains({what.group, what.plural, space, ""})
      || lists_.contains({what.group, what.plural, "", ""}))
    return std::nullopt;
  auto answer = ask_(kube::api::get_request(what, {space, name, {}}));
  const auto object = kube::api::object_of(answer);
  if (object)
    take_over(what, *object);
  else if (object.error().code == base::error_code::not_found)
    known_.insert({what.group, what.plural, space, name});
  else
    return fail(words_of(what, space) + " '" + name + "': " + object.error().message, std::move(answer));
  return std::nullopt;
}

cluster_copy::answer cluster_copy::bring_list(const kube::api::resource& what, const std::string& space,
                                              const api_target& target) {
  kube::api::list_options options{.namespace_ = space, .selectors = {}, .limit = page_size};
  options.selectors.labels = target.query_text("labelSelector");
  options.selectors.fields = target.query_text("fieldSelector");
  const bool names_object =
    options.selectors.fields.starts_with(by_name) && !base::contains(options.selectors.fields, ",");
  if (names_object && (!what.namespaced || !space.empty()))
    return bring_object(what, space, options.selectors.fields.substr(by_name.size()));
  // Helm lists its records with many selectors. One list has the objects of all.
  if (base::contains(options.selectors.labels, records_of_helm)) options.selectors.labels = records_of_helm;
  const auto selectors = options.selectors.labels + options.selectors.fields;
  if (lists_.contains({what.group, what.plural, space, ""}) || lists_.contains({what.group, what.plural, "", ""})
      || lists_.contains({what.group, what.plural, space, selectors}))
    return std::nullopt;
  do {
    auto answer = ask_(kube::api::list_request(what, options));
    const auto list = kube::api::json_of(answer);
    if (!list) return fail(words_of(what, space) + ": " + list.error().message, std::move(answer));
    for (const auto& object : text::items(text::member(*list, "items"))) take_over(what, object);
    options.continue_token = text::member(*list, "metadata").string_at("continue").value_or("");
  } while (!options.continue_token.empty());
  lists_.insert({what.group, what.plural, space, selectors});
  return std::nullopt;
}

void cluster_copy::bring_namespace(const std::string& name) {
  static_cast<void>(bring_object(namespaces, "", name));
}

void cluster_copy::take_over(const kube::api::resource& what, text::json object) {
  if (!known_
         .insert({what.group, what.plural, what.namespaced ? metadata_text(object, "namespace") : "",
                  metadata_text(object, "name")})
         .second)
    return;
  if (what.namespaced) bring_namespace(metadata_text(object, "namespace"));
  objects_.push_back(to_->api().take_over(what, std::move(object)));
}

cluster_copy::answer cluster_copy::fail(const std::string& what, base::result<kube::api::http_response> answer) {
  failures_.insert(what);
  return answer;
}

} // namespace simulation
