#include "core/releases/worker_protocol.hpp"

#include "core/releases/leaving_record.hpp"
#include "text/json/json.hpp"
#include "text/json/quoted_values.hpp"

#include <utility>

namespace core::releases {

namespace {

/// Writes the members of an object in order. Values are JSON text already, and are not parsed again.
class object_text {
public:
  object_text& add(std::string_view key, std::string_view text) {
    text::append_json_string(begin(key), text);
    return *this;
  }
  object_text& add_raw(std::string_view key, std::string_view json) {
    begin(key) += json;
    return *this;
  }
  object_text& add(std::string_view key, const std::map<std::string, std::string>& texts) {
    object_text members;
    for (const auto& [name, value] : texts) members.add(name, value);
    return add_raw(key, members.take());
  }
  object_text& add(std::string_view key, const std::vector<std::string>& texts) {
    auto& out = begin(key);
    out += '[';
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) out += ',';
      text::append_json_string(out, texts[i]);
    }
    out += ']';
    return *this;
  }
  [[nodiscard]] std::string take() { return "{" + std::exchange(text_, {}) + "}"; }

private:
  std::string& begin(std::string_view key) {
    if (!text_.empty()) text_ += ',';
    text::append_json_string(text_, key);
    return text_ += ':';
  }
  std::string text_;
};

struct question_writer {
  const helm_setup& setup;

  static object_text of_chart(std::string_view verb, const std::string& release, const helm_chart& chart) {
    object_text out;
    out.add("do", verb).add("release", release).add("chart", chart.directory).add("chartDigest", chart.digest);
    out.add_raw("values", *chart.values);
    return out;
  }
  static object_text& add(object_text& out, const helm_capabilities& x) {
    return out.add("kubeVersion", x.kube_version).add("apiVersions", x.api_versions);
  }
  std::string operator()(const helm_template& x) const {
    auto out = of_chart("render", x.release, x.chart);
    return add(out, x.capabilities).add_raw(x.asks_cluster ? "asksCluster" : "servedOnly", "true").take();
  }
  std::string operator()(const helm_upgrade& x) const {
    auto out = of_chart("upgrade", x.release, x.chart);
    if (x.capabilities) add(out, *x.capabilities);
    out.add("labels", x.labels).add_raw("timeoutSeconds", std::to_string(setup.timeout.count()));
    out.add_raw("knownRevision", std::to_string(x.known_revision));
    if (!x.gone_kinds.empty()) out.add("goneKinds", x.gone_kinds);
    if (x.leaves_objects) out.add_raw("leavesObjects", "true");
    if (x.spares_users) out.add_raw("sparesUsers", "true");
    if (x.spares_own) out.add_raw("sparesOwn", "true");
    if (const auto left = leaving_text(x.left); !left.empty()) out.add_raw("left", left);
    return out.add_raw("historyMax", std::to_string(x.history_max.value_or(setup.history_max))).take();
  }
  std::string operator()(const helm_uninstall& x) const {
    object_text out;
    out.add("do", "uninstall").add("release", x.release);
    out.add_raw("timeoutSeconds", std::to_string(setup.timeout.count()));
    if (!x.gone_kinds.empty()) out.add("goneKinds", x.gone_kinds);
    return out.add_raw("keepHistory", x.history == helm_history::kept ? "true" : "false").take();
  }
};

} // namespace

std::string worker_question(const helm_setup& setup, const helm_task& task) {
  return std::visit(question_writer{setup}, task);
}

base::result<worker_answer> read_worker_answer(std::string_view line) {
  const auto answer = text::parse_json(line);
  if (!answer) return base::fail("the answer of helm worker", answer.error());
  worker_answer read{answer->string_at("error"), answer->string_at("manifest").value_or(""), {}};
  const auto add = [&](std::string_view member, std::vector<std::string>& to) {
    const auto* texts = answer->find(member);
    if (texts == nullptr || !texts->is_array()) return;
    for (const auto& text : texts->as_array())
      // A warning may repeat the words of the API server, which quote values.
      if (text.is_string()) to.push_back(text::without_repeated_values(text.as_string()));
  };
  // A missing list is empty: the worker leaves out lists without an object.
  add("warnings", read.warnings);
  add("taken", read.objects.taken);
  add("moved", read.objects.moved);
  add("kept", read.objects.kept);
  add("exposed", read.objects.exposed);
  add("spared", read.objects.spared);
  add("remade", read.objects.remade);
  add("lacking", read.lacking);
  const auto* unrecorded = answer->find("unrecorded");
  read.objects.is_unrecorded = unrecorded != nullptr && *unrecorded == text::json(true);
  if (const auto* left = answer->find("leaving")) read.left = read_leaving_items(*left);
  if (const auto* looked_up = answer->find("lookedUp")) read.looked_up = read_lookup_answers(*looked_up);
  return read;
}

} // namespace core::releases
