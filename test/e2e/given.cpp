#include "given.hpp"

#include "sys/files/environment.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include <cstdio>
#include <stdexcept>

namespace e2e {

namespace {

std::string required(const std::string& name) {
  auto value = sys::files::environment_variable(name).value_or("");
  if (value.empty()) throw std::runtime_error("$" + name + " is not set: run scripts/test");
  return value;
}

/// Says why no test runs; the numbers come from doctest itself.
class skip_message : public doctest::IReporter {
public:
  explicit skip_message(const doctest::ContextOptions&) {}
  void test_run_start() override {
    if (no_cluster()) std::fputs("$KUBECONFIG is not set, nothing is tested: run scripts/test\n", stderr);
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

DOCTEST_REGISTER_LISTENER("skip_message", 1, skip_message);

} // namespace

const given_programs& given() {
  static const given_programs all{.kubeconfig = required("KUBECONFIG"),
                                  .operator_program = required("OPERATOR_BIN"),
                                  .helm = required("HELM_BIN"),
                                  .helm_of_operator =
                                    sys::files::environment_variable("E2E_HELM_STAYS") ? "" : required("HELM_BIN"),
                                  .helm3 = required("HELM3_BIN"),
                                  .repository = required("REPOSITORY")};
  return all;
}

bool no_cluster() {
  return sys::files::environment_variable("KUBECONFIG").value_or("").empty();
}

bool no_helm_worker() {
  return no_cluster() || !std::filesystem::exists(given().operator_program + "-helm");
}

test::real_cluster& cluster() {
  static test::real_cluster one(given().kubeconfig);
  return one;
}

} // namespace e2e
