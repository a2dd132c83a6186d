#include "core/releases/lookup_answers.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace core::releases;

namespace {

const manifest_object login{"v1", "Secret", "db", "login"};
const manifest_object list{"v1", "Secret", "db", ""};

release with(std::map<std::string, std::string> labels) {
  return {"web", 3, release_status::deployed, std::move(labels)};
}

} // namespace

TEST_CASE("the answers to lookups are read from an answer of the worker") {
  const auto read = read_lookup_answers(*text::parse_json(
    R"({"found":[{"apiVersion":"v1","kind":"Secret","namespace":"db","name":"login"}],)"
    R"("absent":[{"apiVersion":"v1","kind":"Secret","namespace":"db","name":""},{"kind":"Secret"},1]})"));
  CHECK_EQ(read, lookup_answers{{login}, {list}});
  for (const auto* other : {"{}", R"({"found":1,"absent":null})", "[]"})
    CHECK_EQ(read_lookup_answers(*text::parse_json(other)), lookup_answers{});
}

TEST_CASE("an object that the revision had found and that is absent is lost") {
  const auto last = with(lookup_labels(nullptr, lookup_answers{{login, list}, {}}));
  CHECK_EQ(last.labels.size(), 1);
  CHECK_EQ(lost_lookups(last, {{}, {login, list}}), std::vector{login, list});
  CHECK_EQ(lost_lookups(last, {{login}, {list}}), std::vector{list});
  auto other = login;
  other.name = "other";
  CHECK(lost_lookups(last, {{login, list}, {other}}).empty());
  auto newer = login;
  newer.api_version = "v2";
  CHECK_MESSAGE(lost_lookups(last, {{}, {newer}}).size() == 1, "another version of the same kind");
  newer.api_version = "x.io/v1";
  CHECK_MESSAGE(lost_lookups(last, {{}, {newer}}).empty(), "another kind");
  CHECK_MESSAGE(lost_lookups(with({}), {{}, {login}}).empty(), "a revision of an earlier version");
}

TEST_CASE("the labels of the next revision have no object that is absent") {
  const auto last = with(lookup_labels(nullptr, lookup_answers{{login}, {}}));
  CHECK_EQ(lookup_labels(&last, lookup_answers{{}, {login}}),
           std::map<std::string, std::string>{{"moduleLookups.0", label_taken_away}});
  CHECK_MESSAGE(lookup_labels(&last, std::nullopt).empty(), "not known");
}

// The numbers are in src/helm_worker/worker/looked_up_test.go, too.
TEST_CASE("objects have the digests of the Helm worker") {
  CHECK_EQ(lookup_labels(nullptr, lookup_answers{{login}, {}}).at("moduleLookups.0"), "1ffed2");
  CHECK_EQ(lookup_labels(nullptr, lookup_answers{{{"apps/v1", "Deployment", "db", "login"}}, {}}).at("moduleLookups.0"),
           "ce57cc");
}

TEST_CASE("objects with a name come before lists") {
  lookup_answers many;
  for (int i = 0; i < 500; ++i) many.found.push_back({"v1", "Secret", std::to_string(i), ""});
  many.found.push_back(login);
  CHECK_EQ(lost_lookups(with(lookup_labels(nullptr, many)), {{}, {login}}).size(), 1);
}

TEST_CASE("the labels of an unchanged revision follow what lookups find") {
  const auto labels = lookup_labels(nullptr, lookup_answers{{login}, {}});
  CHECK(lookup_labels_due(with(labels), lookup_answers{{login}, {list}}).empty());
  CHECK(lookup_labels_due(with(labels), std::nullopt).empty());
  CHECK_EQ(lookup_labels_due(with({}), lookup_answers{{login}, {}}), labels);
  CHECK_EQ(lookup_labels_due(with(labels), lookup_answers{}),
           std::map<std::string, std::string>{{"moduleLookups.0", ""}});
}

TEST_CASE("objects are named as charts look them up") {
  CHECK_EQ(words_of_lookups({login, list}), "Secret db/login, the list of kind Secret in namespace db");
  CHECK_EQ(words_of_lookups({{"v1", "Node", "", "a"}, {"v1", "Node", "", ""}}), "Node a, the list of kind Node");
  // Keys as src/helm_worker/worker/looked_up_keys.go names them.
  CHECK_EQ(words_of_lookups({{"v1", "Secret", "db", "login#tls.key"}, {"v1", "ConfigMap", "", "a#b"}}),
           "Secret db/login (its key 'tls.key'), ConfigMap a (its key 'b')");
  CHECK_EQ(words_of_lookups({7, {"v1", "Node", "", "a"}}), "Node a, Node a, Node a, Node a, Node a and 2 more");
}
