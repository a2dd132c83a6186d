#include "actors/hooks/snapshot_reading.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors::hooks {

namespace {

bool before(const core::bindings::snapshot_object& a, const core::bindings::snapshot_object& b) {
  return a.key < b.key;
}

/// Joins the answers of a binding's watches to a list of all objects, or to the reason why some objects are
/// unknown.
class binding_answers {
public:
  explicit binding_answers(core::bindings::source_number last_source) { position_.last_source = last_source; }

  void fail(std::string problem) { problem_ = std::move(problem); }

  void on_read(core::bindings::source_number source, const messages::snapshot_read& x) {
    if (const auto* unknown = std::get_if<core::bindings::unlisted>(&x.objects)) return fail(unknown->reason);
    absence_ = x.absence;
    position_.revisions.emplace(source, x.revision);
    lists_.push_back(std::get<std::shared_ptr<const core::bindings::object_list>>(x.objects));
  }

  [[nodiscard]] binding_read join() const {
    if (!problem_.empty()) return {core::bindings::unlisted{problem_}, {}};
    // Most bindings have a single watch, so its list is shared and not copied.
    if (lists_.size() == 1) return {lists_.front(), position_, absence_};
    std::vector<core::bindings::snapshot_object> all;
    for (const auto& list : lists_) {
      const auto middle = static_cast<std::ptrdiff_t>(all.size());
      all.insert(all.end(), list->begin(), list->end());
      // The lists are sorted already, so they only need to be merged.
      std::inplace_merge(all.begin(), all.begin() + middle, all.end(), before);
    }
    return {std::make_shared<const core::bindings::object_list>(std::move(all)), position_, absence_};
  }

private:
  core::bindings::snapshot_position position_;
  std::vector<std::shared_ptr<const core::bindings::object_list>> lists_;
  std::string problem_;
  std::string absence_; ///< of the last watch; all watches have the same kind
};

/// A reading of several bindings. Shared by pending answers.
struct reading {
  std::map<core::bindings::binding_id, binding_answers> answers;
  std::size_t missing = 1; // 1 for the loop, so that an early answer does not call `done`
  std::function<void(binding_snapshots)> done;

  void finish_one() {
    if (--missing > 0) return;
    binding_snapshots read;
    for (const auto& [id, x] : answers) read.emplace(id, x.join());
    done(std::move(read));
  }
};

void ask(framework::acting* self, const std::shared_ptr<reading>& all, binding_answers& into,
         const watch_source& from) {
  ++all->missing;
  self->ask(
    from.informer, messages::read_snapshot{{}, from.key},
    [all, &into, source = from.number](const messages::snapshot_read& x) {
      into.on_read(source, x);
      all->finish_one();
    },
    [all, &into](const std::string& reason) {
      into.fail("its informer has ended: " + reason);
      all->finish_one();
    });
}

} // namespace

void read_snapshots(framework::acting* self, const std::map<core::bindings::binding_id, binding_reading>& bindings,
                    std::function<void(binding_snapshots)> done) {
  auto all = std::make_shared<reading>();
  all->done = std::move(done);
  for (const auto& [id, from] : bindings) {
    const auto* sources = std::get_if<binding_sources>(&from);
    auto& answers =
      all->answers.emplace(id, binding_answers(sources == nullptr ? 0 : sources->last_source)).first->second;
    if (sources == nullptr)
      answers.fail(std::get<core::bindings::unlisted>(from).reason);
    else
      for (const auto& x : sources->watches) ask(self, all, answers, x);
  }
  all->finish_one();
}

} // namespace actors::hooks
