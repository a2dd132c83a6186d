#include "faults/bad_day.hpp"

#include "sys/files/remove_tree.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

/// Removes all files with this beginning of a name, as a program that cleans /tmp does. @returns how many.
std::size_t remove_below(const std::string& folder, const std::string& name) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().filename().string().starts_with(name)) found.push_back(entry.path());
  for (const auto& path : found) std::filesystem::remove_all(path);
  return found.size();
}

} // namespace

TEST_CASE("what somebody removes of the operator's temp directory comes back" * doctest::skip(e2e::no_cluster())) {
  faults::bad_day day("tmp-removed");
  e2e::operator_run run(day.files(), {.space = day.space()});
  run.await_converged();
  const auto tmp = day.files().path("tmp");
  int round = 0;
  // Helm's kubeconfig, helm's directory, the operator's directory.
  for (const auto* name : {"kubeconfig", "helm-", "operator-"}) {
    CHECK_EQ(remove_below(tmp, name), 1);
    day.set_word("alpha", "w" + std::to_string(++round));
    day.put_item("item-a", "w" + std::to_string(round));
    day.check_end(run);
  }
  REQUIRE(sys::files::remove_tree(tmp));
  day.set_word("alpha", "last");
  day.put_item("item-a", "last");
  day.check_end(run);
  CHECK_EQ(run.all({{"event", "helm_dir_restored"}}).size(), 4);
  CHECK_EQ(run.all({{"event", "tmp_dir_restored"}}).size(), 2);
  CHECK_EQ(run.stop().exit_code, 0);
  CHECK(std::filesystem::is_empty(tmp));
}
