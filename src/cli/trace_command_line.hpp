#pragma once

#include "cli/options.hpp"
#include "cli/start_option_table.hpp"

#include <string>
#include <variant>

namespace CLI {
class App;
}

namespace cli {

/// The `trace` commands, and the command of a command line. The parser writes into this object, which
/// outlives it.
class trace_command_line {
public:
  using command_type = std::variant<trace_order_command, trace_why_command, trace_diff_command, trace_export_command,
                                    trace_dump_command, trace_tail_command>;

  /// Adds the commands.
  trace_command_line(CLI::App& app, given_options& given);
  trace_command_line(const trace_command_line&) = delete;
  trace_command_line& operator=(const trace_command_line&) = delete;

  /// After a parse: true if the command line has a `trace` command.
  [[nodiscard]] bool is_asked() const noexcept { return kind_ != kind::none; }
  /// @pre is_asked()
  /// @param socket of the operator that is asked if no file is named
  [[nodiscard]] command_type asked(const std::string& socket) const;

private:
  void add_order(CLI::App& trace);
  void add_why(CLI::App& trace);
  void add_diff(CLI::App& trace);
  void add_exports(CLI::App& trace);
  void add_dump(CLI::App& trace);
  void add_tail(CLI::App& trace);
  /// A question of `trace why`, about a thing with a name.
  CLI::App& add_question(CLI::App& why, trace::read::why_question::about what, const char* word, const char* help);
  void add_file(CLI::App& to);
  void add_socket(CLI::App& to);

  given_options& given_;
  std::string file_;
  trace_order_command order_;
  trace_why_command why_;
  trace_diff_command diff_;
  trace_export_command export_;
  trace_dump_command dump_;
  trace_tail_command tail_;
  enum class kind { none, order, why, diff, exported, dump, tail } kind_ = kind::none;
};

} // namespace cli
