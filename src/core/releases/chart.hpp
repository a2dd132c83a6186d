#pragma once

#include "core/releases/asked_groups.hpp"
#include "core/releases/varying_facts.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The kind of chart that Helm finds in a module's directory.
enum class chart_kind {
  none,           ///< neither Chart.yaml nor templates: a module of hooks only, without Helm step
  templates_only, ///< no Chart.yaml: the operator writes it, see `synthetic_chart_file`
  chart,          ///< Chart.yaml
};

/// A file of a chart, without its content.
struct chart_file {
  std::string path;                              ///< relative to the module's directory, with slashes
  std::string digest;                            ///< of the content
  std::vector<std::string> volatile_functions{}; ///< see `volatile_functions`
  varying_facts asked{};                         ///< see `asked_facts`
  bool is_blank = false;                         ///< see `is_blank_file`
  asked_groups groups{};                         ///< see `groups_asked_in`
  std::set<std::string> looked_up{};             ///< see `looked_up_objects`
};

/// True for a file without any text, as a full disk or a broken checkout leaves it.
[[nodiscard]] bool is_blank_file(std::string_view content);

/// Reads a file of a module's directory.
[[nodiscard]] chart_file read_chart_file(std::string path, std::string_view content);

/// Whether rendering a chart twice from the same inputs gives the same manifest.
enum class chart_stability { stable, changing };

/// A module's chart: the facts about its files that decisions need.
struct chart {
  chart_kind kind = chart_kind::none;
  std::string digest;                            ///< of all files that Helm reads: paths and contents
  std::vector<std::string> volatile_functions{}; ///< `FILE: FUNCTION`, for messages
  bool has_templates = false;                    ///< of its own or of a chart in it: else it gives no objects
  bool uses_lookup = false;          ///< perhaps: rendering asks the cluster, `helm template --dry-run=server`
  varying_facts asked{};             ///< by any of its files
  asked_groups groups{};             ///< that any of its files asks for; `any` if `uses_lookup`
  std::set<std::string> looked_up{}; ///< the objects that its files look up, for people, as far as they are named
  bool asks_capabilities = false;    ///< `groups` are not of `lookup` alone
};

/// Puts the files of a module's directory together, in any order.
/// @param module its name: the Chart.yaml of a module without its own has it, and so has the digest
[[nodiscard]] chart read_chart(std::vector<chart_file> files, std::string_view module);

/// `changing` if the chart uses volatile functions, or may do so.
[[nodiscard]] chart_stability stability(const chart& x);

/// The facts that templates of the chart, or templates in its values, may ask for and that make an upgrade
/// differ from a rendering.
[[nodiscard]] varying_facts asked_facts(const chart& x, std::string_view values);

/// The API groups that templates of the chart, or templates in its values, may ask for.
[[nodiscard]] asked_groups groups_asked_in(const chart& x, std::string_view values);

/// True if Helm is to see that path (or folder) of a module without Chart.yaml. As with the predecessor,
/// `crds`, `docs`, `hooks`, `images` and `lib` are left out.
[[nodiscard]] bool synthetic_chart_takes(std::string_view path);

/// The Chart.yaml for a module without its own: the module's name and version 0.2.0.
[[nodiscard]] std::string synthetic_chart_file(std::string_view module);

/// The inputs of a rendering.
struct render_inputs {
  std::string_view chart_digest;
  std::string_view values;       ///< text of the values file
  std::string_view capabilities; ///< behind `.Capabilities`: the API server's version and its groups, in any form
  std::string_view helm{};       ///< which Helm renders: see `helm_setup::identity`
};

/// A digest of all inputs that fits into a label: 32 hexadecimal digits. As long as it stays the same,
/// rendering a stable chart gives the same manifest.
[[nodiscard]] std::string inputs_digest(const render_inputs& x);

} // namespace core::releases
