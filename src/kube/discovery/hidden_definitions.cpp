#include "kube/discovery/hidden_definitions.hpp"

#include "kube/api/list_end.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace kube::discovery {

using text::items;
using text::member;

namespace {

const api::resource& definitions() {
  static const api::resource made{.group = "apiextensions.k8s.io",
                                  .version = "v1",
                                  .kind = "CustomResourceDefinition",
                                  .plural = "customresourcedefinitions",
                                  .namespaced = false};
  return made;
}

std::string text_at(const text::json& object, std::string_view key) {
  return object.is_object() ? object.string_at(key).value_or("") : "";
}

std::string group_of(std::string_view api_version) {
  const auto slash = api_version.find('/');
  return std::string(slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash));
}

std::string reason_of(const text::json& definition) {
  const auto& metadata = member(definition, "metadata");
  const auto name = "its CustomResourceDefinition " + text_at(metadata, "name");
  if (!member(metadata, "deletionTimestamp").is_null()) return name + " is being deleted";
  const auto& versions = items(member(member(definition, "spec"), "versions"));
  const auto is_served = [](const text::json& x) { return member(x, "served") == text::json(true); };
  if (std::none_of(versions.begin(), versions.end(), is_served))
    return name + " serves no version: set 'served' for one of them, or delete the definition with its objects";
  const auto& conditions = items(member(member(definition, "status"), "conditions"));
  const auto says_established = [](const text::json& x) {
    return text_at(x, "type") == "Established" && text_at(x, "status") == "True";
  };
  if (std::none_of(conditions.begin(), conditions.end(), says_established))
    return name + " is not established: see the conditions in its status";
  return name + " is there, and discovery does not show it yet";
}

/// A reading without a result: it is not known whether a kind that discovery lacks is absent.
base::error unknown_by(const std::string& reason, base::error_code code = base::error_code::unavailable) {
  return {code, "the CustomResourceDefinitions cannot be looked at: " + reason};
}

} // namespace

std::optional<hidden_definition> read_hidden_definition(const text::json& definition) {
  const auto& spec = member(definition, "spec");
  const auto& names = member(spec, "names");
  hidden_definition x;
  x.kind.group = text_at(spec, "group");
  x.kind.kind = text_at(names, "kind");
  x.kind.plural = text_at(names, "plural");
  x.kind.singular = text_at(names, "singular");
  for (const auto& name : items(member(names, "shortNames")))
    if (name.is_string()) x.kind.short_names.push_back(name.as_string());
  if (x.kind.group.empty() || x.kind.kind.empty() || x.kind.plural.empty()) return std::nullopt;
  x.reason = reason_of(definition);
  return x;
}

std::optional<std::string> reason_of_doubt(const std::vector<hidden_definition>& all, std::string_view api_version,
                                           std::string_view name) {
  for (const auto& x : all) {
    if (!api_version.empty() && group_of(api_version) != x.kind.group) continue;
    api::resource_table table;
    table.add(x.kind);
    if (std::holds_alternative<api::resource>(table.find({}, name))) return x.reason;
  }
  return std::nullopt;
}

/// A reading, and its result when it has ended.
struct definition_reading::reading {
  std::int64_t number = 0;
  std::set<std::string> shown; ///< names of definitions whose kinds the table has
  std::vector<std::string> names{};
  std::string token{}; ///< of the page that was asked for last
  std::size_t outstanding = 0;
  std::optional<base::error> failure{};
  hidden_list found{};
  bool has_ended = false;
  std::vector<on_read> waiting{}; ///< bound: the lookups that have found no kind
};

void definition_reading::read(std::int64_t number, const api::resource_table& shown, on_read done) {
  if (current_ && current_->number == number) {
    if (current_->has_ended) return done(current_->found);
    current_->waiting.push_back(std::move(done));
    return;
  }
  current_ = std::make_shared<reading>();
  current_->number = number;
  for (const auto& x : shown.all()) current_->shown.insert(x.plural + "." + x.group);
  current_->waiting.push_back(std::move(done));
  list(current_, {});
}

void definition_reading::list(const std::shared_ptr<reading>& x, const std::string& continue_token) {
  api::list_options options;
  options.limit = page_size;
  options.continue_token = continue_token;
  options.content = api::object_content::metadata;
  send_(api::list_request(definitions(), options), [this, x](const auto& response) { on_page(x, response); });
}

void definition_reading::on_page(const std::shared_ptr<reading>& x, const base::result<api::http_response>& response) {
  // An API server without definitions answers with a page of status 404, not with a Status. If discovery
  // shows definitions, such a page comes from a proxy.
  if (response && response->status == 404 && !x->shown.contains("customresourcedefinitions.apiextensions.k8s.io"))
    return end(x, std::nullopt);
  const auto page = api::object_of(response);
  if (!page) return end(x, unknown_by(page.error().message, page.error().code));
  for (const auto& item : items(member(*page, "items")))
    if (auto name = text_at(member(item, "metadata"), "name"); !name.empty() && !x->shown.contains(name))
      x->names.push_back(std::move(name));
  const auto next = text_at(member(*page, "metadata"), "continue");
  if (!next.empty() && next == x->token)
    return end(x, unknown_by("a page of their list names itself as the next page"));
  if (x->names.size() > read_max)
    return end(x, unknown_by("discovery does not show more than " + std::to_string(read_max) + " of them"));
  if (next.empty() && api::is_cut_off(*page))
    return end(x, unknown_by("by metadata.remainingItemCount their list is not complete, but it names no next page"));
  if (next.empty()) return read_each(x);
  x->token = next;
  list(x, next);
}

void definition_reading::read_each(const std::shared_ptr<reading>& x) {
  if (x->names.empty()) return end(x, std::nullopt);
  // Counted before the first request: an answer may come at once.
  x->outstanding = x->names.size();
  for (const auto& name : x->names)
    send_(api::get_request(definitions(), {.name = name}), [this, x](const base::result<api::http_response>& response) {
      const auto definition = api::object_of(response);
      if (definition) {
        if (auto hidden = read_hidden_definition(*definition)) x->found.push_back(std::move(*hidden));
      } else if (definition.error().code != base::error_code::not_found) {
        x->failure = definition.error();
      }
      if (--x->outstanding == 0) end(x, x->failure);
    });
}

void definition_reading::end(const std::shared_ptr<reading>& x, const std::optional<base::error>& failure) {
  x->has_ended = true;
  // A failed reading is not kept: the next lookup reads again.
  if (failure && current_ == x) current_.reset();
  for (const auto& done : std::exchange(x->waiting, {})) {
    if (failure)
      done(tl::unexpected(*failure));
    else
      done(x->found);
  }
}

} // namespace kube::discovery
