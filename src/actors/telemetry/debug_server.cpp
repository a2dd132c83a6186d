#include "actors/telemetry/debug_server.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "actors/telemetry/status_pages.hpp"
#include "base/edit_distance.hpp"
#include "base/excerpt.hpp"
#include "core/bindings/snapshot_view.hpp"
#include "core/store/values_state.hpp"
#include "core/values/names.hpp"
#include "text/plain/patch_lines.hpp"
#include "text/plain/printable.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::telemetry {

namespace {

/// The maximal length of a problem in a header. The whole text is on /readyz and in the log.
constexpr std::size_t warning_bytes_max = 1000;

/// Longer snapshots are no page for a person.
constexpr std::size_t snapshot_bytes_read = std::size_t{256} << 10;

text::json names(const std::vector<std::string>& texts) {
  return text::json::array({texts.begin(), texts.end()});
}

std::string no_such_hook(const std::string& name, const core::bindings::hook_registry& hooks) {
  std::vector<std::string> known;
  for (const auto& hook : hooks.hooks()) known.push_back(hook->name);
  return fmt::format("there is no hook '{}'; there are: {}", base::excerpt(name),
                     known.empty() ? "none" : fmt::to_string(fmt::join(known, ", ")));
}

/// `{"globalHooks": [names], "webhooks": [...]}`, without the second member if there are no webhooks.
text::json list_of(const core::bindings::hook_registry& hooks, const core::status::webhook_standings& webhooks) {
  text::json::array_type list;
  for (const auto& hook : hooks.hooks()) list.emplace_back(hook->name);
  text::json::object_type members{{"globalHooks", text::json::array(std::move(list))}};
  if (!webhooks.empty()) members.emplace_back("webhooks", core::status::json_of(webhooks));
  return text::json::object(std::move(members));
}

/// A section in the requested format, without its key.
text::json view_of_section(const ask_values& x, const messages::values_described& described,
                           const core::values::values_owner& owner) {
  const auto& schemas = described.state->schemas(owner);
  switch (x.part) {
    case values_part::config:
      return core::values::view_of_values(schemas, described.state->config_values(owner), x.secrets);
    case values_part::patches:
      return core::values::view_of_patch(schemas, owner.is_global() ? described.global_patch : described.patch,
                                         x.secrets);
    case values_part::values: break;
  }
  return core::values::view_of_values(schemas, described.state->section_values(owner), x.secrets);
}

/// The answer: the content of a section, or, with the global section, both sections by key.
text::json view_of(const ask_values& x, const messages::values_described& described) {
  const core::values::values_owner owner{x.module};
  auto own = view_of_section(x, described, owner);
  if (!x.with_global || owner.is_global()) return own;
  auto global = view_of_section(x, described, {});
  // Hooks of the module see this member, too; no schema contains it.
  if (x.part == values_part::values) global = global.with("enabledModules", names(described.enabled_modules));
  return text::json::object(
    {{std::string(core::values::global_key), std::move(global)}, {owner.key(), std::move(own)}});
}

/// `namespace = addon-operator (ADDON_OPERATOR_NAMESPACE)`
std::string setting_lines(const text::json& settings) {
  std::string text;
  for (const auto& [name, setting] : settings.as_object()) {
    const auto value = setting.string_at("value").value_or("");
    const auto source = setting.string_at("from").value_or("");
    text +=
      value.empty() ? name + " is not set\n" : fmt::format("{} = {} ({})\n", name, text::printable(value), source);
  }
  return text;
}

/// Replaces unprintable characters, because users read answers on terminals.
sys::http::reply_function printing(sys::http::reply_function to) {
  return [to = std::move(to)](sys::http::server_response reply) {
    const auto form =
      reply.content_type.starts_with("application/json") ? text::escape_form::json : text::escape_form::text;
    if (text::find_unprintable(reply.body) != std::string::npos)
      reply.body = text::printable_lines(std::move(reply.body), form);
    to(std::move(reply));
  };
}

} // namespace

sys::http::server_response debug_server_state::line_reply(int status, const std::string& text) {
  return sys::http::text_reply(status, text + "\n");
}

sys::http::server_response debug_server_state::refused(const base::error& reason) {
  if (reason.code == base::error_code::not_found) return line_reply(404, reason.message);
  if (reason.code == base::error_code::invalid_input) return line_reply(400, reason.message);
  if (reason.code == base::error_code::conflict) return line_reply(409, reason.message);
  return line_reply(500, reason.message);
}

