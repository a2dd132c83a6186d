#include "commands/render_command.hpp"

#include "commands/command_directory.hpp"
#include "core/releases/object_difference.hpp"
#include "core/store/hidden_secrets.hpp"
#include "setup/chart_rendering.hpp"
#include "setup/helm_binary.hpp"
#include "text/plain/printable.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

constexpr int helm_failed = 1;
constexpr int cannot_be_used = 2;

int refuse(int code, const std::string& reason) {
  std::fputs(text::printable_lines("addon-operator: " + reason + "\n").c_str(), stderr);
  return code;
}

void print(const std::vector<text::json>& objects, const cli::render_options& x,
           const core::store::values_state& values) {
  // Secret texts of the values are hidden, as on the debug socket, unless the user asks for them.
  const auto secrets = core::store::secrets_of_chart(x.module, values);
  text::json::array_type shown;
  std::string text;
  for (const auto& object : objects) {
    const auto view = x.shows_secrets ? object : core::store::view_of_rendered(object, secrets);
    if (x.output == cli::debug_output::json)
      shown.push_back(view);
    else
      text += x.output == cli::debug_output::text ? text::printable(core::releases::describe_object(view)) + "\n"
                                                  : "---\n" + text::write_yaml(view);
  }
  if (x.output == cli::debug_output::json)
    text = text::json::object({{"apiVersion", "v1"}, {"kind", "List"}, {"items", text::json::array(std::move(shown))}})
             .dump()
           + "\n";
  const auto form = x.output == cli::debug_output::json ? text::escape_form::json : text::escape_form::text;
  std::fputs(text::printable_lines(std::move(text), form).c_str(), stdout);
}

} // namespace

int run_render_command(const cli::render_options& x) {
  const auto platform = setup::read_rendered_platform(x.platform, x.values_file);
  if (!platform) return refuse(cannot_be_used, platform.error().message);
  const auto* module = platform->find(x.module);
  if (module == nullptr)
    return refuse(cannot_be_used, "there is no module '" + x.module + "'; there are: " + platform->names());
  if (const auto reason = platform->values.blocked(x.module)) return refuse(cannot_be_used, *reason);
  const auto values = platform->values.helm_values(x.module, platform->enabled_with(x.module));
  if (!values) return refuse(cannot_be_used, values.error().message);
  const auto tmp = make_command_directory("addon-operator-render-");
  if (!tmp) return refuse(cannot_be_used, tmp.error().message);
  const auto helm = setup::find_helm_binary(x.platform.helm_binary).path;
  if (helm.empty()) return refuse(cannot_be_used, "there is no helm: set HELM_BIN, or put helm into PATH");
  const auto& space = x.platform.namespace_name;
  const auto objects =
    setup::render_chart(*module, *values, {.helm = helm, .namespace_name = space.empty() ? "default" : space}, *tmp);
  if (!objects) return refuse(objects.error().has_helm_failed ? helm_failed : cannot_be_used, objects.error().reason);
  print(*objects, x, *platform->values.state());
  return 0;
}

} // namespace commands
