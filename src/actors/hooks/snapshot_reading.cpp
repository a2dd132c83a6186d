#include "actors/hooks/snapshot_reading.hpp"

#include <algorithm>
#include <tuple>

namespace actors {

namespace {

bool before(const core::snapshot_object& a, const core::snapshot_object& b) {
  return std::tie(a.namespace_name, a.name) < std::tie(b.namespace_name, b.name);
}

/// The answers that have come so far.
struct collector {
  std::map<core::binding_id, binding_answers> answers;
  std::size_t missing = 1; // the asking itself, so that it ends before `done` is called
  std::function<void(binding_snapshots)> done;

  void finish_one() {
    if (--missing > 0) return;
    binding_snapshots read;
    for (const auto& [id, x] : answers) read.emplace(id, x.join());
    done(std::move(read));
  }
  void take(const core::binding_id& id, core::source_number source, const snapshot_read& x) {
    answers.at(id).take(source, x);
    finish_one();
  }
};

} // namespace

binding_answers::binding_answers(core::source_number last_source, std::size_t expected) : missing_(expected) {
  position_.last_source = last_source;
}

void binding_answers::take(core::source_number source, const snapshot_read& x) {
  --missing_;
  if (const auto* unknown = std::get_if<core::unlisted>(&x.objects)) {
    problem_ = unknown->reason;
    return;
  }
  position_.revisions.emplace(source, x.revision);
  lists_.push_back(std::get<std::shared_ptr<const core::object_list>>(x.objects));
}

binding_read binding_answers::join() const {
  if (!problem_.empty()) return {core::unlisted{problem_}, {}};
  // Most bindings have one watch, whose list is everybody's.
  if (lists_.size() == 1) return {lists_.front(), position_};
  core::object_list all;
  for (const auto& list : lists_) {
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), list->begin(), list->end());
    std::inplace_merge(all.begin(), all.begin() + middle, all.end(), before);
  }
  return {std::make_shared<const core::object_list>(std::move(all)), position_};
}

void read_snapshots(acting* self, const std::map<core::binding_id, binding_sources>& bindings,
                    std::function<void(binding_snapshots)> done) {
  auto all = std::make_shared<collector>();
  all->done = std::move(done);
  for (const auto& [id, binding] : bindings) {
    if (!binding.problem.empty()) {
      all->answers.emplace(id, binding_answers{0, 1}).first->second.take(0, {{}, core::unlisted{binding.problem}, 0});
      continue;
    }
    all->answers.emplace(id, binding_answers{binding.last_source, binding.sources.size()});
    for (const auto& x : binding.sources) {
      ++all->missing;
      self->ask(
        x.informer, read_snapshot{{}, x.key},
        [all, id = id, source = x.number](const snapshot_read& read) { all->take(id, source, read); },
        [all, id = id, source = x.number](const std::string& reason) {
          all->take(id, source, {{}, core::unlisted{"its informer has ended: " + reason}, 0});
        });
    }
  }
  all->finish_one();
}

} // namespace actors
