#include "core/releases/unpacked_record.hpp"
#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

using core::releases::release_status;

namespace {

// Helm's record of a release 'ingress' with a ConfigMap: JSON, gzip, base64, and again base64 for the Secret.
constexpr const char* payload =
  "SDRzSUFBQUFBQUFDQXoyT3dRckNNQXlHWHlYRXEzT0lGK25Wc3lmQlV5OWh6VVp4VGN2U0RjYll1OXVxZUV2eUpYKytEWVVD"
  "b3dIME1reXNpc2RhOXJHTU50Uk1lZFpLSGFjeHJ1eHdMenlRK0o0MVY5QTBqWlVEUE9JOGRXemdsOUptRG1ta3pOcDI0YlJT"
  "R0sxUThrK2UxRWN4c0p5dHZMdzRBN2NvdlIvdWxLd0V6dVFvazdFQ1VMWCtjVmFxMXZLOUxsOHZwYXNMbXFqN3lMc3I3bTk1"
  "amM5YXl3QUFBQT09";

std::string secret(const std::string& status, const std::string& version) {
  return R"({"apiVersion":"v1","kind":"Secret","type":"helm.sh/release.v1",)"
         R"("metadata":{"name":"sh.helm.release.v1.ingress.v)"
         + version + R"(","labels":{"name":"ingress","owner":"helm","moduleChecksum":"abc","status":")" + status
         + R"(","version":")" + version + R"("}},"data":{"release":")" + payload + R"("}})";
}

} // namespace

TEST_CASE("the manifest is decoded from the payload of the Secret") {
  auto manifest = core::releases::read_manifest(secret("deployed", "3"));
  REQUIRE(manifest);
  CHECK(*manifest
        == "---\n# Source: ingress/templates/cm.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n"
           "  name: ingress\n");
}

TEST_CASE("a release in a ConfigMap is read as one in a Secret") {
  // The same payload without the Secret's base64.
  const std::string text =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"sh.helm.release.v1.ingress.v1","resourceVersion":"5",)"
    R"("labels":{"name":"ingress","owner":"helm","status":"deployed","version":"1"}},"data":{"release":")";
  const auto once = text::decode_base64(payload);
  REQUIRE(once);
  const auto x = core::releases::read_release(text + *once + "\"}}");
  REQUIRE(x);
  CHECK(x->name == "ingress");
  CHECK(x->resource_version == "5");
  const auto manifest = core::releases::read_manifest(text + *once + "\"}}");
  REQUIRE(manifest);
  CHECK(*manifest == core::releases::read_manifest(secret("deployed", "1")).value());
  CHECK(core::releases::read_manifest(text + "%%\"}}")
          .error()
          .message.starts_with("ConfigMap 'sh.helm.release.v1.ingress.v1'"));
}

TEST_CASE("a damaged payload is an error that names the Secret") {
  auto with_data = [](const std::string& data) {
    return std::string(R"({"metadata":{"name":"a"},"data":{"release":")") + data + R"("}})";
  };
  struct row {
    std::string secret;
    const char* message;
  };
  for (const auto& r : {
         row{with_data("%%"), "Secret 'a': 'data.release' is not base64 of base64"},
         row{with_data("QUJD"), "Secret 'a': 'data.release' is not base64 of base64"},
         row{with_data("UVVKRA=="), "Secret 'a': 'data.release': gzip: the data is damaged or ends too early"},
         row{R"({"metadata":{"name":"a"}})", "Secret 'a': no 'data.release'"},
         // null, [], and {"name":"a","manifest":""}
         row{with_data("SDRzSUFBQUFBQUFDQThzcnpja0JBRS84eXlVRUFBQUE="),
             "Secret 'a': 'data.release' is not a release, for it has no 'info'"},
         row{with_data("SDRzSUFBQUFBQUFDQTR1T0JRQXB1MHdOQWdBQUFBPT0="),
             "Secret 'a': 'data.release' is not a release, for it has no 'info'"},
         row{with_data("SDRzSUFBQUFBQUFDQTZ0V3lrdk1UVld5VWtwVTBsSEtUY3pMVEVzdExnRnlsV29CVjZ3RVRSb0FBQUE9"),
             "Secret 'a': 'data.release' is not a release, for it has no 'info'"},
       }) {
    auto manifest = core::releases::read_manifest(r.secret);
    REQUIRE_FALSE(manifest);
    CHECK(manifest.error().message == r.message);
  }
}
