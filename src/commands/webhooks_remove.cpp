#include "commands/webhooks_remove.hpp"

#include "core/webhooks/wanted_configuration.hpp"
#include "core/webhooks/wanted_conversion.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/transport/curl_transport.hpp"
#include "setup/cluster_access.hpp"
#include "text/json/json_parts.hpp"
#include "text/plain/printable.hpp"

#include <cstdio>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

using kube::api::resource;

const resource validating{.group = "admissionregistration.k8s.io",
                          .version = "v1",
                          .kind = "ValidatingWebhookConfiguration",
                          .plural = "validatingwebhookconfigurations",
                          .namespaced = false};
const resource mutating{.group = "admissionregistration.k8s.io",
                        .version = "v1",
                        .kind = "MutatingWebhookConfiguration",
                        .plural = "mutatingwebhookconfigurations",
                        .namespaced = false};
const resource definitions{.group = "apiextensions.k8s.io",
                           .version = "v1",
                           .kind = "CustomResourceDefinition",
                           .plural = "customresourcedefinitions",
                           .namespaced = false};
const resource secrets{.group = "", .version = "v1", .kind = "Secret", .plural = "secrets", .namespaced = true};

class removal {
public:
  removal(kube::transport::curl_transport& transport, std::string namespace_name)
    : transport_(transport), namespace_(std::move(namespace_name)) {}

  /// Removes a configuration if an operator of the namespace has written it.
  void remove_configuration(const resource& what, const std::string& name) {
    const kube::api::object_location where{.namespace_ = {}, .name = name};
    const auto now = call(kube::api::get_request(what, where));
    if (!now) return report(what, name, now.error());
    const auto platform = core::webhooks::platform_of(*now);
    if (platform.empty()) return refuse(what, name, "no operator of this kind has written it; remove it with kubectl");
    if (!namespace_.empty() && !platform.starts_with(namespace_ + "/"))
      return refuse(what, name, "it belongs to platform " + platform + "; name its namespace by --namespace");
    remove(what, where);
  }

  /// Takes the conversion out of the definitions that operators of the namespace convert. The API server
  /// gives their objects any version then, without a change of their fields.
  void remove_conversions() {
    const auto all = call(kube::api::list_request(definitions, {.content = kube::api::object_content::metadata}));
    if (!all) return report(definitions, "*", all.error());
    for (const auto& x : text::items(text::member(*all, "items"))) {
      const auto& metadata = text::member(x, "metadata");
      const auto& annotations = text::member(metadata, "annotations");
      const auto platform =
        annotations.is_object() ? annotations.string_at(core::webhooks::conversion_annotation) : std::nullopt;
      if (platform && platform->starts_with(namespace_ + "/")) remove_conversion(metadata);
    }
  }

  void remove(const resource& what, const kube::api::object_location& where) {
    if (const auto removed = answer(kube::api::remove_request(what, where)); !removed)
      return report(what, where.name, removed.error());
    print(stdout, what.kind + " " + where.name + " is removed\n");
  }

  [[nodiscard]] int exit_code() const { return has_failed_ ? 1 : 0; }

private:
  /// Applies a definition without fields as the field manager of operators: the API server removes the fields
  /// that this manager has owned.
  void remove_conversion(const text::json& metadata) {
    const auto name = metadata.string_at("name").value_or("");
    const auto uid = metadata.string_at("uid").value_or("");
    auto body = text::json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                                    {"kind", definitions.kind},
                                    {"metadata", text::json::object({{"name", name}, {"uid", uid}})}})
                  .dump();
    const auto applied = answer(kube::api::patch_request(
      definitions, {.namespace_ = {}, .name = name},
      {kube::api::patch_kind::apply, std::move(body), core::webhooks::registration_manager, true}));
    if (!applied) return report(definitions, name, applied.error());
    print(stdout, definitions.kind + " " + name + " is not converted any more\n");
  }

  base::result<kube::api::http_response> begin(kube::api::http_request request) {
    auto answered = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
    auto answer = answered->get_future();
    const auto target = request.target;
    transport_.start(std::move(request),
                     {.on_line = {}, .on_done = [answered](auto x) { answered->set_value(std::move(x)); }});
    auto got = answer.get();
    if (got) got->target = target;
    return got;
  }
  base::result<std::string> answer(kube::api::http_request request) {
    return kube::api::body_of(begin(std::move(request)));
  }
  base::result<text::json> call(kube::api::http_request request) {
    return kube::api::object_of(begin(std::move(request)));
  }

  void report(const resource& what, const std::string& name, const base::error& why) {
    if (why.code == base::error_code::not_found) return print(stdout, what.kind + " " + name + " does not exist\n");
    refuse(what, name, why.message);
  }
  void refuse(const resource& what, const std::string& name, const std::string& why) {
    has_failed_ = true;
    print(stderr, "addon-operator: " + what.kind + " " + name + ": " + why + "\n");
  }
  static void print(std::FILE* to, const std::string& line) { std::fputs(text::printable_lines(line).c_str(), to); }

  kube::transport::curl_transport& transport_;
  std::string namespace_;
  bool has_failed_ = false;
};

} // namespace

int run_webhooks_remove(const cli::webhooks_remove_command& command) {
  const auto& options = command.platform;
  const auto cluster = setup::find_cluster(options);
  if (!cluster) {
    std::fputs(text::printable_lines("addon-operator: " + cluster.error().message + "\n").c_str(), stderr);
    return 1;
  }
  kube::transport::curl_transport_options access;
  access.cluster = *cluster;
  access.read_file = setup::read_credential_file;
  kube::transport::curl_transport transport(std::move(access));
  removal work(transport, options.namespace_name);
  for (const auto* what : {&validating, &mutating})
    work.remove_configuration(*what, options.webhook_configuration + "-hooks");
  if (!options.namespace_name.empty()) work.remove_conversions();
  // The certificate of an operator whose webhooks stay is still in use.
  if (!options.namespace_name.empty() && work.exit_code() == 0)
    work.remove(secrets, {.namespace_ = options.namespace_name, .name = options.webhook_secret});
  return work.exit_code();
}

} // namespace commands
