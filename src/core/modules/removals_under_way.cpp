#include "core/modules/removals_under_way.hpp"

#include <utility>

namespace core::modules {

namespace {

std::string subject_of(const std::string& release) {
  return release + " (under way)";
}

/// A flag that comes back meanwhile has an effect after the end.
constexpr auto remark =
  "; Helm has not ended yet, so its objects may be there: Helm waits for the Jobs of the chart, at most for "
  "--helm-timeout, also if the module is wanted again meanwhile";

} // namespace

void removals_under_way::begin(removed_release x, const std::string& line, std::int64_t now_us) {
  ended_.note(subject_of(x.release), line + remark, now_us);
  const auto name = x.release;
  open_.insert_or_assign(name, removal{std::move(x), line});
}

void removals_under_way::note_objects(const std::string& release, std::vector<std::string> objects) {
  const auto at = open_.find(release);
  if (at == open_.end()) return ended_.note_objects(release, std::move(objects));
  at->second.what.objects = std::move(objects);
}

void removals_under_way::end(const std::string& release, std::int64_t now_us) {
  auto node = open_.extract(release);
  if (!node) return;
  ended_.note(subject_of(release), {}, now_us);
  ended_.note(std::move(node.mapped().what), std::move(node.mapped().line), now_us);
}

void removals_under_way::note_run(const std::string& module, std::int64_t wall_us, std::int64_t now_us) {
  if (open_.erase(module) > 0) ended_.note(subject_of(module), {}, now_us);
  ended_.note_run(module, wall_us);
}

} // namespace core::modules
