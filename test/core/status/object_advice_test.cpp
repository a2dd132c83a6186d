#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/object_advice") {
  TEST_CASE("refused objects have the command for their kind and name") {
    test::check_advice({
      {R"(cannot patch "db" with kind Job: Job.batch "db" is invalid: spec.template: Invalid value: {}: )"
       R"(field is immutable)",
       {"`kubectl delete Job db`", "its work stops"}},
      {R"(cannot patch "db" with kind StatefulSet: StatefulSet.apps "db" is invalid: spec: Forbidden: updates to )"
       R"(statefulset spec for fields other than 'replicas' are forbidden)",
       {"`kubectl delete StatefulSet db --cascade=orphan`", "data stay"}},
      {R"(unable to build kubernetes objects: resource mapping not found for name: "a" namespace: "": no matches for )"
       R"(kind "Certificate" in version "cert-manager.io/v1beta1" ensure CRDs are installed first)",
       {"does not know Certificate", "grep -i Certificate"}},
      {R"(Secret "sh.helm.release.v1.a.v7" is invalid: data: Too long: must have at most 1048576 bytes)",
       {"record of the release", ".helmignore"}},
      {"create: failed to create: etcdserver: request is too large", {"make it smaller"}},
      {"helm upgrade a: has failed (Helm's record of the release, which holds the chart, is larger than an object may "
       "be): create: failed to create: Request entity too large: limit is 3145728",
       {"record of the release", "divide the module"}},
      {R"(KUBERNETES_PATCH_PATH: MergePatch ConfigMap web/coredns: configmaps "coredns" not found)",
       {"the object that the hook changes is not there", "ignoreMissingObject: true"}},
      {"objects of release 'a': b/ConfigMap/c has gone 4 times, so its next repair waits 20 s: find the client that "
       "deletes it",
       {"audit log", "prunes"}},
      {"objects of release 'a' that are being deleted: b/ConfigMap/c is being deleted since T, held by the finalizer "
       "hold.example.com",
       {"the finalizer hold.example.com must run", "makes it again"}},
      {"objects of release 'a' that are being deleted: b/ConfigMap/c is being deleted since T, held by the finalizer "
       "example.com/hold",
       {"the finalizer example.com/hold must run"}},
      {"watch of Rail, for hook 'a.sh' is lost since T: the API server does not serve the kind any more, so all its "
       "objects count as deleted",
       {"the objects of Rail made anew", "take the binding out"}},
      {R"(namespaces "web" not found)", {"`kubectl create namespace web`"}},
      {R"(configmaps "a" is forbidden: unable to create new content in namespace web because it is being terminated)",
       {"`kubectl get namespace web -o yaml`"}},
      {R"(Service "a" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated)",
       {"another Service has that port", "grep 30080`"}},
      {"Service \"a\" is invalid: spec.ports[0].nodePort: Invalid value: <redacted>: provided port is already "
       "allocated",
       {"grep PORT`"}},
      {"no matches for kind \"PodDisruptionBudget\" in version \"policy/v1beta1\" (the API server serves kind "
       "'PodDisruptionBudget' as policy/v1, not as policy/v1beta1)",
       {"`apiVersion: policy/v1`"}},
      {"no matches for kind \"Gadget\" in version \"a.io/v1beta1\" (the API server serves kind 'Gadget' as a.io/v1, "
       "not "
       "as a.io/v1beta1; Helm has this from the last release: have a.io/v1beta1 served again until the upgrade is "
       "through)",
       {"have a.io/v1beta1 served again"}},
    });
  }

  TEST_CASE("conflicts, foreign objects and rights that are handed on have a step each") {
    test::check_advice({
      {R"(object is being deleted: configmaps "a" already exists)", {"configmaps a", "finalizer", "leaves behind"}},
      {R"(object is being deleted: persistentvolumeclaims "data" already exists)",
       {"`kubectl -n prod describe pvc data`", "leave the finalizer"}},
      {R"(conflict occurred while applying object web/a apps/v1, Kind=Deployment: Apply failed with 1 conflict: )"
       R"(conflict with "kubectl-client-side-apply" using apps/v1: .spec.replicas)",
       {"kubectl-client-side-apply has written that field", "--force-conflicts"}},
      {R"(Unable to continue with install: ConfigMap "a" in namespace "web" exists and cannot be imported into the )"
       R"(current release: invalid ownership metadata; annotation validation error: key "meta.helm.sh/release-name" )"
       R"(must equal "landing": current value is "shop")",
       {"the release 'shop' has an object of that name already", "an uninstall of 'shop' removes it"}},
      {R"(ConfigMap "a" in namespace "web" exists and cannot be imported into the current release: invalid ownership )"
       R"(metadata; label validation error: missing key)",
       {"no release has made it"}},
      {R"(roles.rbac.authorization.k8s.io "a" is forbidden: user "op" (groups=["g"]) is attempting to grant RBAC )"
       R"(permissions not currently held: {APIGroups:[""], Resources:["secrets"], Verbs:["get"]})",
       {"`bind` and `escalate`", "addon-operator rbac"}},
      {R"(Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes)",
       {"`kubectl get configmaps -A --field-selector metadata.name=a"}},
    });
  }

  TEST_CASE("fields that never change, sizes and versions have a step each") {
    test::check_advice({
      {R"(cannot patch "a" with kind PersistentVolumeClaim: PersistentVolumeClaim "a" is invalid: spec: Forbidden: )"
       R"(spec is immutable after creation except resources.requests)",
       {"put its former value back", "copy them first"}},
      {R"(cannot patch "a" with kind RoleBinding: RoleBinding "a" is invalid: roleRef: )"
       R"(Invalid value: {}: cannot change roleRef)",
       {"`kubectl delete RoleBinding a`"}},
      {R"(persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the )"
       R"(storageclass)",
       {"allowVolumeExpansion"}},
      {R"(ConfigMap "a" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes)", {"256 KiB"}},
      {"the server could not find the requested resource", {"kubectl api-resources", "apiVersion"}},
      {R"(strict decoding error: unknown field "spec.replica")", {"no field spec.replica", "indentation"}},
      {R"(Deployment.apps "front" is invalid: spec.replicas: Invalid value: -1: must be greater than 0)",
       {"field that is named behind 'is invalid' of front", "module render landing"}},
    });
  }
}

