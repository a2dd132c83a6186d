#include "actors/hooks/module_definitions.hpp"

#include "core/crds/crd_losses.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

namespace actors::hooks {

namespace {

const char* name(messages::definition_outcome::change x) {
  switch (x) {
    case messages::definition_outcome::change::created: return "created";
    case messages::definition_outcome::change::updated: return "updated";
    case messages::definition_outcome::change::unchanged: return "unchanged";
  }
  return "";
}

std::string failure_text(const core::crds::definition& wanted, const base::error& reason) {
  auto text = fmt::format("{}: CustomResourceDefinition '{}': {}", wanted.file, wanted.name, reason.message);
  if (reason.code == base::error_code::invalid_input && text.find("immutable") != std::string::npos)
    text += " (take the change back, or delete the definition in the cluster, with all its objects)";
  return text;
}

} // namespace

bool is_lasting(const base::error& x) {
  return x.code == base::error_code::invalid_input || x.code == base::error_code::forbidden;
}

module_definitions::module_definitions(framework::acting* self, messages::kube_client_actor kube, std::string module,
                                       core::crds::crd_source source)
  : self_(self), kube_(std::move(kube)), module_(std::move(module)), source_(std::move(source)) {}

void module_definitions::install(std::uint64_t enabling, on_done done) {
  auto read = core::crds::read_definitions(source_);
  if (!read) return done(tl::unexpected(read.error()));
  for (const auto& warning : read->warnings)
    sys::log::log_warning("definition_suspicious", {{"module", module_}, {"error", warning}});
  const auto wanted = std::make_shared<const std::vector<core::crds::definition>>(std::move(read->definitions));
  self_->ask(
    kube_, messages::install_definitions{{}, wanted},
    [this, enabling, wanted, done](const messages::definitions_installed& x) {
      on_installed(enabling, wanted, x, done);
    },
    [done](const std::string& reason) {
      done(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void module_definitions::on_installed(std::uint64_t enabling, const list& wanted,
                                      const messages::definitions_installed& x, const on_done& done) {
  std::vector<std::string> failures;
  held_.clear();
  auto code = base::error_code::invalid_input;
  for (std::size_t i = 0; i < x.outcomes.size(); ++i) {
    log((*wanted)[i], x.outcomes[i]);
    if (!x.outcomes[i].lost_parts.empty()) hold((*wanted)[i], x.outcomes[i].lost_parts);
    const auto& result = x.outcomes[i].result;
    if (result) continue;
    failures.push_back(failure_text((*wanted)[i], result.error()));
    // If any failure may be temporary, another try is useful, so its code is returned.
    if (failures.size() == 1 || !is_lasting(result.error())) code = result.error().code;
  }
  if (!failures.empty()) return done(base::fail(code, fmt::format("{}", fmt::join(failures, "; "))));
  installed_for_ = enabling;
  done({});
}

void module_definitions::hold(const core::crds::definition& wanted, const std::vector<std::string>& lost) {
  auto problem = core::crds::describe_held(wanted, lost);
  sys::log::log_warning("definition_held", {{"module", module_}, {"definition", wanted.name}, {"error", problem}});
  held_ += (held_.empty() ? "" : "; ") + std::move(problem);
}

void module_definitions::log(const core::crds::definition& wanted, const messages::definition_outcome& x) const {
  if (!x.result) return;
  const auto level = *x.result == messages::definition_outcome::change::unchanged ? sys::log::log_level::debug
                                                                                  : sys::log::log_level::info;
  const std::array<sys::log::log_field, 5> fields{{{"step", 5},
                                                   {"module", module_},
                                                   {"definition", wanted.name},
                                                   {"outcome", name(*x.result)},
                                                   {"kept", fmt::format("{}", fmt::join(x.kept_parts, ", "))}}};
  // The last field is for definitions with parts of other clients only.
  sys::log::log(level, "definition_installed", {fields.data(), fields.size() - (x.kept_parts.empty() ? 1 : 0)});
  if (*x.result == messages::definition_outcome::change::updated && !x.taken_fields.empty())
    sys::log::log_warning(
      "definition_fields_taken",
      {{"module", module_},
       {"definition", wanted.name},
       {"fields", fmt::format("{}", fmt::join(x.taken_fields, ", "))},
       {"hint", "these clients had written other content, and the file in crds/ counts: write that content to the "
                "file, or let the clients leave the fields alone"}});
  if (!x.kept_versions.empty())
    sys::log::log_warning(
      "definition_versions_kept",
      {{"module", module_},
       {"definition", wanted.name},
       {"versions", fmt::format("{}", fmt::join(x.kept_versions, ","))},
       {"hint", "objects may be stored in them: write all objects anew, then take the versions out of "
                "status.storedVersions"}});
}

} // namespace actors::hooks
