#include "core/releases/misspelt_values.hpp"

#include "core/releases/planned_upgrades.hpp"
#include "core/values/hook_keys.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

std::string found(const char* before, const char* sections, const std::vector<text::json_pointer>& unread) {
  const auto read =
    values_read_by({.rendered = {{"a.yaml", "{{ .Values.web.size }} {{ range .Values.web.users }}{{ . }}"
                                            "{{ end }} {{ .Values.web.resources.cpu }}"}}});
  std::string words;
  const auto values = text::parse_yaml(before).value();
  const auto now = text::parse_yaml(sections).value();
  for (const auto& x : misspelt_values({values, read, now, unread}))
    words += core::values::words_of(x.written) + " for " + core::values::words_of(x.meant) + "; ";
  return words;
}

const text::json_pointer szie{{"web", "szie"}};

} // namespace

TEST_CASE("a new key without a reader is misspelt if it stands for a key that has gone and was read") {
  CHECK_EQ(found("{web: {size: 50}}", "{web: {szie: 80}}", {szie}), "web.szie for web.size; ");
  CHECK_EQ(found("{web: {users: [a]}}", "{web: {usres: [a]}}", {{{"web", "usres"}}}), "web.usres for web.users; ");
  // The whole member is new, however many values are in it.
  CHECK_EQ(found("{web: {resources: {cpu: 1}}}", "{web: {resorces: {cpu: 2, memory: 1}}}",
                 {{{"web", "resorces", "cpu"}}, {{"web", "resorces", "memory"}}}),
           "web.resorces for web.resources; ");
  CHECK_EQ(found("{web: {resources: {cpu: 1}}}", "{web: {resources: {cpuu: 2}}}", {{{"web", "resources", "cpuu"}}}),
           "web.resources.cpuu for web.resources.cpu; ");
}

TEST_CASE("a new key without a reader is not misspelt in other cases") {
  CHECK_EQ(found("{web: {size: 50, szie: 1}}", "{web: {szie: 80}}", {szie}), "");        // it is not new
  CHECK_EQ(found("{web: {size: 50}}", "{web: {size: 50, szie: 80}}", {szie}), "");       // the other is there
  CHECK_EQ(found("{web: {seize: 50}}", "{web: {szie: 80}}", {szie}), "");                // the other was not read
  CHECK_EQ(found("{web: {size: 50}}", "{web: {color: red}}", {{{"web", "color"}}}), ""); // another word
  CHECK_EQ(found("{web: {size: 50}}", "{web: {szie: 80}}", {}), "");                     // it is read
  CHECK_EQ(found("{web: [1]}", "{web: {szie: 80}}", {szie}), "");                        // no object before
  CHECK_EQ(found("{web: {size: 50}}", "{webs: {size: 50}}", {{{"webs", "size"}}}), "");  // another section
}

TEST_CASE("a new key without a reader stands for a key elsewhere with the same value that has gone and was read") {
  const auto* before = "{web: {resources: {cpu: 1}, size: 50}}";
  CHECK_EQ(found(before, "{web: {resources.cpu: 1, size: 50}}", {{{"web", "resources.cpu"}}}),
           "web.resources.cpu for web.resources.cpu; ");
  CHECK_EQ(found(before, "{web: {cpu: 1, size: 50}}", {{{"web", "cpu"}}}), "web.cpu for web.resources.cpu; ");
  CHECK_EQ(found(before, "{web: {box: {resources: {cpu: 1}}, size: 50}}", {{{"web", "box", "resources", "cpu"}}}),
           "web.box.resources.cpu for web.resources.cpu; ");
  CHECK_EQ(found(before, "{web: {resources: {cpu: 1, size: 50}}}", {{{"web", "resources", "size"}}}),
           "web.resources.size for web.size; ");
  // The longest common end counts.
  CHECK_EQ(found("{web: {resources: {cpu: 1}, size: {cpu: 1}}}", "{web: {a: {size: {cpu: 1}}}}",
                 {{{"web", "a", "size", "cpu"}}}),
           "web.a.size.cpu for web.size.cpu; ");
}

TEST_CASE("a new key without a reader stands for no key elsewhere in other cases") {
  const auto* before = "{web: {resources: {cpu: 1}, quota: {cpu: 2}}}";
  const std::vector<text::json_pointer> cpu{{{"web", "cpu"}}};
  CHECK_EQ(found(before, "{web: {cpu: 3}}", cpu), "");                                 // another value
  CHECK_EQ(found(before, "{web: {cpu: 2}}", cpu), "");                                 // the other was not read
  CHECK_EQ(found(before, "{web: {cpu: 1, resources: {cpu: 1}}}", cpu), "");            // the other is there
  CHECK_EQ(found("{web: {cpu: 1, resources: {cpu: 1}}}", "{web: {cpu: 1}}", cpu), ""); // it is not new
  CHECK_EQ(found(before, "{webs: {cpu: 1}}", {{{"webs", "cpu"}}}), "");                // another section
  CHECK_EQ(found(before, "{web: {cpus: 1}}", {{{"web", "cpus"}}}), "");                // another key
}

TEST_CASE("a slip counts if the value that was meant is another value now") {
  auto x = planned({web}, {web});
  x.misspelt = {{szie, {{"web", "size"}}}};
  const auto losses = [&](const char* before, const char* now) {
    x.values_before = text::parse_yaml(before).value();
    x.values = text::parse_yaml(now).value();
    return losses_by_slips(x).size();
  };
  CHECK_EQ(losses("{web: {size: 50}}", "{web: {size: 1, szie: 80}}"), 1);
  CHECK_EQ(losses("{web: {size: 50}}", "{web: {szie: 80}}"), 1);
  CHECK_EQ(losses("{web: {size: 1}}", "{web: {size: 1, szie: 80}}"), 0);
  CHECK_EQ(losses("{web: {}}", "{web: {size: 1, szie: 80}}"), 0);
}
