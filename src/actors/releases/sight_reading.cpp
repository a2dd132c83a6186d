#include "actors/releases/sight_reading.hpp"

#include "actors/messages/kube_client.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

/// A person waits for the answer.
constexpr std::chrono::milliseconds time_max{1200};
constexpr std::size_t sights_max = 16;
constexpr std::size_t page_size = 250;

kube::api::object_content content_of(const core::status::sight& x) {
  const bool is_secret = x.kind == "Secret" || x.content == core::status::sight_content::metadata;
  return is_secret ? kube::api::object_content::metadata : kube::api::object_content::full;
}

kube::api::http_request request_for(const core::status::sight& x, const kube::api::resource& kind) {
  const auto place = kind.namespaced ? x.namespace_name : std::string();
  if (!x.name.empty()) return kube::api::get_request(kind, {place, x.name, {}}, content_of(x));
  return kube::api::list_request(kind, {.namespace_ = place,
                                        .selectors = {.labels = x.labels, .fields = x.fields},
                                        .limit = page_size,
                                        .continue_token = {},
                                        .resource_version = {},
                                        .content = content_of(x)});
}

std::vector<text::json> objects_in(const core::status::sight& x, const text::json& answer) {
  if (!x.name.empty()) return {answer};
  const auto* items = answer.find("items");
  return items != nullptr && items->is_array() ? items->as_array() : std::vector<text::json>();
}

} // namespace

void sight_reading::read(const std::vector<core::status::sight>& wanted, on_read done) {
  if (wanted.empty()) return done({});
  const auto number = ++last_;
  const auto count = std::min(wanted.size(), sights_max);
  readings_.emplace(number, reading{{}, count, std::move(done)});
  self_->remind(time_max, messages::workloads_overdue{{}, number});
  for (std::size_t i = 0; i < count; ++i) look(number, wanted[i]);
}

void sight_reading::look(std::uint64_t number, const core::status::sight& what) {
  self_->ask(
    kube_, messages::resolve_kind{{}, what.api_version, what.kind},
    [this, number, what](const messages::kind_resolved& x) {
      const auto* kind = std::get_if<kube::api::resource>(&x.result);
      if (kind == nullptr) return finish_one(number);
      request(number, what, *kind);
    },
    [this, number](const std::string&) { finish_one(number); });
}

void sight_reading::request(std::uint64_t number, const core::status::sight& what, const kube::api::resource& kind) {
  self_->ask(
    kube_, messages::call_api{{}, request_for(what, kind), messages::api_component::helm_monitor},
    [this, number, what](const messages::api_answered& x) {
      const auto at = readings_.find(number);
      if (at == readings_.end()) return;
      if (const auto answer = kube::api::json_of(x.response)) at->second.seen[what] = objects_in(what, *answer);
      finish_one(number);
    },
    [this, number](const std::string&) { finish_one(number); });
}

void sight_reading::finish_one(std::uint64_t number) {
  const auto at = readings_.find(number);
  if (at != readings_.end() && --at->second.missing == 0) end(number);
}

void sight_reading::end(std::uint64_t number) {
  auto node = readings_.extract(number);
  if (node) node.mapped().done(std::move(node.mapped().seen));
}

void sight_reading::on_overdue(const messages::workloads_overdue& x) {
  end(x.reading);
}

} // namespace actors::releases
