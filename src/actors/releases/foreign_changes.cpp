#include "actors/releases/foreign_changes.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/cluster_lookup.hpp"
#include "base/contains.hpp"
#include "core/releases/object_difference.hpp"
#include "core/releases/reset_changes.hpp"
#include "core/releases/unpacked_record.hpp"
#include "sys/log/log.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace actors::releases {

namespace {

base::result<std::vector<text::json>> documents_of(const std::string& manifest) {
  return text::parse_yaml_stream(manifest, text::duplicate_keys::last_counts);
}

/// A look at the objects of a release. The callbacks of its requests keep it alive.
struct look : std::enable_shared_from_this<look> {
  helm_parts& parts;
  const messages::apply_release& wanted;
  const application_chart& chart;
  std::function<void()> then;
  std::vector<core::releases::compared_object> all{};
  std::optional<std::vector<text::json>> next{};

  look(helm_parts& all_parts, const messages::apply_release& release, const application_chart& of,
       std::function<void()> end)
    : parts(all_parts), wanted(release), chart(of), then(std::move(end)) {}

  void begin(const core::releases::release& last) {
    parts.records.read(last.name, last.revision, [self = shared_from_this()](const base::result<std::string>& record) {
      const auto before =
        record.and_then([](const auto& text) { return core::releases::read_manifest(text); }).and_then(documents_of);
      // The upgrade itself reports a record that cannot be read.
      if (!before) return self->then();
      self->read(*before);
    });
  }

  void read(const std::vector<text::json>& before) {
    if (!chart.rendering().empty())
      if (auto documents = documents_of(chart.rendering())) next = std::move(*documents);
    std::vector<text::json> names;
    for (const auto& x : core::releases::objects_one_by_one(before)) {
      const auto name = core::releases::name_in_release(x, parts.records.namespace_name());
      if (!name) continue;
      all.push_back({.object = *name, .wanted = x});
      names.push_back(core::releases::name_for_lookup(*name));
    }
    look_up(parts.self, parts.peers.kube, parts.records.namespace_name(), std::move(names),
            [self = shared_from_this()](const std::vector<base::result<text::json>>& found) {
              for (std::size_t i = 0; i < found.size(); ++i) self->all[i].live = found[i];
              self->name_changes();
              self->name_absent();
              self->then();
            });
  }

  void name_changes() {
    const auto changes = core::releases::changes_to_reset(all, next, parts.records.namespace_name());
    if (changes.empty()) return;
    const auto line = core::releases::describe_reset(wanted.release, changes);
    // A failed upgrade is tried again, and finds the same.
    if (std::exchange(parts.named_changes[wanted.release], line) == line) return;
    for (const auto& x : changes)
      sys::log::log_warning("release_values_reset", {{"module", wanted.release},
                                                     {"object", core::releases::describe(x.object)},
                                                     {"fields", fmt::format("{}", fmt::join(x.fields, ", "))},
                                                     {"manager", x.manager},
                                                     {"hint", core::releases::hint_of_reset(wanted.release)}});
    parts.self->tell(parts.peers.supervisor,
                     messages::note_removed_objects{{}, wanted.release + " (changes of others)", line});
  }

  /// Names the objects that must be there. The watches have not named them, for they begin after this
  /// upgrade.
  void name_absent() const {
    const auto* manifest = parts.records.known().latest_manifest(wanted.release);
    if (manifest == nullptr) return;
    for (const auto& x : all) {
      const bool is_absent = !x.live && x.live.error().code == base::error_code::not_found;
      if (!is_absent || !base::contains(*manifest->objects, x.object) || base::contains(wanted.absent, x.object))
        continue;
      sys::log::log_warning("resources_absent",
                            {{"step", 15}, {"module", wanted.release}, {"object", core::releases::describe(x.object)}});
    }
  }
};

} // namespace

void name_foreign_changes(helm_parts& parts, const messages::apply_release& wanted, const application_chart& chart,
                          std::function<void()> then) {
  const auto last = parts.records.known().latest(wanted.release);
  if (!last || last->status != core::releases::release_status::deployed || !parts.looks_for_changes
      || parts.applied.contains(wanted.release))
    return then();
  std::make_shared<look>(parts, wanted, chart, std::move(then))->begin(*last);
}

} // namespace actors::releases
