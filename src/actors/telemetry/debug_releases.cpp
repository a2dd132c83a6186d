#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/values.hpp"
#include "actors/telemetry/debug_comparison.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "base/contains.hpp"
#include "base/excerpt.hpp"
#include "core/releases/manifest.hpp"
#include "core/store/hidden_secrets.hpp"
#include "core/values/names.hpp"
#include "text/plain/printable.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::telemetry {

namespace {

/// The predecessor's text for an enabled module without known objects.
constexpr const char* no_monitor = "No monitor";

/// The objects of a release in this state.
text::json objects_in(const std::vector<core::releases::expected_resource>& objects, core::releases::presence state) {
  text::json::array_type names;
  for (const auto& x : objects)
    if (x.state == state) names.emplace_back(core::releases::describe(x.object));
  return text::json::array(std::move(names));
}

text::json tree_of(const messages::actors_found& found, const messages::resources_described& described) {
  text::json::object_type modules;
  for (const auto& [release, objects] : described.releases) {
    text::json::object_type states{{"present", objects_in(objects, core::releases::presence::present)},
                                   {"absent", objects_in(objects, core::releases::presence::absent)}};
    // Left out when empty, because objects are unknown for moments only.
    if (auto unknown = objects_in(objects, core::releases::presence::unknown); !unknown.as_array().empty())
      states.emplace_back("unknown", std::move(unknown));
    modules.emplace_back(release, text::json::object(std::move(states)));
  }
  for (const auto& module : found.enabled_modules)
    if (!described.releases.contains(module)) modules.emplace_back(module, no_monitor);
  return text::json::object(std::move(modules));
}

const char* word_of(core::releases::presence state) {
  switch (state) {
    case core::releases::presence::present: return "";
    case core::releases::presence::absent: return "  ABSENT";
    case core::releases::presence::unknown: return "  not known yet";
  }
  return "";
}

/// Absent objects are counted, so that a long list needs no search.
std::string counts_of(const std::vector<core::releases::expected_resource>& objects) {
  std::size_t absent = 0;
  for (const auto& x : objects) absent += x.state == core::releases::presence::absent ? 1 : 0;
  return fmt::format("{} object{}, {} absent", objects.size(), objects.size() == 1 ? "" : "s",
                     absent == 0 ? "none" : fmt::to_string(absent));
}

std::string text_of(const messages::actors_found& found, const messages::resources_described& described) {
  std::string text;
  for (const auto& [release, objects] : described.releases) {
    text += fmt::format("{}: {}\n", release, counts_of(objects));
    for (const auto& x : objects)
      text += fmt::format("  {}{}\n", text::printable(core::releases::describe(x.object)), word_of(x.state));
  }
  for (const auto& module : found.enabled_modules)
    if (!described.releases.contains(module))
      text += module + ": no monitor (no chart, or no run has come to helm yet)\n";
  return text.empty() ? "No module is enabled.\n" : text;
}

text::json list_of(std::vector<text::json> objects) {
  return text::json::object({{"apiVersion", "v1"}, {"kind", "List"}, {"items", text::json::array(std::move(objects))}});
}

std::vector<std::string> names_of(const std::map<std::string, std::string>& modules) {
  std::vector<std::string> names;
  for (const auto& [name, directory] : modules) names.push_back(name);
  return names;
}

} // namespace

void debug_server_state::answer(const ask_resources& x, const sys::http::reply_function& reply) {
  with_actors(reply, [this, x, reply](const messages::actors_found& found) {
    self_->ask(
      found.releases, messages::describe_resources{},
      [this, x, reply, found](const messages::resources_described& described) {
        // The text is no form of the tree: it is for people, and says more about absent objects.
        if (x.format == debug_format::text) return reply({200, "text/plain; charset=utf-8", text_of(found, described)});
        reply(formatted(tree_of(found, described).dump(), x.format));
      },
      unanswered(reply));
  });
}

void debug_server_state::answer(const ask_rendered& x, const sys::http::reply_function& reply) {
  with_actors(reply, [this, x, reply](const messages::actors_found& found) {
    const auto module = found.modules.find(x.module);
    if (module == found.modules.end()) return reply(unknown_module(x.module, names_of(found.modules)));
    // Without this answer a module that is still to be enabled would be called off.
    if (!found.is_discovery_done)
      return reply(line_reply(503, "which modules are enabled is not known yet: ask again"));
    if (!base::contains(found.enabled_modules, x.module))
      return reply(line_reply(409, "module '" + x.module
                                     + "' is off: helm applies nothing for it (module list shows those that are on)"));
    const auto show = [this, x, reply, found](const messages::release_rendered& rendered) {
      self_->ask(
        found.values, messages::describe_values{{}, x.module},
        [this, x, reply, rendered](const messages::values_described& values) {
          if (!x.diff) return reply_rendered(x, *rendered.objects, values, reply);
          reply_compared(x, rendered, values, reply);
        },
        unanswered(reply));
    };
    const auto render = [this, x, reply, found, show,
                         directory = module->second](const messages::helm_values_read& values) {
      if (!values.values)
        return reply(line_reply(409, "module '" + x.module + "': helm does not run: " + values.values.error().message));
      self_->ask(
        found.helm, messages::render_release{{}, x.module, directory, *values.values, x.diff},
        [reply, show](const messages::release_rendered& rendered) {
          if (!rendered.objects) return reply(refused(rendered.objects.error()));
          show(rendered);
        },
        unanswered(reply));
    };
    self_->ask(found.values, messages::read_helm_values{{}, x.module}, render, unanswered(reply));
  });
}

void debug_server_state::reply_rendered(const ask_rendered& x, const std::vector<text::json>& objects,
                                        const messages::values_described& values,
                                        const sys::http::reply_function& reply) const {
  std::vector<text::json> shown;
  // Secret values may occur anywhere in rendered objects, so their texts are searched and hidden.
  const auto secrets = core::store::secrets_of_chart(x.module, *values.state);
  for (const auto& object : objects)
    shown.push_back(x.secrets == core::values::secrets::shown ? object
                                                              : core::store::view_of_rendered(object, secrets));
  if (x.format == debug_format::json) return reply(formatted(list_of(std::move(shown)).dump(), x.format));
  std::string text;
  for (const auto& object : shown)
    text += x.format == debug_format::text ? text::printable(core::releases::describe_object(object)) + "\n"
                                           : "---\n" + text::write_yaml(object);
  reply({200, x.format == debug_format::text ? "text/plain; charset=utf-8" : "application/yaml", std::move(text)});
}

void debug_server_state::reply_compared(const ask_rendered& x, const messages::release_rendered& rendered,
                                        const messages::values_described& values,
                                        const sys::http::reply_function& reply) const {
  const auto secrets = core::store::secrets_of_chart(x.module, *values.state);
  const auto compared = compare_chart(rendered, [&](const text::json& object) {
    return x.secrets == core::values::secrets::shown ? object : core::store::view_of_rendered(object, secrets);
  });
  if (x.format == debug_format::text) return reply({200, "text/plain; charset=utf-8", text_of(compared, x.module)});
  reply(formatted(tree_of(compared).dump(), x.format));
}

} // namespace actors::telemetry