TEST_CASE("a kind whose step the words have already has no other step") {
  const std::string words = R"(: no matches for kind "Gadget" in version "a/v1beta1" ensure CRDs are installed first)";
  CHECK_NE(core::status::failure_advice("x" + words, {}), "");
  CHECK_EQ(
    core::status::failure_advice("x (…; Helm has this from the last release: have a/v1beta1 served again)" + words, {}),
    "have a/v1beta1 served again until the upgrade is through, as the words in brackets say");
}

TEST_CASE("a namespace that waits for an API names its APIService, and no finalizer") {
  core::status::cluster_sights seen;
  seen[{.api_version = "v1", .kind = "Namespace", .name = "web"}] = {*text::parse_json(
    R"({"status":{"conditions":[{"type":"NamespaceDeletionDiscoveryFailure","status":"True","message":)"
    R"("Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: )"
    R"(metrics.k8s.io/v1beta1: stale GroupVersion"}]}})")};
  const auto advice = core::status::failure_advice("in namespace web because it is being terminated", {.seen = &seen});
  CHECK_NE(advice.find("`kubectl get apiservice v1beta1.metrics.k8s.io -o yaml`"), std::string::npos);
  CHECK_EQ(advice.find("finalizer"), std::string::npos);
}

TEST_CASE("the configuration of a hook that is not valid is no refusal of the API server") {
  CHECK_EQ(core::status::failure_advice("schedule[0].crontab: crontab is invalid: '61 * * * *': minute '61'", {}), "");
}
