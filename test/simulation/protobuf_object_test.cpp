#include "simulation/protobuf_object.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("simulation/protobuf_object");

namespace {

/// A field that has a length, shorter than 128 bytes.
std::string field(int number, const std::string& bytes) {
  REQUIRE_LT(bytes.size(), 128);
  return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(bytes.size()) + bytes;
}

std::string entry(const std::string& key, const std::string& value) {
  return field(1, key) + field(2, value);
}

std::string envelope(const std::string& kind, const std::string& object) {
  return std::string("k8s\0", 4) + field(1, field(1, "v1") + field(2, kind)) + field(2, object);
}

std::string read(const std::string& bytes) {
  const auto made = simulation::object_of_protobuf(bytes);
  return made ? made->dump() : made.error().message;
}

std::string metadata() {
  return field(1, "a") + field(3, "team") + field(11, entry("owner", "helm"));
}

} // namespace

TEST_CASE("a Secret has its metadata, its type, and its data as base64") {
  const auto secret = field(1, metadata()) + field(2, entry("release", "hello")) + field(3, "helm.sh/release.v1");
  CHECK_EQ(read(envelope("Secret", secret)),
           R"({"apiVersion":"v1","data":{"release":"aGVsbG8="},"kind":"Secret",)"
           R"("metadata":{"labels":{"owner":"helm"},"name":"a","namespace":"team"},"type":"helm.sh/release.v1"})");
}

TEST_CASE("a ConfigMap has texts, a Namespace only its name") {
  CHECK_EQ(read(envelope("ConfigMap", field(1, field(1, "a")) + field(2, entry("k", "v")))),
           R"({"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"name":"a"}})");
  CHECK_EQ(read(envelope("Namespace", field(1, field(1, "a")))),
           R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}})");
}

TEST_CASE("numbers are passed over, whatever their form") {
  const std::string numbers("\x28\x96\x01\x31"
                            "12345678"
                            "\x3d"
                            "1234",
                            17);
  CHECK_EQ(read(envelope("Namespace", field(1, field(1, "a")) + numbers)),
           R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}})");
}

TEST_CASE("what is no such object is refused") {
  CHECK_EQ(read("{}"), "the body is no Protobuf of Kubernetes");
  CHECK_EQ(read(envelope("Pod", "")), "the virtual cluster reads no 'Pod' as Protobuf: send JSON");
  const auto whole = envelope("Secret", field(1, metadata()));
  CHECK_EQ(read(whole.substr(0, whole.size() - 3)), "a message is cut off");
  CHECK_EQ(read(std::string("k8s\0\x0b", 5)), "an unknown type of field");
}

TEST_SUITE_END();
