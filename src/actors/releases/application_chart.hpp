#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/releases/chart_files.hpp"
#include "actors/releases/helm_parts.hpp"
#include "core/releases/helm_task.hpp"
#include "core/releases/revision_contents.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// A failed step of an application.
struct failed_step {
  base::error why;
  std::string operation; ///< see `messages::release_applied`
  std::string reason;
};
using on_step = std::function<void(const tl::expected<void, failed_step>&)>;

/// The fate of objects that the chart does not have any more, see `core::releases::helm_upgrade`.
struct upgrade_of_objects {
  std::vector<std::string> gone_kinds;
  bool leaves = false;
  std::vector<core::releases::manifest_object> left{};
  bool lacks_records = false; ///< see `core::releases::lacks_records`
  bool may_take_over = true;  ///< the chart may have objects that the release does not have yet
};

/// The chart of an application: its files, inputs and renderings. A part of the application, which every
/// callback keeps alive.
class application_chart {
public:
  /// @param wanted outlives this object
  application_chart(helm_parts& parts, const messages::apply_release& wanted);

  // -- the inputs

  /// Reads the files, and forgets earlier renderings. Blocks.
  [[nodiscard]] base::result<void> read();
  [[nodiscard]] const core::releases::chart& chart() const noexcept { return files_.chart; }
  /// The files that Helm reads.
  [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_.files; }
  /// The files without text among `files`.
  [[nodiscard]] const std::set<std::string>& blank_files() const noexcept { return files_.blank; }
  [[nodiscard]] const chart_on_disk& on_disk() const noexcept { return files_; }
  [[nodiscard]] const std::set<std::string>& empty_directories() const noexcept { return files_.empty_directories; }
  /// See `core::releases::schemas_digest`.
  [[nodiscard]] std::string schemas() const;
  /// See `core::releases::are_defaults_beyond_record`. Blocks.
  [[nodiscard]] bool has_defaults_beyond_record() const;
  /// See `core::releases::planned_upgrade`. Blocks.
  [[nodiscard]] std::vector<std::string> twins() const;
  /// The version in Chart.yaml; empty: it names no version. Blocks.
  [[nodiscard]] std::string version() const;
  /// The files and values to compare with the record of a revision. Blocks.
  /// @pre `wanted` has values
  [[nodiscard]] core::releases::revision_contents contents() const;
  /// @pre there are values
  [[nodiscard]] const std::string& values() const { return **wanted_.values; }
  /// True if the kinds that the cluster serves are an input of the chart.
  [[nodiscard]] bool asks_capabilities() const;
  /// Asks once for the kinds that the cluster serves.
  void describe_cluster(record_client::on_done then);
  /// The answer of `describe_cluster`; nullopt: the API server was not asked.
  [[nodiscard]] const std::optional<messages::cluster_described>& cluster() const noexcept { return cluster_; }
  /// @pre `describe_cluster` has ended, if `asks_capabilities`
  void digest_inputs();
  [[nodiscard]] const std::string& inputs_digest() const noexcept { return inputs_digest_; }

  // -- the rendering

  /// Renders the chart, and reads the record of the release to compare with.
  void render(const on_step& then);
  /// Renders the chart, for a comparison with an existing revision.
  void render_for_comparison(helm_runs::on_end then);
  using on_objects = std::function<void(core::releases::objects_ptr)>;
  /// Renders the chart with these modules added to `global.enabledModules`. The result does not become the
  /// chart's rendering.
  /// @param then gets null if the chart cannot be rendered this way
  void render_with(const std::set<std::string>& modules, on_objects then);
  /// Renders the chart with other values. The result does not become the chart's rendering.
  /// @param values text of JSON
  /// @param then gets the digest of the manifest; empty: the chart cannot be rendered this way
  void render_digest_with(std::string values, std::function<void(const std::string&)> then);
  /// Makes a result of `render_for_comparison` the chart's rendering.
  void adopt(const std::string& manifest);
  [[nodiscard]] const core::releases::objects_ptr& rendered() const noexcept { return rendered_; }
  [[nodiscard]] const std::optional<std::string>& rendered_digest() const noexcept { return rendered_digest_; }
  /// The lookups of the rendering; nullopt: not rendered, or not by the Helm worker. Empty without rendering
  /// if the chart looks up nothing.
  [[nodiscard]] std::optional<core::releases::lookup_answers> looked_up() const;
  /// The keys that the cluster lacks by the rendering, see `core::releases::lacking_keys`.
  [[nodiscard]] const std::vector<std::string>& lacking() const noexcept { return lacking_; }
  /// See `core::releases::helm_situation`.
  [[nodiscard]] const std::optional<std::string>& rendering_digest() const noexcept { return rendering_digest_; }
  [[nodiscard]] std::optional<std::string> rendering_digest_of(const std::string& manifest) const;
  /// The rendered manifest; set only if `is_compared`.
  [[nodiscard]] const std::string& manifest() const noexcept { return manifest_; }
  /// The rendered manifest; empty: the chart was not rendered.
  [[nodiscard]] const std::string& rendering() const noexcept { return rendering_; }
  /// True if a new revision must be compared with a rendering, because the chart reads the cluster, and the
  /// upgrade may have seen another state of the cluster than the rendering.
  [[nodiscard]] bool is_compared() const;
  [[nodiscard]] bool is_stable() const;

  // -- the upgrade

  void upgrade(std::map<std::string, std::string> labels, upgrade_of_objects objects, const helm_runs::on_end& then);
  /// Helm's message about its last failure, only for the log.
  [[nodiscard]] const std::string& words() const noexcept { return words_; }

private:
  /// True if an upgrade has waited before it writes over objects of users, or of a release without records.
  [[nodiscard]] bool has_waited() const;
  using use_chart = std::function<void(core::releases::helm_chart, const helm_runs::on_end&)>;
  /// Copies the chart for Helm, and calls `use` with a callback that removes the copy and calls `end`. If the
  /// copy fails, calls `end` directly.
  void with_chart(const helm_runs::on_end& end, const use_chart& use);
  void run(core::releases::helm_task task, helm_runs::on_end then);
  /// The kinds of the objects in the last record if `asks_capabilities`; else empty.
  [[nodiscard]] std::vector<kube::api::object_type> kinds_in_record() const;
  [[nodiscard]] tl::expected<void, failed_step> on_rendered(const helm_runs::outcome& end);

  helm_parts& parts_;
  const messages::apply_release& wanted_;
  chart_on_disk files_;
  std::optional<messages::cluster_described> cluster_;
  std::string inputs_digest_;
  std::optional<std::string> rendered_digest_;
  std::optional<std::string> rendering_digest_;
  core::releases::objects_ptr rendered_;
  std::optional<core::releases::lookup_answers> looked_up_;
  std::vector<std::string> lacking_;
  std::string manifest_;
  std::string rendering_;
  std::string words_;
};

} // namespace actors::releases
