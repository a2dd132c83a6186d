// Responses that are valid JSON of Kubernetes but do not fit the request: from a cache that ignores the
// selector or the requested form, or from a proxy that has mixed up two requests. They prove no state of any
// object.
#include "support/operator_fixture.hpp"

#include <optional>
#include <string>
#include <vector>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

using answer = std::optional<base::result<kube::api::http_response>>;

struct wrong_answer {
  std::string name;
  std::string body;
  int status = 200;
};

/// @param kind of the requested objects
std::vector<wrong_answer> empty_answers(const std::string& kind) {
  const std::string version = R"(","metadata":{"resourceVersion":"999999"})";
  const std::string head = R"({"apiVersion":"v1","kind":")" + kind + "List" + version;
  const std::string other = R"({"apiVersion":"v1","kind":"ServiceList)" + version;
  return {
    {"another kind", other + R"(,"items":[]})"},
    {"the kind of an item", R"({"apiVersion":"v1","kind":")" + kind + version + R"(,"items":[]})"},
    {"another apiVersion", R"({"apiVersion":"apps/v1","kind":")" + kind + "List" + version + R"(,"items":[]})"},
    {"kubectl's list", R"({"apiVersion":"v1","kind":"List)" + version + R"(,"items":[]})"},
    {"a Status", R"({"apiVersion":"v1","status":"Success","kind":"Status)" + version + "}"},
    {"a Table", R"({"apiVersion":"meta.k8s.io/v1","rows":[],"kind":"Table)" + version + "}"},
    {"no items", head + "}"},
    {"items that are no array", head + R"(,"items":{}})"},
    {"any state", R"({"apiVersion":"v1","kind":")" + kind + R"(List","metadata":{"resourceVersion":"0"},"items":[]})"},
    {"no position", R"({"apiVersion":"v1","kind":")" + kind + R"(List","metadata":{},"items":[]})"},
    {"a page without a next page",
     R"({"apiVersion":"v1","kind":")" + kind
       + R"(List","metadata":{"resourceVersion":"9","remainingItemCount":3},"items":[]})"},
    {"a proxy's version", head + R"(,"items":[]})", 203},
    {"no content", head + R"(,"items":[]})", 204},
    {"a part", head + R"(,"items":[]})", 206},
    {"nothing", "{}"},
    {"null", "null"},
    {"an array", "[]"},
    {"no text", ""},
    {"a page", "<html></html>"}};
}

struct wrong_answers_fixture : operator_fixture {
  wrong_answers_fixture() {
    module("010-db");
    module("020-web");
    for (const auto* name : {"db", "web"})
      chart(name, "apiVersion: v1\nkind: Service\nmetadata: {name: " + std::string(name) + "}\n");
    hook("web/watch.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
    set_config({{"webEnabled", "true"}, {"dbEnabled", "true"}});
    for (const auto* name : {"p", "q"}) api().put_object(test::object_of("v1", "Pod", name));
    start();
    advance(1min);
    REQUIRE(take_journal().find("helm upgrade web") != std::string::npos);
    REQUIRE(problems().empty());
  }

  /// Answers lists with this text in their target, after ending their watches.
  void answer_lists(const std::string& target_part, const wrong_answer& wrong) {
    api().put_between([target_part, wrong](const kube::api::http_request& x) {
      if (x.target.find(target_part) == std::string::npos) return answer();
      if (x.target.find("watch=") == std::string::npos)
        return answer(
          kube::api::http_response{.status = wrong.status, .body = wrong.body, .retry_after = std::nullopt});
      return answer(kube::api::http_response{
        .status = 410,
        .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410})",
        .retry_after = std::nullopt});
    });
    api().end_watches();
  }

  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& x : describe().problems) text += x + "\n";
    return text;
  }

  void check_is_unknown(const std::string& target_part, const wrong_answer& wrong) {
    CAPTURE(wrong.name);
    answer_lists(target_part, wrong);
    advance(3s);
    CHECK_EQ(take_journal(), "");
    CHECK_NE(problems(), "");
    api().put_between({});
    advance(1min);
    CHECK_EQ(take_journal(), "");
    CHECK_EQ(problems(), "");
  }
};

} // namespace

TEST_CASE_FIXTURE(wrong_answers_fixture, "a list that is not about the objects of a binding takes none of them away") {
  for (const auto& wrong : empty_answers("Pod")) check_is_unknown("/pods", wrong);
  check_is_unknown("/pods", {"metadata", R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1",)"
                                         R"("metadata":{"resourceVersion":"999999"},"items":[]})"});
}

TEST_CASE_FIXTURE(wrong_answers_fixture, "a list that is not about the operator's ConfigMap is no empty ConfigMap") {
  const std::string name = "addon-operator";
  const std::string path = "fieldSelector=metadata.name%3D" + name;
  for (const auto& wrong : empty_answers("ConfigMap")) check_is_unknown(path, wrong);
  const auto list = [](const std::string& type, const std::string& item) {
    return "{" + type + R"(,"metadata":{"resourceVersion":"999999"},"items":[)" + item + "]}";
  };
  const auto item = [](const std::string& of) {
    return R"({"metadata":{"name":")" + of + R"(","namespace":"addon-operator","resourceVersion":"999998"}})";
  };
  const std::string whole = R"("kind":"ConfigMapList","apiVersion":"v1")";
  check_is_unknown(
    path, {"metadata alone", list(R"("kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1")", item(name))});
  check_is_unknown(path, {"Secrets", list(R"("kind":"SecretList","apiVersion":"v1")", item(name))});
  check_is_unknown(path, {"another name", list(whole, item("kube-root-ca.crt"))});
  check_is_unknown(path, {"another name, too", list(whole, item("kube-root-ca.crt") + "," + item(name))});
  check_is_unknown(
    path, {"another namespace",
           list(whole, R"({"metadata":{"name":")" + name + R"(","namespace":"other","resourceVersion":"999998"}})")});
}
