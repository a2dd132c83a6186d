#include "base/missing_right.hpp"

#include <doctest/doctest.h>

using base::advice_on_rights;

TEST_CASE("a right that an API server misses becomes a rule to paste") {
  CHECK(advice_on_rights("secrets is forbidden: User \"system:serviceaccount:trial:look\" cannot create resource "
                         "\"secrets\" in API group \"\" in the namespace \"trial\"")
        == "add to a Role in namespace 'trial' of 'system:serviceaccount:trial:look': - {apiGroups: [\"\"], resources: "
           "[\"secrets\"], verbs: [\"create\"]}; in the operator's chart: rbac.modules (`addon-operator "
           "rbac DIR` prints all)");
  CHECK(advice_on_rights("helm upgrade x: nodes \\\"a\\\" is forbidden: User \\\"u\\\" cannot patch resource "
                         "\\\"nodes/status\\\" in API group \\\"\\\" at the cluster scope")
        == "add to a ClusterRole of 'u': - {apiGroups: [\"\"], resources: [\"nodes/status\"], verbs: [\"patch\"]}");
}

TEST_CASE("rights for definitions of kinds are given by another value of the chart") {
  const std::string who = "User \"system:serviceaccount:a:b\" cannot list resource ";
  const auto kinds = advice_on_rights(who
                                      + "\"customresourcedefinitions\" in API group \"apiextensions.k8s.io\" at the "
                                        "cluster scope");
  CHECK(kinds.ends_with("}; the operator's chart gives the rights for kinds with rbac.clusterWide=true"));
  CHECK(advice_on_rights(who + "\"pods\" in API group \"\" at the cluster scope")
          .ends_with("}; in the operator's chart: rbac.modules (`addon-operator rbac DIR` prints all)"));
}

TEST_CASE("a rule is found as it was written") {
  for (const auto* rule : {R"({apiGroups: ["", "apps"], resources: ["pods/log"], verbs: ["list", "watch"]})",
                           R"({apiGroups: [""], resources: ["secrets"], resourceNames: ["s"], verbs: ["get"]})",
                           R"({nonResourceURLs: ["/metrics"], verbs: ["get"]})"})
    CHECK(base::end_of_right("a " + std::string(rule) + " b", 2) == 2 + std::string(rule).size());
  for (const auto* other :
       {R"({apiGroups: ["hunter 2"], resources: ["a"], verbs: ["get"]})", R"({"a": 1})",
        R"({apiGroups: [""], verbs: ["get"]})", R"({apiGroups: [""], resources: ["a"], verbs: ["g)"})
    CHECK(base::end_of_right(other, 0) == 0);
}

TEST_CASE("verbs of the same resource are one rule, others rules of their own") {
  const std::string who = "User \"u\" cannot ";
  const std::string pods = " resource \"pods\" in API group \"\" in the namespace \"a\"\n";
  const auto rights = base::missing_rights(who + "get" + pods + who + "list" + pods + who + "get" + pods + who
                                           + "list resource \"jobs\" in API group \"batch\" in the namespace \"a\"");
  REQUIRE(rights.size() == 2);
  CHECK(rights[0].verbs == std::vector<std::string>{"get", "list"});
  CHECK(rights[1].groups == std::vector<std::string>{"batch"});
}

TEST_CASE("who watches may list and watch") {
  for (const std::string verb : {"list", "watch"}) {
    CAPTURE(verb);
    CHECK(advice_on_rights("User \"u\" cannot " + verb + " resource \"pods\" in API group \"\" at the cluster scope")
          == "add to a ClusterRole of 'u': - {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\", "
             "\"watch\"]}");
  }
}

TEST_CASE("rules that an account may not grant are reported as missing rights") {
  CHECK(
    advice_on_rights("roles.rbac.authorization.k8s.io \"x\" is forbidden: user \"u\" (groups=[\"g\"]) is attempting "
                     "to grant RBAC permissions not currently held:\n"
                     "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"get\" \"list\"]}\n"
                     "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"s\"], Verbs:[\"get\"]}")
    == "add to a ClusterRole of 'u': - {apiGroups: [\"apps\"], resources: [\"deployments\"], verbs: [\"get\", "
       "\"list\"]}; "
       "add to a ClusterRole of 'u': - {apiGroups: [\"\"], resources: [\"secrets\"], resourceNames: [\"s\"], verbs: "
       "[\"get\"]}");
}

TEST_CASE("rights for URLs that are no resources are rules, too") {
  CHECK(advice_on_rights("forbidden: User \"u\" cannot get path \"/metrics\"")
        == "add to a ClusterRole of 'u': - {nonResourceURLs: [\"/metrics\"], verbs: [\"get\"]}");
  CHECK(advice_on_rights("user \"u\" is attempting to grant RBAC permissions not currently held:\n"
                         "{NonResourceURLs:[\"/a\" \"/b\"], Verbs:[\"get\"]}")
        == "add to a ClusterRole of 'u': - {nonResourceURLs: [\"/a\", \"/b\"], verbs: [\"get\"]}");
  const auto rights = base::missing_rights("User \"u\" cannot get path \"/metrics\"");
  REQUIRE(rights.size() == 1);
  CHECK(base::sentence(rights[0]) == "User \"u\" cannot get path \"/metrics\"");
}

TEST_CASE("other texts miss no rights, and nothing of them but names is repeated") {
  for (const auto* text : {"", "it cannot be done", "User \"u\" cannot get resource \"pods\"",
                           "cannot get resource \"p\" in API group \"\"",
                           " cannot get resource \"pass word\" in API group \"\" at the cluster scope",
                           " cannot get resource \"p\" in API group \"\" in the namespace \"a b\"",
                           "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}"})
    CHECK_MESSAGE(advice_on_rights(text) == "", text);
  CHECK(
    advice_on_rights("hunter2 User \"a b\" cannot get resource \"p\" in API group \"\" at the cluster scope hunter2")
    == "add to a ClusterRole: - {apiGroups: [\"\"], resources: [\"p\"], verbs: [\"get\"]}");
}

TEST_CASE("a message about a missing right is known by the words of the API server, or by the advice") {
  const std::string words = "pods is forbidden: User \"u\" cannot list resource \"pods\" in API group \"\" at the "
                            "cluster scope";
  CHECK(base::names_missing_right(words));
  CHECK(base::names_missing_right("helm upgrade web: has failed (" + base::advice_on_rights(words) + ")"));
  CHECK_FALSE(base::names_missing_right("helm upgrade web: has failed: {apiGroups: []} is no list of rights"));
  CHECK_FALSE(base::names_missing_right(""));
}

TEST_CASE("a missing right is written as the sentence that it was read from") {
  const auto rights =
    base::missing_rights("User \"u\" cannot get resource \"pods\" in API group \"\" in the namespace \"a\"");
  REQUIRE(rights.size() == 1);
  CHECK(base::sentence(rights[0])
        == "User \"u\" cannot get resource \"pods\" in API group \"\" in the namespace \"a\"");
  CHECK(advice_on_rights(base::sentence(rights[0])) != "");
}
