#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

TEST_SUITE("core/workload_advice") {
  TEST_CASE("a volume that cannot be mounted leads to the object that is missing") {
    test::check_advice({
      {R"(MountVolume.SetUp failed for volume "tls" : secret "api-tls" not found)",
       {"the Secret api-tls is missing", "`kubectl -n prod get secrets`", "tries again by itself"}},
      {R"(MountVolume.SetUp failed for volume "conf" : configmap "web" not found)",
       {"the ConfigMap web is missing", "get configmaps`"}},
      {R"(MountVolume.SetUp failed for volume "tls" : references non-existent secret key: ca.crt)",
       {"the Secret of the volume has no key ca.crt"}},
      {R"(MountVolume.SetUp failed for volume "c" : references non-existent config key: a.yaml)",
       {"the ConfigMap of the volume has no key a.yaml"}},
    });
    CHECK_EQ(core::status::failure_advice("MountVolume.SetUp failed for volume \"x\" : exit status 32", {}), "");
  }

  TEST_CASE("a volume on another node leads to that node") {
    test::check_advice({
      {R"(Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) db-0)",
       {"still for Pod db-0", "`kubectl get volumeattachments | grep pvc-1`", "Recreate"}},
      {R"(Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node)",
       {"another node has the volume still: "}},
    });
  }

  TEST_CASE("drivers and network plugins are named as such") {
    test::check_advice({
      {R"(failed to provision volume with StorageClass "fast": rpc error: code = ResourceExhausted)",
       {"the driver of the StorageClass fast", "delete no claim"}},
      {R"(Failed to create pod sandbox: rpc error: failed to setup network for sandbox "0a": no IP addresses)",
       {"the network plugin of the node fails"}},
    });
  }
}
