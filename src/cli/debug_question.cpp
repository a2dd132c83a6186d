#include "cli/debug_question.hpp"

#include "cli/start_option_table.hpp"
#include "sys/http/client.hpp"
#include "sys/log/screen.hpp"
#include "text/json/json.hpp"
#include "text/plain/flat_text.hpp"
#include "text/plain/patch_lines.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

namespace cli {

namespace {

constexpr int failure = 1;
constexpr int not_available = 503;

exit_with failed(const std::string& text) {
  return {failure, "addon-operator: " + text + (text.ends_with('\n') ? "" : "\n")};
}

/// The query of a page, with the width of the terminal.
std::string query_of(const debug_command& x) {
  const auto columns = x.has_width ? sys::log::columns_of_stdout() : std::nullopt;
  if (!columns) return x.query;
  return fmt::format("{}{}columns={}", x.query, x.query.empty() ? "" : "&", *columns);
}

std::map<std::string, std::string> arguments_of(const debug_command& x) {
  auto arguments = x.arguments;
  if (!x.reason.empty()) arguments.emplace("reason", x.reason);
  return arguments;
}

exit_with shown(const debug_command& x, const sys::http::http_response& answer) {
  std::string remarks;
  for (const auto& text : answer.warnings) remarks += "addon-operator: warning: " + text + "\n";
  if (x.output == debug_output::as_it_comes)
    return {answer.exit_code, answer.body + (answer.body.ends_with('\n') ? "" : "\n"), remarks, true};
  if (x.output == debug_output::json) return {answer.exit_code, answer.body + "\n", remarks, true};
  const auto tree = text::parse_json(answer.body);
  if (!tree) return failed(x.socket + ": the answer is no JSON: " + tree.error().message);
  if (x.output == debug_output::yaml) return {answer.exit_code, text::write_yaml(*tree), remarks, true};
  return {answer.exit_code, x.page.ends_with("/patches") ? text::write_patch_lines(*tree) : text::write_flat(*tree),
          remarks, true};
}

} // namespace

std::string step_to_reach_operator(base::error_code code) {
  if (code == base::error_code::forbidden) return "\nOnly the user that the operator runs as may ask it.";
  if (code != base::error_code::not_found && code != base::error_code::unavailable) return "";
  return std::string("\nIs the operator running here? Its socket is set by ") + debug_socket_flag
         + " or DEBUG_UNIX_SOCKET; in a cluster: kubectl -n NAMESPACE exec deploy/addon-operator -- addon-operator "
           "...";
}

debug_answer ask(const debug_command& x) {
  const bool is_raw = x.output == debug_output::as_it_comes;
  const auto page = x.page + (is_raw ? "" : ".json");
  const auto answer =
    x.is_order ? sys::http::post_to_socket(x.socket, page, {.arguments = arguments_of(x)})
               : sys::http::get_from_socket(x.socket, page, {.query = query_of(x), .arguments = arguments_of(x)});
  if (!answer)
    return {debug_end::not_reached, failed(answer.error().message + step_to_reach_operator(answer.error().code))};
  if (answer->status != 200)
    return {answer->status == not_available ? debug_end::not_now : debug_end::refused, failed(answer->body)};
  return {debug_end::answered, shown(x, *answer)};
}

exit_with run(const debug_command& x) {
  return ask(x).shown;
}

} // namespace cli
