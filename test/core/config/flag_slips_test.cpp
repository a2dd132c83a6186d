#include "core/config/flag_slips.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::config;

namespace {

/// The words about `cert-store` for this text of values.yaml.
std::string in_common(const std::string& text) {
  static_files files;
  files.common = {{"/modules/values.yaml", text}};
  files.modules["cert-store"].directory = "/modules/010-cert-store";
  const auto found = flag_slips_of(files);
  return found.contains("cert-store") ? found.at("cert-store") : "";
}

std::string in_own(const std::string& text) {
  static_files files;
  files.modules["cert-store"] = {.directory = "/modules/010-cert-store", .values = text};
  files.modules["db"].directory = "/modules/020-db";
  const auto found = flag_slips_of(files);
  CHECK(found.count("db") == 0);
  return found.contains("cert-store") ? found.at("cert-store") : "";
}

} // namespace

TEST_CASE("a flag in another spelling or at another place of a values file is found") {
  const std::string letters = " in /modules/values.yaml may be a misspelt 'certStoreEnabled'";
  CHECK_EQ(in_common("certStoreEnable: true\n"), "'certStoreEnable'" + letters);
  CHECK_EQ(in_common("certstoreEnabled: true\n"), "'certstoreEnabled'" + letters);
  CHECK_EQ(in_common("cert-storeEnabled: true\n"), "'cert-storeEnabled'" + letters);
  CHECK_EQ(in_common("cert-store: true\n"), "'cert-store'" + letters);
  const std::string nested = " in /modules/values.yaml has no effect there: is it the key 'certStoreEnabled'?";
  CHECK_EQ(in_common("certStore: {enabled: true}\n"), "'certStore.enabled'" + nested);
  CHECK_EQ(in_common("global: {certStoreEnabled: true}\n"), "'global.certStoreEnabled'" + nested);
  CHECK_EQ(in_common("global: {a: 1}\n#certStoreEnabled: true\n"),
           "'# certStoreEnabled' in /modules/values.yaml is a comment: is it the key 'certStoreEnabled'?");
}

TEST_CASE("a flag that a values file has is not looked for elsewhere in it") {
  for (const auto* flag : {"true", "false", ""}) {
    CAPTURE(flag);
    CHECK_EQ(in_common("certStoreEnabled: " + std::string(flag) + "\ncertStoreEnable: true\n"
                       + "certStore: {enabled: true}\n# certStoreEnabled: true\n"),
             "");
  }
  CHECK_EQ(in_common("global: {a: 1}\n"), "");
  CHECK_EQ(in_common("cert-store: false\ncertStore: {enabled: false}\n"), "");
  CHECK_EQ(in_common("a: [\n"), "");
  CHECK_EQ(in_common(""), "");
}

TEST_CASE("the module's own values.yaml may have its flag, too, and no flag of another module") {
  CHECK_EQ(in_own("certStoreEnabld: true\n# dbEnabled: true\n"),
           "'certStoreEnabld' in /modules/010-cert-store/values.yaml may be a misspelt 'certStoreEnabled'");
  CHECK_EQ(in_own("# certStoreEnabled: true\n"),
           "'# certStoreEnabled' in /modules/010-cert-store/values.yaml is a comment: is it the key "
           "'certStoreEnabled'?");
}
