#include "core/status/hook_reads.hpp"

#include "core/status/status_samples.hpp"

#include "core/status/failure_advice.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace core::status;
using core::bindings::snapshots_by_binding;

namespace {

constexpr auto success_us = test::status_now_us - 60'000'000;

core::bindings::hook_definition hook_of(const std::string& kind) {
  core::bindings::hook_definition hook;
  hook.name = "hooks/a.sh";
  core::bindings::kubernetes_binding binding{.name = "pods", .api_version = "v1", .kind = kind};
  binding.namespaces.names = {"web"};
  binding.labels.match_labels = {{"collect", "yes"}};
  hook.kubernetes.push_back(binding);
  return hook;
}

core::bindings::snapshot_object object_of(const std::string& name, std::size_t bytes) {
  return {"web", name, nullptr, std::make_shared<const std::string>(bytes, 'x'), {}};
}

text::json metadata_of(const std::string& name, const std::string& manager, const std::string& time) {
  return *text::parse_json(R"({"metadata":{"namespace":"web","name":")" + name + R"(","creationTimestamp":")" + time
                           + R"(","managedFields":[{"manager":")" + manager + R"(","time":")" + time
                           + R"(","fieldsV1":{"f:data":{}}}]}})");
}

hook_reads reads(const std::string& kind, const core::bindings::object_list& objects,
                 const std::vector<text::json>& seen) {
  const auto hook = hook_of(kind);
  const auto wanted = sights_of(hook);
  REQUIRE_EQ(wanted.size(), 1);
  const snapshots_by_binding known{{{hook.name, 0}, std::make_shared<const core::bindings::object_list>(objects)}};
  return reads_of(hook, known, {{wanted.front(), seen}});
}

} // namespace

TEST_SUITE("core/hook_reads") {
  TEST_CASE("the sights of a hook are lists of metadata with the selectors of its bindings") {
    const auto wanted = sights_of(hook_of("ConfigMap"));
    REQUIRE_EQ(wanted.size(), 1);
    CHECK(wanted[0]
          == sight{.api_version = "v1", .kind = "ConfigMap", .namespace_name = "web", .labels = "collect=yes"});
    auto many = hook_of("ConfigMap");
    many.kubernetes[0].namespaces.names = {"a", "b", "c", "d", "e"};
    many.kubernetes[0].object_names = {"x"};
    REQUIRE_EQ(sights_of(many).size(), 1);
    CHECK_EQ(sights_of(many)[0].namespace_name, "");
    CHECK_EQ(sights_of(many)[0].fields, "metadata.name=x");
  }

  TEST_CASE("objects that have changed since the last success come first, then the largest") {
    const auto x =
      reads("ConfigMap", {object_of("blue", 250'000), object_of("green", 620'000), object_of("violet", 900)},
            {metadata_of("green", "green-ci", "2026-11-25T03:15:00Z"),
             metadata_of("blue", "kubectl", "2026-11-25T03:01:00Z")});
    CHECK_EQ(
      words_of(x, success_us),
      "3 ConfigMaps, 871 kB: ConfigMap web/green 620 kB (new since the last success, by green-ci at "
      "2026-11-25 03:15:00), ConfigMap web/blue 250 kB (unchanged since 2026-11-25 03:01:00), ConfigMap web/violet "
      "900 bytes; its last success was at 2026-11-25 03:14:32");
    CHECK(step_after_reads(x, success_us)
            .starts_with("look first at ConfigMap web/green, which green-ci has written since "
                         "the last success"));
    CHECK_EQ(step_after_reads(x, std::nullopt), "");
    CHECK_EQ(step_after_reads(x, test::status_now_us), "");
  }

  TEST_CASE("the input of an object that is too large is named with its size and its writer") {
    const auto x = reads("ConfigMap", {object_of("blue", 250'000), object_of("green", 620'000)},
                         {metadata_of("green", "green-ci", "2026-11-25T03:15:00Z")});
    const auto advice = failure_advice("ConfigMap \"all\" is invalid: []: Too long: may not be more than 1048576 bytes",
                                       {.module = "landing", .reads = &x, .succeeded_us = success_us});
    CHECK_MESSAGE(
      advice.find("have ConfigMap web/green (620 kB, written since the last success by green-ci) made smaller, "
                  "or take its label collect=yes away")
        != advice.npos,
      advice);
  }

  TEST_CASE("a refused login names the Secret that the hook reads") {
    const auto x = reads("Secret", {object_of("token", 24)}, {metadata_of("token", "kubectl", "2026-11-25T03:01:00Z")});
    const auto advice = failure_advice("exit status 22: curl: (22) The requested URL returned error: 401",
                                       {.module = "landing", .reads = &x, .succeeded_us = success_us});
    CHECK_MESSAGE(advice.find("put them into Secret web/token") != advice.npos, advice);
    CHECK_EQ(words_of(x, success_us), "1 Secret, 24 bytes: Secret web/token 24 bytes (unchanged since 2026-11-25 "
                                      "03:01:00); its last success was at 2026-11-25 03:14:32");
  }

  TEST_CASE("objects that are not known are no empty list, and a hook without a success says so") {
    const auto hook = hook_of("Pod");
    const auto x = reads_of(hook, {{{hook.name, 0}, core::bindings::unlisted{"refused"}}}, {});
    CHECK_EQ(words_of(x, std::nullopt),
             "not known are the objects of Pod: refused; it has had no success since the start");
    CHECK(largest_of(x) == nullptr);
    const auto without_answer = reads_of(
      hook, {{{hook.name, 0}, std::make_shared<const core::bindings::object_list>(std::vector{object_of("a", 1)})}},
      {});
    CHECK(words_of(without_answer, success_us).starts_with("1 Pod, 1 byte: Pod web/a 1 byte; its last success"));
  }

  TEST_CASE("a binding without an object is named with its selectors, and is looked at first") {
    const auto x = reads("Secret", {}, {});
    CHECK_EQ(words_of(x, success_us), "binding 'pods': no Secret in namespace web with collect=yes; its last success "
                                      "was at 2026-11-25 03:14:32");
    CHECK(step_after_reads(x, success_us).starts_with("look first at binding 'pods': no Secret in namespace web with"));
    CHECK_EQ(step_after_reads(x, std::nullopt), "");
  }

  TEST_CASE("sizes are in powers of 1000") {
    CHECK_EQ(size_text(0), "0 bytes");
    CHECK_EQ(size_text(999), "999 bytes");
    CHECK_EQ(size_text(1500), "2 kB");
    CHECK_EQ(size_text(1'150'000), "1.15 MB");
  }
}
