#include "core/rbac/patch_scan.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace core::rbac;
using words = std::set<std::string>;

namespace {

patch_scan scan(const std::string& code, const core::bindings::hook_definition& hook = {}) {
  return scan_patches({}, hook, code);
}

} // namespace

TEST_CASE("an operation needs its verbs, in any language") {
  struct row {
    const char* code;
    words verbs;
    words kinds;
  };
  for (const auto& r : {
         row{"operation: Create\nobject: {kind: Pod}\n", {"create"}, {"Pod"}},
         row{R"({"operation":"CreateOrUpdate","object":{"kind":"ConfigMap"}})",
             {"create", "get", "update"},
             {"ConfigMap"}},
         row{R"(echo "{\"operation\": \"MergePatch\", \"kind\": \"Pod\"}")", {"patch"}, {"Pod"}},
         row{
           "hook.objects.create_if_not_exists(x)\nhook.objects.json_patch(kind='Pod')\n", {"create", "patch"}, {"Pod"}},
         row{"operation: Delete\nkind: pods\n", {"delete", "list", "watch"}, {"pods"}},
         row{"kind: Pod\n", {}, {"Pod"}},
         row{"", {}, {}},
       }) {
    CAPTURE(r.code);
    const auto found = scan(r.code);
    CHECK(found.verbs == r.verbs);
    CHECK(found.kinds == r.kinds);
    CHECK(!found.leaves_open);
    CHECK(found.patches == !r.verbs.empty());
  }
}

TEST_CASE("an operation or a kind that is no plain word leaves rights open") {
  for (const auto* code : {"operation: $OPERATION\n", "operation: Replace\n", "kind: $KIND\n", "kind: of mine\n"}) {
    CAPTURE(code);
    CHECK(scan(code).leaves_open);
  }
  CHECK(!scan("my_operation: $X\nx.kind = 1\n").leaves_open);
}

TEST_CASE("kinds that only the hook's bindings have are no kinds of patches") {
  core::bindings::hook_definition hook;
  hook.kubernetes.emplace_back();
  hook.kubernetes.back().kind = "Pod";
  CHECK(scan("kind: Pod\n", hook).kinds == words{});
  CHECK(scan("kind: Pod\nkind: Pod\n", hook).kinds == words{"Pod"});
}

TEST_CASE("a file that is read may have the rest, unless it is a framework") {
  CHECK(scan(". ./mine.sh\n").reads_others);
  CHECK(scan("source /x\n").reads_others);
  CHECK(!scan("source /shell_lib.sh\n").reads_others);
  CHECK(!scan("import json\nsource = 1\n").reads_others);
  CHECK(scan("import sys\nsys.path.append('x')\n").reads_others);
}

TEST_CASE("subresources and the path of patches are found") {
  CHECK(scan("subresource: /status\n").subresources == std::vector<std::string>{"status"});
  CHECK(scan("cat > $KUBERNETES_PATCH_PATH\n").patches);
}

TEST_CASE("lines of comments are no code") {
  CHECK(without_comments("#!/bin/sh\n  # kind: Pod\n// x\necho # y\n\n") == "echo # y\n\n");
  CHECK(without_comments("") == "");
}

TEST_CASE("the version of a kind stands shortly before it") {
  CHECK(version_before("apiVersion: apps/v1\nkind: Deployment\n", "Deployment") == "apps/v1");
  CHECK(version_before(R"({"apiVersion":"v1","kind":"Pod"})", "Pod") == "v1");
  CHECK(version_before("apiVersion: v1\nkind: Pod\n", "Deployment") == "");
  CHECK(version_before("apiVersion: v1\n" + std::string(300, ' ') + "kind: Pod\n", "Pod") == "");
  CHECK(version_before("kind: Pod\n", "Pod") == "");
}
