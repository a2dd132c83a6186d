#pragma once

#include "cli/options.hpp"
#include "cli/start_option_table.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace cli {

/// The commands that ask a running operator, and the parsed command of a command line. The parser writes into
/// this object, so it must outlive the parser.
class debug_command_line {
public:
  /// Adds the commands.
  debug_command_line(CLI::App& app, given_options& given);
  debug_command_line(const debug_command_line&) = delete;
  debug_command_line& operator=(const debug_command_line&) = delete;

  /// The debug command on the command line, after a parse; without its socket.
  [[nodiscard]] const std::optional<debug_command>& asked() const { return asked_; }
  /// Set after a parse if a chart is to be rendered without an operator; `platform` is not filled.
  [[nodiscard]] const std::optional<render_options>& render() const { return render_; }

  /// Set after a parse if the live page is to be served; without its socket.
  [[nodiscard]] const std::optional<page_command>& page() const { return page_; }

private:
  /// The name and the help of a command.
  struct word {
    const char* name;
    const char* help;
  };

  void add_status(CLI::App& app);
  void add_queue(CLI::App& app);
  void add_config(CLI::App& app);
  void add_global(CLI::App& app);
  void add_module(CLI::App& app);
  void add_render(CLI::App& module);
  void add_drift(CLI::App& module);
  void add_hook(CLI::App& app);
  void add_page(CLI::App& app);
  /// Adds the commands that hold work, or let it go on.
  void add_module_orders(CLI::App& module);
  void add_queue_orders(CLI::App& queue);
  CLI::App& add_order(CLI::App& to, const word& x);
  /// Adds the command `raw`, which prints the operator's answer for any page as it comes. The predecessor has
  /// a command of this name.
  void add_raw(CLI::App& app);

  /// Adds a command for a page that is fetched as JSON; this program makes the other forms.
  CLI::App& add(CLI::App& to, const word& x);
  /// Adds a command for a page whose text the operator itself makes.
  CLI::App& add_readable(CLI::App& to, const word& x, const char* default_output);
  /// Asks for a page in the wanted format, made by the operator.
  void ask_readable(const std::string& page, const char* default_output);
  void add_output(CLI::App& to, const char* default_output);
  void add_socket(CLI::App& to);
  void add_name(CLI::App& to);
  void add_secrets(CLI::App& to, const char* help = "Show what schemas mark as secret (x-secret, format: password)");
  void add_watch(CLI::App& to);

  [[nodiscard]] std::string query() const;
  [[nodiscard]] debug_output output() const;

  given_options& given_;
  std::string module_;
  std::string hook_;
  std::string setting_;
  std::string value_;
  std::string duration_;
  std::string path_;
  std::string queue_;
  std::string reason_;
  std::string output_;
  bool with_global_ = false;
  bool with_secrets_ = false;
  bool with_diff_ = false;
  bool with_empty_ = false;
  bool is_watching_ = false;
  std::chrono::milliseconds interval_{1000};
  std::string values_file_;
  std::string given_page_address_;
  std::optional<debug_command> asked_;
  std::optional<render_options> render_;
  std::optional<page_command> page_;
};

} // namespace cli
