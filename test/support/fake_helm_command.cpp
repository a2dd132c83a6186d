#include "support/fake_helm_command.hpp"

#include <algorithm>
#include <sstream>

namespace test {

namespace {

std::map<std::string, std::string> read_labels(const std::string& text) {
  std::map<std::string, std::string> labels;
  std::istringstream items(text);
  for (std::string item; std::getline(items, item, ',');)
    if (const auto equals = item.find('='); equals != std::string::npos)
      labels[item.substr(0, equals)] = item.substr(equals + 1);
  return labels;
}

} // namespace

helm_command read_command_line(const std::vector<std::string>& argv) {
  helm_command x;
  std::vector<std::string> plain;
  static const std::vector<std::string> with_value = {
    "--values",      "--namespace", "--kubeconfig", "--kube-context", "--kube-apiserver",
    "--history-max", "--timeout",   "--labels",     "--kube-version", "--api-versions"};
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const bool takes_value = std::find(with_value.begin(), with_value.end(), argv[i]) != with_value.end();
    if (argv[i] == "--keep-history") x.keeps_history = true;
    if (!argv[i].starts_with("--")) {
      plain.push_back(argv[i]);
    } else if (takes_value && i + 1 < argv.size()) {
      const auto& value = argv[i + 1];
      if (argv[i] == "--values") x.values_file = value;
      if (argv[i] == "--api-versions") x.api_versions = value;
      if (argv[i] == "--kube-version") x.kube_version = value;
      if (argv[i] == "--namespace") x.namespace_name = value;
      if (argv[i] == "--history-max") x.history_max = static_cast<std::uint32_t>(std::stoul(value));
      if (argv[i] == "--labels") x.labels = read_labels(value);
      ++i;
    }
  }
  plain.resize(3);
  x.verb = plain[0];
  x.release = plain[1];
  x.chart = plain[2];
  return x;
}

helm_command read_question(const text::json& asked) {
  helm_command x;
  x.stays = true;
  x.verb = asked.string_at("do").value();
  if (x.verb == "render") x.verb = "template";
  x.release = asked.string_at("release").value();
  x.chart = asked.string_at("chart").value_or("");
  if (const auto* values = asked.find("values")) x.values = values->dump();
  if (const auto* keeps = asked.find("keepHistory")) x.keeps_history = keeps->as_bool();
  if (const auto* max = asked.find("historyMax")) x.history_max = static_cast<std::uint32_t>(max->as_int().value());
  if (const auto* versions = asked.find("apiVersions")) {
    x.api_versions.emplace();
    for (const auto& version : versions->as_array()) *x.api_versions += "," + version.as_string();
  }
  x.kube_version = asked.string_at("kubeVersion").value_or("");
  if (const auto* gone = asked.find("goneKinds"))
    for (const auto& kind : gone->as_array()) x.gone_kinds.push_back(kind.as_string());
  if (const auto* leaves = asked.find("leavesObjects")) x.leaves_objects = leaves->as_bool();
  if (const auto* left = asked.find("left")) x.left = {left->as_array().begin(), left->as_array().end()};
  if (const auto* labels = asked.find("labels"))
    for (const auto& [key, value] : labels->as_object()) x.labels[key] = value.as_string();
  return x;
}

} // namespace test
