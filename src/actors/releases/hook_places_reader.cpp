#include "actors/releases/hook_places_reader.hpp"

#include "actors/messages/values.hpp"
#include "text/json/json.hpp"

#include <utility>
#include <vector>

namespace actors::releases {

namespace {

base::result<core::releases::hook_places> places_in(const messages::values_read& x, const text::json& values) {
  if (!x.result) return tl::unexpected(x.result.error());
  if (!x.unpatched) return core::releases::hook_places{};
  const auto with = text::parse_json(x.values->text());
  const auto without = text::parse_json(x.unpatched->text());
  if (!with) return tl::unexpected(with.error());
  if (!without) return tl::unexpected(without.error());
  auto places = core::releases::places_set_by_hooks(*with, *without);
  std::erase_if(places, [&](const text::json_pointer& place) {
    const auto* read = text::find_at(values, place);
    return read == nullptr || *read != *text::find_at(*with, place);
  });
  return places;
}

/// @param owner empty: the global hooks
void read_places_of(helm_parts& parts, const std::string& owner, const text::json& values,
                    std::function<void(base::result<core::releases::hook_places>)> then) {
  parts.self->ask(
    // With a list of modules the answer has the values without patches, too. The list itself is no place of a
    // hook.
    parts.peers.values, messages::read_values{{}, owner, std::vector<std::string>{}, {}},
    [then, values](const messages::values_read& x) { then(places_in(x, values)); },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the values store has ended: " + reason));
    });
}

} // namespace

void read_hook_places(helm_parts& parts, const std::string& module, text::json values,
                      std::function<void(base::result<core::releases::hook_places>)> then) {
  read_places_of(parts, module, values,
                 [&parts, values, then = std::move(then)](base::result<core::releases::hook_places> own) {
                   if (!own) return then(std::move(own));
                   read_places_of(parts, {}, values,
                                  [own = std::move(*own), then](base::result<core::releases::hook_places> all) mutable {
                                    if (all) all->merge(own);
                                    then(std::move(all));
                                  });
                 });
}

} // namespace actors::releases
