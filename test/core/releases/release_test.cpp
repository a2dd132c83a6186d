#include "core/releases/release.hpp"
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

TEST_CASE("name, revision, status and the operator's labels are read from a release's Secret") {
  auto x = core::releases::read_release(secret("pending-upgrade", "12"));
  REQUIRE(x);
  CHECK(x->name == "ingress");
  CHECK(x->revision == 12);
  CHECK(x->status == release_status::pending_upgrade);
  CHECK(x->label(core::releases::module_checksum_label) == "abc");
  CHECK_FALSE(x->label(core::releases::inputs_checksum_label));
}

TEST_CASE("metadata alone is enough to read a release") {
  auto x =
    core::releases::read_release(R"({"kind":"PartialObjectMetadata","metadata":{"name":"sh.helm.release.v1.dns.v1",)"
                                 R"("labels":{"name":"dns","owner":"helm","status":"deployed","version":"1"}}})");
  REQUIRE(x);
  CHECK(x->name == "dns");
  CHECK(x->status == release_status::deployed);
}

TEST_CASE("a Secret that is not Helm's is distinguished from a broken one") {
  struct row {
    const char* secret;
    base::error_code code;
    const char* message;
  };
  for (const auto& r : {
         row{R"({"type":"Opaque","metadata":{"name":"a"}})", base::error_code::not_found,
             "Secret 'a' does not belong to a Helm release"},
         row{R"({"type":"Opaque","metadata":{"name":"a","labels":{"owner":"helm"}}})", base::error_code::not_found,
             "Secret 'a' does not belong to a Helm release"},
         row{R"({"metadata":{"name":"a","labels":{"owner":"helm","name":"x"}}})", base::error_code::invalid_input,
             "Secret 'a': a revision of release 'x' is named 'sh.helm.release.v1.x.v1', '.v2' and so on"},
         row{R"({"metadata":{"name":"sh.helm.release.v1.x.v1x","labels":{"owner":"helm","name":"x","version":"1"}}})",
             base::error_code::invalid_input,
             "Secret 'sh.helm.release.v1.x.v1x': a revision of release 'x' is named 'sh.helm.release.v1.x.v1', '.v2' "
             "and so on"},
         row{R"({"metadata":{"name":"sh.helm.release.v1.x.v","labels":{"owner":"helm","name":"x","version":"1"}}})",
             base::error_code::invalid_input,
             "Secret 'sh.helm.release.v1.x.v': a revision of release 'x' is named 'sh.helm.release.v1.x.v1', '.v2' "
             "and so on"},
         row{R"({"metadata":{"name":"sh.helm.release.v1.x.v1","labels":{"owner":"helm"}}})",
             base::error_code::invalid_input,
             "Secret 'sh.helm.release.v1.x.v1': the label 'name' must name the release"},
         row{R"({})", base::error_code::invalid_input, "Secret of a release: no metadata"},
       }) {
    auto x = core::releases::read_release(r.secret);
    REQUIRE_FALSE(x);
    CHECK(x.error().code == r.code);
    CHECK(x.error().message == r.message);
  }
}

TEST_CASE("the name of the Secret names the revision, whatever a client has written into the label") {
  const auto x =
    core::releases::read_release(R"({"metadata":{"name":"sh.helm.release.v1.dns.v12","labels":{"owner":"helm",)"
                                 R"("name":"dns","status":"deployed","version":"7"}}})");
  REQUIRE(x);
  CHECK(x->revision == 12);
}

TEST_CASE("every status of Helm is known by its name") {
  for (const auto* status : {"unknown", "deployed", "uninstalled", "superseded", "failed", "uninstalling",
                             "pending-install", "pending-upgrade", "pending-rollback"}) {
    auto x = core::releases::read_release(secret(status, "1"));
    REQUIRE(x);
    CHECK(std::string(core::releases::name(x->status)) == status);
    CHECK(core::releases::is_pending(x->status) == std::string(status).starts_with("pending-"));
  }
}

TEST_CASE("the Secret of a revision is named as Helm names it") {
  CHECK(core::releases::release_secret_name("ingress", 12) == "sh.helm.release.v1.ingress.v12");
}

TEST_CASE("a revision is surely somebody else's if it carries another revision's number, or no label of an operator") {
  using labels = std::map<std::string, std::string>;
  const auto made_by_others = [](labels all) {
    return core::releases::is_made_by_others({"web", 3, release_status::deployed, std::move(all)});
  };
  CHECK_FALSE(made_by_others({{"moduleRevision", "3"}, {"inputsChecksum", "a"}}));
  CHECK(made_by_others({{"moduleRevision", "2"}, {"inputsChecksum", "a"}}));
  CHECK_FALSE(made_by_others({{"moduleChecksum", "made before revisions carried numbers"}}));
  CHECK(made_by_others({}));
}

TEST_CASE("a revision may be a copy of another one that carries the same number") {
  const auto numbered = [](std::uint32_t revision, const std::string& number) {
    return core::releases::release{"web", revision, release_status::deployed, {{"moduleRevision", number}}};
  };
  CHECK(core::releases::has_number_of_another(numbered(7, "6"), {numbered(6, "6"), numbered(7, "6")}));
  CHECK_FALSE(core::releases::has_number_of_another(numbered(7, "6"), {numbered(6, "5"), numbered(7, "6")}));
  CHECK_FALSE(core::releases::has_number_of_another(numbered(1, "6"), {numbered(1, "6")}));
  CHECK_FALSE(core::releases::has_number_of_another({"web", 2, release_status::deployed, {}}, {{"web", 1, {}, {}}}));
}

TEST_CASE("a checksum that was to be taken away is none, though an install has stored the word for it") {
  const auto x = core::releases::read_release(
    R"({"metadata":{"name":"sh.helm.release.v1.dns.v1","labels":{"name":"dns","owner":"helm",)"
    R"("moduleChecksum":"null"}}})");
  REQUIRE(x);
  CHECK_FALSE(x->label(core::releases::module_checksum_label));
}