std::function<void(const std::string&)> debug_server_state::unanswered(const sys::http::reply_function& reply) {
  return [reply](const std::string& reason) { reply(no_answer(reason)); };
}

void debug_server_state::answer(const messages::http_asked& x) {
  const auto reply = printing(x.reply);
  const bool is_level = x.request->path == log_level_page;
  if (is_level || is_order(x.request->path)) {
    // Only POST: a look at a page must not change the operator.
    if (x.request->method != "POST") return reply(line_reply(405, "only POST is allowed: this changes something"));
    if (is_level) return answer(read_log_level_order(x.request->query), *x.request, reply);
    const auto order = read_order(x.request->path, x.request->query);
    return order ? answer(*order, *x.request, reply) : reply(refused(order.error()));
  }
  if (x.request->method != "GET" && x.request->method != "HEAD") return reply(line_reply(405, "only GET is allowed"));
  const auto question = read_debug_path(x.request->path, x.request->query);
  if (!question) return reply(refused(question.error()));
  std::visit([&](const auto& asked) { answer(asked, reply); }, *question);
}

void debug_server_state::answer(const ask_alive&, const sys::http::reply_function& reply) {
  reply(line_reply(200, "debug endpoint is alive"));
}

void debug_server_state::answer(const ask_global_hooks& x, const sys::http::reply_function& reply) {
  with_owner({}, reply, [this, format = x.format, reply](const messages::hook_owner_found& found) {
    self_->ask(
      found.owner, messages::describe_hooks{},
      [this, format, reply, server = found.webhooks](const messages::hooks_described& described) {
        self_->ask(
          server, messages::describe_webhooks{},
          [this, format, reply, hooks = described.hooks](const messages::webhooks_described& x) {
            reply(formatted(list_of(*hooks, core::status::webhooks_of(x.webhooks, {})).dump(), format));
          },
          unanswered(reply));
      },
      unanswered(reply));
  });
}

void debug_server_state::answer(const ask_snapshots& x, const sys::http::reply_function& reply) {
  with_owner(x.module, reply, [this, x, reply](const messages::hook_owner_found& found) {
    self_->ask(
      found.owner, messages::dump_snapshots{},
      [this, x, reply](const messages::snapshots_dumped& dumped) {
        if (!dumped.hooks_unknown.empty()) return reply(line_reply(503, dumped.hooks_unknown));
        if (x.hook.empty()) return reply(snapshots_page(x, dumped));
        auto only = core::bindings::only_hook(*dumped.hooks, *dumped.snapshots, x.hook);
        if (!only) return reply(line_reply(404, no_such_hook(x.hook, *dumped.hooks)));
        reply(snapshots_page(
          x, {.origin = {},
              .hooks = std::make_shared<const core::bindings::hook_registry>(std::move(only->hooks)),
              .snapshots = std::make_shared<const core::bindings::snapshots_by_binding>(std::move(only->snapshots)),
              .hooks_unknown = {}}));
      },
      unanswered(reply));
  });
}

sys::http::server_response debug_server_state::snapshots_page(const ask_snapshots& x,
                                                              const messages::snapshots_dumped& dumped) const {
  const auto bytes = core::bindings::bytes_in(*dumped.snapshots);
  // Programs read JSON, and get it whole.
  if (x.format != debug_format::json && bytes > snapshot_bytes_read) {
    auto page = formatted(core::bindings::snapshot_sizes(*dumped.hooks, *dumped.snapshots), x.format);
    page.warnings.push_back(fmt::format("the objects have {} bytes, so that their names and sizes are shown; `-o json` "
                                        "shows them whole",
                                        bytes));
    return page;
  }
  // The limit comes first: hidden contents are made from copies.
  if (x.secrets == core::values::secrets::shown || bytes > limits_.json_bytes_max)
    return formatted(core::bindings::snapshot_dump(*dumped.hooks, *dumped.snapshots, limits_.json_bytes_max), x.format);
  return formatted(
    core::bindings::snapshot_dump(
      *dumped.hooks, core::bindings::without_secret_contents(*dumped.hooks, *dumped.snapshots), limits_.json_bytes_max),
    x.format);
}

