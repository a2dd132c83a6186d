#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/values.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "core/releases/drift_report.hpp"
#include "core/store/hidden_secrets.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors::telemetry {

namespace {

/// Tells a script that there is drift, as with `diff`.
constexpr int has_drift = 2;

/// The drift of modules, while their secrets are asked for.
struct drift_answer {
  std::vector<core::releases::shown_drift> modules;
  std::size_t missing = 0;
};

} // namespace

void debug_server_state::answer(const ask_drift& x, const sys::http::reply_function& reply) {
  with_actors(reply, [this, x, reply](const messages::actors_found& found) {
    std::vector<std::string> names;
    for (const auto& [name, directory] : found.modules) names.push_back(name);
    if (!x.module.empty() && !found.modules.contains(x.module)) return reply(unknown_module(x.module, names));
    self_->ask(
      found.releases, messages::read_drift{{}, x.module},
      [this, x, reply, found](const messages::drift_read& read) {
        if (read.is_off)
          return reply(line_reply(409, "drift is not looked for: the operator was started with --repair-drift off"));
        show_drift(x, read, found.values, reply);
      },
      unanswered(reply));
  });
}

/// Asks for the secrets of each module before it shows the drift, because any field of an object may repeat a
/// secret.
void debug_server_state::show_drift(const ask_drift& x, const messages::drift_read& read,
                                    const messages::values_store_actor& values,
                                    const sys::http::reply_function& reply) {
  const auto all = std::make_shared<drift_answer>();
  all->missing = read.modules.size() + 1;
  const auto end = [this, x, reply, all] {
    if (--all->missing > 0) return;
    std::erase_if(all->modules, [](const auto& module) { return module.objects.empty(); });
    std::sort(all->modules.begin(), all->modules.end(),
              [](const auto& a, const auto& b) { return a.module < b.module; });
    auto page = x.format == debug_format::text ? sys::http::text_reply(200, core::releases::text_of(all->modules))
                                               : formatted(core::releases::json_of(all->modules).dump(), x.format);
    if (page.status == 200 && !all->modules.empty()) page.exit_code = has_drift;
    reply(std::move(page));
  };
  for (const auto& [module, objects] : read.modules)
    self_->ask(
      values, messages::describe_values{{}, module},
      [x, all, end, module = module, objects = objects](const messages::values_described& described) {
        const auto secrets = core::store::secrets_of_chart(module, *described.state);
        all->modules.push_back(core::releases::show_drift(module, objects, [&](const text::json& object) {
          return x.secrets == core::values::secrets::shown ? object : core::store::view_of_rendered(object, secrets);
        }));
        end();
      },
      // Without its secrets the module is left out, because its objects could not be hidden.
      [end](const std::string&) { end(); });
  end();
}

} // namespace actors::telemetry
