#include "core/releases/hidden_record.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

std::string object(const std::string& name, const std::string& labels) {
  return R"({"metadata":{"name":")" + name + R"(","labels":)" + labels + "}}";
}

std::string read(const std::string& name, const std::string& labels) {
  const auto x = read_hidden_record(object(name, labels));
  if (!x) return "-";
  std::string text = x->release + " " + std::to_string(x->revision);
  for (const auto& [label, value] : x->lost) text += " " + label + "=" + value;
  return text;
}

} // namespace

TEST_CASE("a record that Helm does not find is known by its name") {
  CHECK_EQ(read("sh.helm.release.v1.web.v3", R"({"owner":"helm","name":"web"})"), "-");
  CHECK_EQ(read("sh.helm.release.v1.web.v3", R"({"owner":"team-a","name":"web"})"), "web 3 owner=helm");
  CHECK_EQ(read("sh.helm.release.v1.web.v3", R"({"owner":"helm","name":"x"})"), "web 3 name=web");
  CHECK_EQ(read("sh.helm.release.v1.a.v1.b.v12", "{}"), "a.v1.b 12 name=a.v1.b owner=helm");
  CHECK_EQ(read("sh.helm.release.v1.web.v3", "null"), "web 3 name=web owner=helm");
  for (const auto* other : {"web", "sh.helm.release.v1.web", "sh.helm.release.v1.web.v", "sh.helm.release.v1.web.v3x",
                            "sh.helm.release.v1..v3", "sh.helm.release.v1.web.v99999999999"}) {
    CAPTURE(other);
    CHECK_EQ(read(other, "{}"), "-");
  }
  CHECK_FALSE(read_hidden_record("no JSON"));
  CHECK_FALSE(read_hidden_record("{}"));
}

TEST_CASE("the words name the latest hidden record, and the command all of them") {
  const std::vector<hidden_record> records{
    {"web", 4, {{"owner", "helm"}}}, {"web", 10, {{"owner", "helm"}}}, {"web", 9, {{"name", "web"}}}};
  CHECK_EQ(words_of_hidden_records(records, release_storage::secrets),
           "Secret 'sh.helm.release.v1.web.v10' and 2 more");
  CHECK_EQ(words_of_hidden_records({records[0]}, release_storage::config_maps),
           "ConfigMap 'sh.helm.release.v1.web.v4'");
  CHECK_EQ(command_to_show(records, "apps", release_storage::secrets),
           "kubectl -n apps label secret sh.helm.release.v1.web.v4 sh.helm.release.v1.web.v10 "
           "sh.helm.release.v1.web.v9 name=web owner=helm --overwrite");
}
