#pragma once

#include "core/releases/asked_groups.hpp"
#include "core/releases/file_damage.hpp"
#include "core/releases/files_read.hpp"
#include "core/releases/varying_facts.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The kind of chart that Helm finds in a module's directory.
enum class chart_kind {
  none,           ///< neither Chart.yaml nor templates: only hooks, no Helm step
  templates_only, ///< no Chart.yaml: written by the operator, see `synthetic_chart_file`
  chart,          ///< Chart.yaml
};

/// A file of a chart, without its content.
struct chart_file {
  std::string path;                              ///< relative to the module's directory, with slashes
  std::string digest;                            ///< digest of the content
  std::vector<std::string> volatile_functions{}; ///< see `volatile_functions`
  varying_facts asked{};                         ///< see `asked_facts`
  bool is_blank = false;                         ///< see `is_blank_file`
  asked_groups groups{};                         ///< see `groups_asked_in`
  std::set<std::string> looked_up{};             ///< see `looked_up_objects`
  file_damage damage = file_damage::none;
  files_read reads{}; ///< see `files_read_in`
};

/// True for a file without text, for example after a write to a full disk, or after a broken checkout.
[[nodiscard]] bool is_blank_file(std::string_view content);

/// Reads a file of a module's directory.
[[nodiscard]] chart_file read_chart_file(std::string path, std::string_view content);

/// Whether a chart always renders to the same manifest for the same inputs.
enum class chart_stability { stable, changing };

/// The facts about a module's chart on which decisions depend.
struct chart {
  chart_kind kind = chart_kind::none;
  std::string digest;                            ///< of paths and contents of all files that Helm reads
  std::vector<std::string> volatile_functions{}; ///< `FILE: FUNCTION`, for messages
  bool has_templates = false;                    ///< of its own or of a chart in it: else it gives no objects
  bool uses_lookup = false;          ///< perhaps: rendering asks the cluster, `helm template --dry-run=server`
  varying_facts asked{};             ///< by any of its files
  asked_groups groups{};             ///< that any of its files asks for; `any` if `uses_lookup`
  std::set<std::string> looked_up{}; ///< the objects that its files look up, for people, as far as they are named
  files_read reads{};                ///< through `.Files`, by its own templates
  bool asks_capabilities = false;    ///< `groups` come from `.Capabilities`, too, and not only from `lookup`
};

/// Collects the facts about the files of a module's directory, in any order.
/// @param module name of the module. If the operator writes the Chart.yaml, the name is in it, and so in the
/// digest
[[nodiscard]] chart read_chart(std::vector<chart_file> files, std::string_view module);

/// `changing` if the chart uses, or may use, volatile functions.
[[nodiscard]] chart_stability stability(const chart& x);

/// The facts that templates of the chart, or templates in its values, may ask for, and that can make an
/// upgrade differ from a rendering.
[[nodiscard]] varying_facts asked_facts(const chart& x, std::string_view values);

/// The API groups that templates of the chart, or templates in its values, may ask for.
[[nodiscard]] asked_groups groups_asked_in(const chart& x, std::string_view values);

/// True if a file or folder belongs to the chart of a module without Chart.yaml. As with the predecessor,
/// `crds`, `docs`, `hooks`, `images` and `lib` are left out.
[[nodiscard]] bool synthetic_chart_takes(std::string_view path);

/// The Chart.yaml for a module without such a file, with the module's name and version 0.2.0.
[[nodiscard]] std::string synthetic_chart_file(std::string_view module);

/// The inputs of a rendering.
struct render_inputs {
  std::string_view chart_digest;
  std::string_view values;       ///< text of the values file
  std::string_view capabilities; ///< version and groups of the API server, in any form
  std::string_view helm{};       ///< identifies Helm, see `helm_setup::identity`
};

/// A digest of all inputs that fits into a label: 32 hexadecimal digits. A stable chart renders to the same
/// manifest as long as the digest stays the same.
[[nodiscard]] std::string inputs_digest(const render_inputs& x);

} // namespace core::releases
