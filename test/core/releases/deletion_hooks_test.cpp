#include "core/releases/deletion_hooks.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

release labelled(const deletion_hooks& x) {
  return {"web", 3, release_status::deployed, deletion_hook_labels(std::nullopt, x)};
}

std::string missing(const deletion_hooks& before, const deletion_hooks& now,
                    deletion_stage stage = deletion_stage::installed) {
  return words_of_deletion_hooks(missing_deletion_hooks(deletion_hook_labels_of(labelled(before)), now, stage));
}

} // namespace

TEST_CASE("hooks of the deletion are known by labels") {
  CHECK_EQ(words_of_deletion_hooks(deletion_hook_labels_of(labelled({{"hooks/a.sh"}, {"hooks/a.sh"}}))),
           "hooks/a.sh (beforeDeleteHelm), hooks/a.sh (afterDeleteHelm)");
  CHECK_EQ(missing({{"a.sh"}, {}}, {{"a.sh"}, {}}), "");
  CHECK_EQ(missing({{"a.sh"}, {}}, {}), "a.sh (beforeDeleteHelm)");
  CHECK_EQ(missing({{"a.sh"}, {"a.sh"}}, {{}, {"a.sh"}}), "a.sh (beforeDeleteHelm)");
  CHECK_EQ(missing({{"a.sh"}, {"b.sh"}}, {}, deletion_stage::uninstalled), "b.sh (afterDeleteHelm)");
}

TEST_CASE("a hook of the deletion with another name takes the place of one that is missing") {
  CHECK_EQ(missing({{"a.sh"}, {}}, {{"b.sh"}, {}}), "");
  CHECK_EQ(missing({{"a.sh", "b.sh"}, {}}, {{"c.sh"}, {}}), "a.sh (beforeDeleteHelm), b.sh (beforeDeleteHelm)");
  CHECK_EQ(missing({{"a.sh", "b.sh"}, {}}, {{"b.sh"}, {}}), "a.sh (beforeDeleteHelm)");
}

TEST_CASE("the label of a hook stays while the hook is missing, and goes with its renaming") {
  const auto last = labelled({{"a.sh"}, {}});
  const auto key = last.labels.begin()->first;
  CHECK(deletion_hook_labels(last, {}).empty());
  CHECK(deletion_hook_labels_due(last, {}).empty());
  CHECK(deletion_hook_labels_due(last, {{"a.sh"}, {}}).empty());
  CHECK_EQ(deletion_hook_labels(last, {{"b.sh"}, {}}).at(key), label_taken_away);
  CHECK_EQ(deletion_hook_labels_due(last, {{"b.sh"}, {}}).at(key), "");
  CHECK_EQ(deletion_hook_labels_due(last, {{"b.sh"}, {}}).size(), 2);
}
