// Discovery lacks a group for a moment, as after each start of an API server. Its definitions and objects
// exist all the time, so no chart may see a difference.
#include "support/short_discovery.hpp"
#include "worlds/meetings.hpp"
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

#include "text/yaml/yaml.hpp"

#include <algorithm>

namespace worlds {

namespace {

bool is_group_away(const trouble& x) {
  return x.kind == trouble_kind::group_away;
}

trouble away(const std::string& module, dice& chance) {
  trouble x;
  x.kind = trouble_kind::group_away;
  x.from_ms = chance.between(5000, busy_ms - 1);
  x.for_ms =
    std::min(busy_ms - x.from_ms, chance.percent(50) ? chance.between(100, 5000) : chance.between(5000, 40000));
  x.subject = module;
  return x;
}

} // namespace

void draw_group_away(plan& x, dice chance, bool is_one_of_many) {
  std::vector<std::string> charts;
  for (const auto& module : x.modules)
    if (module.chart) charts.push_back(module.name);
  const bool is_drawn =
    is_one_of_many ? chance.percent(20) : std::any_of(x.troubles.begin(), x.troubles.end(), is_group_away);
  if (!is_drawn || charts.empty()) return static_cast<void>(std::erase_if(x.troubles, is_group_away));
  const auto asking = chance.one_of(charts);
  for (auto& module : x.modules) module.asks = module.name == asking;
  if (is_one_of_many) x.troubles.push_back(away(asking, chance));
  for (auto& one : x.troubles) {
    if (!is_group_away(one)) continue;
    one.subject = asking;
    if (chance.percent(60)) one.message = static_cast<std::uint64_t>(chance.between(1, 60));
  }
}

void world::serve_steady() {
  if (std::none_of(plan_.modules.begin(), plan_.modules.end(), [](const auto& x) { return x.asks; })) return;
  api_.add_resource(simulation::custom_resource(steady_group, "v1", "Steady", "steadies"));
  api_.put_object(text::parse_yaml(steady_definition()).value());
  // The API server keeps an APIService for each version that it serves.
  api_.put_object(
    text::json::object({{"apiVersion", "apiregistration.k8s.io/v1"},
                        {"kind", "APIService"},
                        {"metadata", text::json::object({{"name", std::string("v1.") + steady_group}})}}));
  api_.put_between(
    [this](const kube::api::http_request& request) -> std::optional<base::result<kube::api::http_response>> {
      const auto is_away = std::find_if(current_.begin(), current_.end(), worlds::is_group_away);
      if (is_away == current_.end()) return std::nullopt;
      const int status = is_away->from_ms % 2 == 0 ? 503 : 404;
      auto instead = test::starting_without(api_, steady_group, status)(request);
      if (instead) ++seen_.troubles[std::string(name_of(trouble_kind::group_away))];
      return instead;
    });
}

bool world::is_group_away() const {
  return std::any_of(current_.begin(), current_.end(), worlds::is_group_away);
}

/// Starts the next operator while the API server has just started.
void world::end_life_beside(const trouble& x) {
  if (x.message == 0) return;
  auto end = x;
  end.kind = trouble_kind::crash;
  end.subject.clear();
  end.for_ms = 100;
  begin_trouble(end);
}

} // namespace worlds
