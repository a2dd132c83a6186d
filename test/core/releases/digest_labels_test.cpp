#include "core/releases/digest_labels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace core::releases;

namespace {

std::vector<std::string> texts(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back("text " + std::to_string(i));
  return all;
}

release with(std::map<std::string, std::string> labels) {
  return {"web", 3, release_status::deployed, std::move(labels)};
}

} // namespace

TEST_CASE("labels know texts by their digests") {
  struct row {
    std::size_t texts;
    std::size_t labels;
  };
  for (const auto& x : {row{0, 0}, row{1, 1}, row{10, 1}, row{11, 2}, row{400, 40}, row{1000, 40}}) {
    CAPTURE(x.texts);
    const auto all = texts(x.texts);
    const auto labels = digest_labels("moduleX.", all);
    CHECK_EQ(labels.size(), x.labels);
    CHECK(std::all_of(labels.begin(), labels.end(), [](const auto& one) { return one.second.size() <= 63; }));
    const auto last = with(labels);
    const auto is_known = [&](const std::string& text) { return has_digest(last, "moduleX.", text); };
    CHECK_EQ(std::count_if(all.begin(), all.end(), is_known),
             static_cast<std::ptrdiff_t>(std::min(x.texts, digests_max)));
    CHECK_FALSE(is_known("another text"));
    CHECK_EQ(has_label_with(last, "moduleX."), x.labels > 0);
  }
}

TEST_CASE("the order of texts makes no difference to labels") {
  auto all = texts(30);
  const auto labels = digest_labels("moduleX.", all);
  std::reverse(all.begin(), all.end());
  CHECK_EQ(digest_labels("moduleX.", all), labels);
}

TEST_CASE("a digest counts only under its prefix, and at its place in the label") {
  const auto one = digest_labels("moduleX.", {"a"}).at("moduleX.0");
  CHECK(has_digest(with({{"moduleX.7", "000000" + one}}), "moduleX.", "a"));
  CHECK_FALSE(has_digest(with({{"moduleX.7", "0" + one}}), "moduleX.", "a"));
  CHECK_FALSE(has_digest(with({{"moduleY.0", one}}), "moduleX.", "a"));
  CHECK_FALSE(has_digest(with({{"moduleX.0", "none"}}), "moduleX.", "a"));
}

TEST_CASE("labels that are outdated are removed") {
  const auto last = with({{"moduleX.0", "a"}, {"moduleX.1", "b"}, {"moduleY.0", "c"}});
  std::map<std::string, std::string> labels{{"moduleX.0", "now"}};
  remove_outdated(labels, last, "moduleX.", "null");
  CHECK_EQ(labels, std::map<std::string, std::string>{{"moduleX.0", "now"}, {"moduleX.1", "null"}});
}
