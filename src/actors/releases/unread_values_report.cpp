#include "actors/releases/unread_values_report.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/application_chart.hpp"
#include "base/contains.hpp"
#include "core/releases/written_values.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace actors::releases {

void unread_values_report::find(const messages::apply_release& wanted, const application_chart& chart,
                                std::function<void(const base::result<core::releases::unread_findings>&)> then) {
  found_.erase(wanted.release);
  const auto last = records_.known().latest(wanted.release);
  auto places = unread_places(wanted);
  auto layers = last ? edited_layers(wanted, *last) : std::vector<text::json>{};
  // Without an earlier revision no chart has read the value before.
  if (!last || (places.empty() && layers.empty())) return then(core::releases::unread_findings{});
  records_.read(wanted.release, last->revision,
                [this, places = std::move(places), layers = std::move(layers), last = *last, now = chart.contents(),
                 where = readers_of(wanted), sections = wanted.standing->sections,
                 then = std::move(then)](const base::result<std::string>& record) {
                  auto found = record.and_then([&](const std::string& text) {
                    return core::releases::values_read_before(text, last, now, sections, places);
                  });
                  if (found && !found->lost.empty()) found_[last.name] = found->lost;
                  if (found && !layers.empty())
                    if (const auto added = add_slips_in_files(*found, *record, layers, where); !added)
                      return then(tl::unexpected(added.error()));
                  then(found);
                });
}

std::vector<text::json> unread_values_report::edited_layers(const messages::apply_release& wanted,
                                                            const core::releases::release& last) const {
  const auto section = core::values::to_camel(wanted.release);
  const auto before = last.label(core::releases::written_values_label);
  std::vector<text::json> layers;
  // Without the label, of an earlier version, a user may have written other values.
  if (before && *before == core::releases::written_digest(section, *wanted.standing, file_values_, last.labels))
    return layers;
  for (const auto& key : {section, std::string(core::values::global_key)})
    for (const auto& layer : text::items(text::member(file_values_, key)))
      layers.push_back(text::json::object({{key, layer}}));
  return layers;
}

base::result<void> unread_values_report::add_slips_in_files(core::releases::unread_findings& to,
                                                            const std::string& record,
                                                            const std::vector<text::json>& layers,
                                                            const reader_places& where) const {
  const auto places = core::releases::new_places_in(layers, record);
  if (!places) return tl::unexpected(places.error());
  // Most edits change values, and the search for readers takes long.
  if (places->empty()) return {};
  const auto slips = core::releases::slips_in_files(layers, record, places_without_reader(*places, where));
  if (!slips) return tl::unexpected(slips.error());
  to.misspelt.insert(to.misspelt.end(), slips->begin(), slips->end());
  return {};
}

reader_places unread_values_report::readers_of(const messages::apply_release& wanted) const {
  return {wanted.directory, platform_.modules_dirs, wanted.standing->global_directory};
}

std::vector<text::json_pointer> unread_values_report::unread_places(const messages::apply_release& wanted) const {
  const auto places = core::releases::places_of_users(*wanted.standing);
  return places.empty() ? places : places_without_reader(places, readers_of(wanted));
}

unread_values_report::values unread_values_report::still_unread(const messages::apply_release& wanted) const {
  const auto last = records_.known().latest(wanted.release);
  // The search for readers takes long, so it needs a noted value.
  if (!last || !core::releases::notes_unread_values(*last)) return {};
  return core::releases::noted_unread_values(*last, unread_places(wanted));
}

void unread_values_report::begin_upgrade(const messages::apply_release& wanted) {
  if (!wanted.standing) return;
  auto now = still_unread(wanted);
  if (const auto found = found_.find(wanted.release); found != found_.end())
    for (const auto& x : found->second)
      if (std::none_of(now.begin(), now.end(), [&](const auto& known) { return known.place == x.place; }))
        now.push_back(x);
  found_.erase(wanted.release);
  report(wanted.release, std::move(now));
}

void unread_values_report::look(const messages::apply_release& wanted) {
  if (wanted.standing) report(wanted.release, still_unread(wanted));
}

void unread_values_report::forget(const std::string& release) {
  found_.erase(release);
  report(release, {});
}

void unread_values_report::report(const std::string& release, values now) {
  const auto before = std::exchange(present_[release], now);
  if (now.empty()) present_.erase(release);
  if (before == now) return;
  values added;
  std::copy_if(now.begin(), now.end(), std::back_inserter(added),
               [&](const auto& x) { return !base::contains(before, x); });
  if (!added.empty())
    sys::log::log_warning("user_value_without_reader", {{"module", release},
                                                        {"values", core::releases::words_of_places(added)},
                                                        {"before", added.front().before},
                                                        {"since", added.front().since},
                                                        {"hint", core::releases::describe(added)}});
  self_->tell(supervisor_, messages::module_state_changed{{},
                                                          "values of module '" + release + "'",
                                                          now.empty() ? std::nullopt
                                                                      : std::optional(core::releases::describe(now))});
}

std::map<std::string, std::string> unread_values_report::labels(const std::string& release,
                                                                const std::string& taken_away) const {
  const auto present = present_.find(release);
  const auto last = records_.known().latest(release);
  auto labels = core::releases::unread_value_labels(last ? &*last : nullptr,
                                                    present == present_.end() ? values{} : present->second, taken_away);
  // Labels that the latest revision has need no write.
  if (taken_away.empty() && last)
    std::erase_if(labels, [&](const auto& x) { return last->label(x.first) == x.second; });
  return labels;
}

} // namespace actors::releases
