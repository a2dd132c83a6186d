#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"
#include "actors/releases/value_readers.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/unread_values.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace actors::releases {

class application_chart;

/// Reports values of users in the ConfigMap that have lost their readers with a new chart: in the log when
/// that happens, and on /readyz until the value leaves the ConfigMap or has a reader again. Labels of
/// revisions keep this for restarts. A part of HELM.
class unread_values_report {
public:
  using values = std::vector<core::releases::unread_value>;

  unread_values_report(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                       record_client& records, const core::releases::platform_identity& platform,
                       const text::json& file_values)
    : self_(self), supervisor_(std::move(supervisor)), records_(records), platform_(platform),
      file_values_(file_values) {}

  /// Looks for values that an upgrade would leave without a reader, and for keys that are misspelt, also in
  /// values files. Reads the record of the latest revision if there may be such a value. Blocks for the files
  /// of modules.
  void find(const messages::apply_release& wanted, const application_chart& chart,
            std::function<void(const base::result<core::releases::unread_findings>&)> then);
  /// An upgrade begins: its losses are the losses of the last `find`, and the losses before that still hold.
  void begin_upgrade(const messages::apply_release& wanted);
  /// The chart still renders to the latest revision, so only losses that this revision's labels note may
  /// still hold.
  void look(const messages::apply_release& wanted);
  /// The release is removed.
  void forget(const std::string& release);

  /// The labels that note the present losses.
  /// @param taken_away for labels of the latest revision that must go
  [[nodiscard]] std::map<std::string, std::string> labels(const std::string& release,
                                                          const std::string& taken_away) const;

private:
  [[nodiscard]] std::vector<text::json_pointer> unread_places(const messages::apply_release& wanted) const;
  /// The sections of values files with values of the module, if a user has written other values than for the
  /// revision; else empty.
  [[nodiscard]] std::vector<text::json> edited_layers(const messages::apply_release& wanted,
                                                      const core::releases::release& last) const;
  [[nodiscard]] base::result<void> add_slips_in_files(core::releases::unread_findings& to, const std::string& record,
                                                      const std::vector<text::json>& layers,
                                                      const reader_places& where) const;
  [[nodiscard]] reader_places readers_of(const messages::apply_release& wanted) const;
  [[nodiscard]] values still_unread(const messages::apply_release& wanted) const;
  void report(const std::string& release, values now);

  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  record_client& records_;
  const core::releases::platform_identity& platform_;
  const text::json& file_values_;         ///< see `helm_source`
  std::map<std::string, values> found_;   ///< by release, of the last `find`; bound: the values of the ConfigMap
  std::map<std::string, values> present_; ///< the same, that are on /readyz
};

} // namespace actors::releases