void debug_server_state::answer(const ask_values& x, const sys::http::reply_function& reply) {
  with_owner(x.module, reply, [this, x, reply](const messages::hook_owner_found& found) {
    self_->ask(
      found.values, messages::describe_values{{}, x.module},
      [this, x, reply](const messages::values_described& described) {
        const auto lines = x.part == values_part::patches ? text::write_patch_lines : text::write_flat;
        auto page = formatted(view_of(x, described).dump(), x.format, lines);
        for (const auto& problem : described.problems)
          page.warnings.push_back(base::excerpt(problem, warning_bytes_max));
        reply(std::move(page));
      },
      unanswered(reply));
  });
}

void debug_server_state::answer(const ask_settings& x, const sys::http::reply_function& reply) {
  reply(formatted(settings_.dump(), x.format, setting_lines));
}

void debug_server_state::answer(const ask_trace& x, const sys::http::reply_function& reply) {
  const auto nothing =
    line_reply(404, "nothing of the run is kept in memory: the operator was started with --trace-memory 0");
  if (!recorder_) return reply(nothing);
  self_->ask(
    recorder_, messages::read_trace{x.after, x.waits},
    [reply, nothing](const messages::trace_read& read) {
      reply(read.lines ? sys::http::server_response{200, "application/jsonl", *read.lines} : nothing);
    },
    unanswered(reply));
}

void debug_server_state::with_actors(const sys::http::reply_function& reply,
                                     std::function<void(const messages::actors_found&)> then) {
  self_->ask(
    supervisor_, messages::find_actors{},
    [reply, then = std::move(then)](const messages::actors_found& found) {
      if (!found.values) return reply(line_reply(503, "the operator is starting: ask again"));
      then(found);
    },
    unanswered(reply));
}

sys::http::server_response debug_server_state::unknown_module(const std::string& name,
                                                              const std::vector<std::string>& known) {
  const auto hint = base::did_you_mean(name, known);
  return line_reply(404, fmt::format("module '{}': there is no such module{}{} there are: {}", name, hint,
                                     hint.empty() ? ";" : "",
                                     known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
}

void debug_server_state::with_owner(const std::string& module, const sys::http::reply_function& reply,
                                    std::function<void(const messages::hook_owner_found&)> then) {
  self_->ask(
    supervisor_, messages::find_hook_owner{{}, module},
    [module, reply, then = std::move(then)](const messages::hook_owner_found& found) {
      if (found.owner) return then(found);
      if (module.empty()) return reply(line_reply(503, "the operator is starting: ask again"));
      reply(unknown_module(module, found.modules));
    },
    unanswered(reply));
}

sys::http::server_response debug_server_state::formatted(base::result<std::string> json, debug_format format,
                                                         std::string (*lines)(const text::json&)) const {
  if (!json) return refused(json.error());
  if (format == debug_format::json) return {200, "application/json", std::move(*json)};
  // YAML and text are made from a tree, which takes several times as much memory as the JSON text.
  if (json->size() > limits_.yaml_bytes_max)
    return line_reply(500, fmt::format("the answer has {} bytes, at most {} are shown in this form: ask for JSON",
                                       json->size(), limits_.yaml_bytes_max));
  const auto tree = text::parse_json(*json);
  if (!tree) return refused(tree.error());
  if (format == debug_format::text) return {200, "text/plain; charset=utf-8", lines(*tree)};
  // The maximal length of YAML in relation to its JSON, because indentation may be far longer than the
  // content.
  constexpr std::size_t growth = 4;
  auto yaml = text::write_yaml(*tree, growth * limits_.yaml_bytes_max);
  if (!yaml)
    return line_reply(
      500, fmt::format("the answer has more than {} bytes as YAML: ask for JSON", growth * limits_.yaml_bytes_max));
  return {200, "application/yaml", std::move(*yaml)};
}

messages::debug_server_actor::behavior_type debug_server_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::http_asked& x) { answer(x); },
    [this](const messages::log_level_over& x) { end_log_level(x); });
}

messages::debug_server_actor debug_server(caf::actor_system& system, framework::placement where,
                                          const framework::context_ptr& shared, debug_server_peers peers,
                                          debug_limits limits, text::json settings) {
  return framework::spawn<debug_server_state>(system, where, shared, "debug_server", std::move(peers), limits,
                                              std::move(settings));
}

} // namespace actors::telemetry
