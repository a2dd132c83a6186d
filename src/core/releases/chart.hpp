#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// What Helm finds in a module's directory.
enum class chart_kind {
  none,           ///< neither Chart.yaml nor templates: a module of hooks only, without Helm step
  templates_only, ///< no Chart.yaml: the operator makes one, see `synthetic_chart_file`
  chart,          ///< Chart.yaml
};

/// What counts of one file of a chart; its content need not be kept.
struct chart_file {
  std::string path;                              ///< relative to the module's directory, with slashes
  std::string digest;                            ///< of the content
  std::vector<std::string> volatile_functions{}; ///< template functions that do not always answer the same
};

/// Reads one file of a module's directory.
[[nodiscard]] chart_file read_chart_file(std::string path, std::string_view content);

/// The names of template functions in `text` whose result does not only depend on the values: random (`randAlphaNum`,
/// `genCA`, `uuidv4`, `htpasswd` …), time (`now`, `ago` …), the cluster or the network (`lookup`, `getHostByName`).
/// Only actions (`{{ … }}`) are looked at, without comments and strings. In the order of appearance, each once.
[[nodiscard]] std::vector<std::string> volatile_functions(std::string_view text);

/// A module's chart: everything that decisions need to know about its files.
struct chart {
  chart_kind kind = chart_kind::none;
  std::string digest;                         ///< of all files that Helm reads: paths and contents
  std::vector<std::string> volatile_functions; ///< `FILE: FUNCTION`; not empty: render it for each decision
  bool uses_lookup = false;                   ///< rendering asks the cluster: `helm template --dry-run=server`
};

/// Puts the files of a module's directory together, in any order.
[[nodiscard]] chart read_chart(std::vector<chart_file> files);

/// True if Helm is to see that path (or folder) of a module without Chart.yaml. `crds`, `docs`, `hooks`, `images` and
/// `lib` are left out.
[[nodiscard]] bool synthetic_chart_takes(std::string_view path);

/// The Chart.yaml for a module that has none: the module's name and version 0.2.0.
[[nodiscard]] std::string synthetic_chart_file(std::string_view module);

/// What a manifest is rendered from.
struct render_inputs {
  std::string_view chart_digest;
  std::string_view values;       ///< text of the values file
  std::string_view capabilities; ///< what `.Capabilities` shows: the API server's version and its groups, in any form
};

/// A digest of all inputs that fits into a label: 32 hexadecimal digits. As long as it stays the same, rendering a
/// chart without volatile functions gives the same manifest.
[[nodiscard]] std::string inputs_digest(const render_inputs& x);

} // namespace core
