#include "actors/releases/helm.hpp"

#include "actors/messages/program_failure.hpp"
#include "base/contains.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/releases/helm_error.hpp"
#include "core/values/flag_source_label.hpp"
#include "core/values/names.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "kube/objects/resource_version.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace actors::releases {

namespace {

core::releases::helm_capabilities capabilities_of(const messages::cluster_described& x) {
  return {x.version.value_or(""), x.api_versions};
}

/// While a release is held, Helm cannot create its missing objects again, so no caller is to wait for them.
std::shared_ptr<const std::vector<core::releases::manifest_object>>
objects_there(const released_manifest& x, const std::vector<core::releases::manifest_object>& absent) {
  auto objects = std::make_shared<std::vector<core::releases::manifest_object>>(*x.objects);
  std::erase_if(*objects, [&](const auto& object) { return base::contains(absent, object); });
  return objects;
}

} // namespace

// An application of a chart goes this way, from the top of this file to its end:
//
//   begin ─▶ (refuse_loss) ─▶ check_inputs ─▶ (know_capabilities) ─▶ digest_inputs ─▶ decide
//
//   decide ─┬─▶ skip ───────────────────────────────────────────────────────────────────────┬─▶ conclude
//      │    ├─▶ upgrade ─▶ confirm_absence ─▶ run_upgrade, or begin if there is a record after all
//      ▲    ├─▶ upgrade ─▶ (keep_objects_of_others) ─▶ guard_… ─▶ run_upgrade ─▶ read_deployed ─▶ compare_released ──┘
//      │    ├─▶ render ─▶ take_rendered ─▶ decide
//      ├────┼─▶ recover ─▶ (mark_deployed ─▶ remove_pending) ─▶ upgrade or decide
//      └────┴─▶ remove_record_first
//
// A failure of any step goes to conclude too.

// -- inputs --------------------------------------------------------------------

void helm_state::begin(const application_ptr& x) {
  if (unread_.contains(x->wanted.release))
    return read_deployed(x->wanted.release, [this, x](const base::result<void>& read) {
      if (!read) return conclude(x, read, "none", "reading the release");
      begin(x);
    });
  if (const auto platform = other_owner_of(x->wanted.release))
    return conclude(
      x,
      base::fail(base::error_code::conflict, fmt::format("release '{}' belongs to platform '{}', and this is '{}'",
                                                         x->wanted.release, *platform, platform_.name)),
      "none", "asking whose release it is");
  auto files = read_chart_files(x->wanted.directory);
  if (!files) return conclude(x, tl::unexpected(files.error()), "none", "reading the chart");
  x->files = std::move(*files);
  if (x->files.chart.has_templates) return check_inputs(x);
  refuse_loss(x, [this, x] {
    if (x->files.chart.kind == core::releases::chart_kind::none)
      return conclude(x, {}, "none", "the module has neither Chart.yaml nor templates");
    check_inputs(x);
  });
}

/// A module without templates has no objects. If its release has some, the templates are missing, and no user
/// has confirmed that the objects are to go as well.
void helm_state::refuse_loss(const application_ptr& x, std::function<void()> otherwise) {
  const auto last = records_.latest(x->wanted.release);
  if (!last || !core::releases::is_made_by_operator(*last)
      || last->status == core::releases::release_status::uninstalled)
    return otherwise();
  know_manifest(x, [this, x, last, otherwise] {
    const auto* manifest = records_.manifest(*last);
    if (manifest != nullptr && manifest->objects->empty()) return otherwise();
    const auto has_chart = x->files.chart.kind == core::releases::chart_kind::chart;
    conclude(
      x,
      base::fail(base::error_code::not_found,
                 fmt::format("{} has {}, but there is release '{}', revision {}, whose objects stay as they are: "
                             "bring the templates back; or, if the release is to go, switch the module off "
                             "until it has gone ({}: \"false\")",
                             x->wanted.directory, has_chart ? "no templates" : "neither Chart.yaml nor templates",
                             x->wanted.release, last->revision,
                             core::values::enabled_key(core::values::to_camel(x->wanted.release)))),
      "none", "reading the chart");
  });
}

void helm_state::check_inputs(const application_ptr& x) {
  if (!x->wanted.values) return conclude(x, tl::unexpected(x->wanted.values.error()), "none", "checking the values");
  if (asks_capabilities(*x))
    know_manifest(x, [this, x] { know_capabilities(x, [this, x] { digest_inputs(x); }); });
  else
    digest_inputs(x);
}

bool helm_state::asks_capabilities(const application& x) {
  return x.files.asks_capabilities || x.values().find("Capabilities") != std::string::npos;
}

void helm_state::know_capabilities(const application_ptr& x, std::function<void()> then) {
  describe(x, [this, x, then](const base::result<void>& described) {
    if (!described) return conclude(x, described, "none", "asking what the cluster serves");
    then();
  });
}

void helm_state::describe(const application_ptr& x, on_done then) {
  if (x->cluster) return then({});
  self_->ask(
    peers_.kube, messages::describe_cluster{.expected = kinds_in_record(*x)},
    [x, then](const messages::cluster_described& described) {
      if (!described.version) return then(tl::unexpected(described.version.error()));
      x->cluster = described;
      then({});
    },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void helm_state::digest_inputs(const application_ptr& x) {
  note_capabilities(*x);
  x->inputs_digest = core::releases::inputs_digest(
    {x->files.chart.digest, x->values(), x->cluster ? capabilities_text(*x->cluster) : std::string{}, identity_});
  decide(x);
}

// -- decision ------------------------------------------------------------------

void helm_state::decide(const application_ptr& x) {
  lost_.erase(x->wanted.release);
  core::releases::helm_situation situation;
  situation.released = records_.find(x->wanted.release);
  situation.inputs_digest = x->inputs_digest;
  situation.stability = core::releases::stability(x->files.chart);
  situation.absent = x->wanted.absent;
  situation.rendered_digest = x->rendered_digest;
  situation.rendering_digest = x->rendering_digest;
  situation.now_s = self_->shared().wall_time_us() / 1'000'000;
  if (const auto* manifest = records_.latest_manifest(x->wanted.release)) situation.released_digest = manifest->digest;
  const auto decision = core::releases::plan_helm(situation);
  if (const auto* it = std::get_if<core::releases::helm_decision::recover_pending_then_upgrade>(&decision))
    return recover(x, *it);
  const auto& reason = core::releases::reason_of(decision);
  if (std::holds_alternative<core::releases::helm_decision::skip>(decision)) return skip(x, reason);
  if (std::holds_alternative<core::releases::helm_decision::render_first>(decision)) return render(x);
  if (std::holds_alternative<core::releases::helm_decision::remove_record>(decision))
    return remove_record_first(x, reason);
  if (std::holds_alternative<core::releases::helm_decision::leave_to_others>(decision))
    return conclude(x, base::fail(base::error_code::conflict, reason), "upgrade", reason);
  if (std::holds_alternative<core::releases::helm_decision::wait>(decision))
    return when_known([this, x] { decide(x); });
  upgrade(x, reason);
}

void helm_state::skip(const application_ptr& x, const std::string& reason) {
  const bool stable = core::releases::stability(x->files.chart) == core::releases::chart_stability::stable;
  if (const auto last = records_.latest(x->wanted.release); last && x->rendered_digest && stable)
    records_.confirm(*last, x->inputs_digest);
  know_manifest(x, [this, x, reason] {
    own(x, [this, x, reason] { conclude(x, {}, x->rendered_digest ? "render" : "skip", reason); });
  });
}

void helm_state::know_manifest(const application_ptr& x, std::function<void()> then) {
  const auto last = records_.latest(x->wanted.release);
  if (!last || records_.manifest(*last) != nullptr) return then();
  call(kube::api::get_request(kind_of_records_, place_of_secret(last->name, last->revision)),
       [this, x, then](const base::result<kube::api::http_response>& response) {
         const auto body =
           kube::api::object_of(response).and_then([&](const text::json&) { return kube::api::body_of(response); });
         // No later request would come: the objects of the release would stay unwatched, and their loss would
         // go unseen by an upgrade.
         if (!body && body.error().code != base::error_code::not_found)
           return conclude(x, base::fail("reading the record of the release", body.error()), "none",
                           "reading the release");
         // A record that cannot be understood will not be understood at the next try.
         if (body) static_cast<void>(records_.take(*body, namespace_name_));
         then();
       });
}

kube::api::object_location helm_state::place_of_secret(const std::string& release, std::uint32_t revision) const {
  return {namespace_name_, core::releases::release_secret_name(release, revision), {}};
}

// -- runs ----------------------------------------------------------------------

base::result<std::string> helm_state::chart_directory(const application& x) {
  if (x.files.chart.kind == core::releases::chart_kind::chart) return x.wanted.directory;
  auto directory = runs_.path("chart-" + x.wanted.release);
  // At each try: if a file was removed meanwhile, helm would delete the objects of that file.
  return make_synthetic_chart(x.wanted.directory, x.files, x.wanted.release, directory).map([&] { return directory; });
}

void helm_state::with_chart(const application_ptr& x, const helm_runs::on_end& then, const use_chart& use) {
  runs_.prepare([this, x, then, use](const base::result<core::releases::helm_program>& program) {
    if (!program) return then({tl::unexpected(program.error()), {}, {}});
    auto directory = chart_directory(*x);
    if (!directory) return then({tl::unexpected(directory.error()), {}, {}});
    use({std::move(*directory), x->files.chart.digest, *x->wanted.values});
  });
}

void helm_state::run(const application_ptr& x, core::releases::helm_task task, helm_runs::on_end then) {
  const auto* operation = std::holds_alternative<core::releases::helm_template>(task) ? "template" : "upgrade";
  runs_.run(std::move(task), [this, x, operation, then = std::move(then)](const helm_runs::outcome& end) {
    self_->tell(
      peers_.metrics,
      messages::observe_metric{std::string(core::metrics::own_metric("helm_operation_seconds")),
                               {{"module", x->wanted.release}, {"activation", activation_}, {"operation", operation}},
                               std::chrono::duration<double>(end.duration).count()});
    then(end);
  });
}

void helm_state::render(const application_ptr& x) {
  know_capabilities(x, [this, x] {
    run_template(x, [this, x](const helm_runs::outcome& ended) { take_rendered(x, ended, [this, x] { decide(x); }); });
  });
}

void helm_state::run_template(const application_ptr& x, const helm_runs::on_end& end) {
  with_chart(x, end, [this, x, end](core::releases::helm_chart chart) {
    run(x,
        core::releases::helm_template{x->wanted.release, std::move(chart), capabilities_of(*x->cluster),
                                      x->files.chart.uses_lookup},
        end);
  });
}

std::optional<std::string> helm_state::rendering_digest(const application& x, const std::string& manifest) const {
  const auto asked = core::releases::asked_facts(x.files.chart, x.values());
  if (!asked.any()) return std::nullopt;
  return core::releases::rendering_digest(core::releases::manifest_digest(manifest), asked, x.cluster->api_versions);
}

void helm_state::take_rendered(const application_ptr& x, const helm_runs::outcome& end,
                               const std::function<void()>& then) {
  x->words = end.words;
  if (!end.result) return conclude(x, end.result, "render", "rendering the chart");
  auto objects = core::releases::manifest_objects(end.output, namespace_name_);
  if (!objects) {
    x->words = objects.error().message;
    return conclude(x, base::fail(objects.error().code, "what the chart renders to is not valid"), "render",
                    "rendering the chart");
  }
  x->rendered_digest = core::releases::manifest_digest(end.output);
  x->rendering_digest = rendering_digest(*x, end.output);
  if (is_compared(*x)) x->manifest = end.output;
  x->rendered = std::make_shared<const std::vector<core::releases::manifest_object>>(std::move(*objects));
  know_manifest(x, then);
}

void helm_state::upgrade(const application_ptr& x, const std::string& reason) {
  if (!records_.latest(x->wanted.release)) return confirm_absence(x, reason);
  keep_objects_of_others(x, reason, [this, x, reason] {
    guard_directories(x,
                      [this, x, reason] { guard_objects(x, reason, [this, x, reason] { run_upgrade(x, reason); }); });
  });
}

/// Without a release there is no manifest to compare with. The state of the watch may be old, so the records
/// are listed again before the first revision is made.
void helm_state::confirm_absence(const application_ptr& x, const std::string& reason) {
  list_records(x->wanted.release, [this, x, reason](const base::result<kube::objects::object_list>& list) {
    if (!list) return conclude(x, base::fail("looking for records of the release", list.error()), "upgrade", reason);
    for (const auto& secret : list->objects) records_.put(secret->text);
    if (records_.latest(x->wanted.release)) return begin(x); // it may be of another platform
    run_upgrade(x, reason);
  });
}

void helm_state::run_upgrade(const application_ptr& x, const std::string& reason) {
  const helm_runs::on_end end = [this, x, reason](const helm_runs::outcome& ended) {
    x->words = ended.words;
    if (!ended.result) return blame_records(x, ended.result.error(), reason);
    // The next try of a run that fails here does not upgrade again, but reads.
    read_deployed(x->wanted.release, [this, x, reason](const base::result<void>& read) {
      if (!read) return conclude(x, read, "upgrade", reason);
      compare_released(x, [this, x, reason] { conclude(x, {}, "upgrade", reason); });
    });
  };
  with_chart(x, end, [this, x, end](core::releases::helm_chart chart) {
    const auto last = records_.latest(x->wanted.release);
    core::releases::helm_upgrade task{x->wanted.release, std::move(chart), next_labels(*x), last ? last->revision : 0};
    if (x->cluster) task.capabilities = capabilities_of(*x->cluster);
    run(x, std::move(task), end);
  });
}

void helm_state::explain_failure(const application_ptr& x, const base::error& failure, const std::string& reason) {
  // A release that needs a person is tried again after a while, and no other task waits for it.
  const auto code = core::releases::is_record_unreadable(x->words) ? base::error_code::conflict : failure.code;
  const auto fail_with = [this, x, failure, code, reason](const std::string& advice) {
    conclude(x, base::fail(code, failure.message + " (" + advice + ")"), "upgrade", reason);
  };
  if (const auto advice = core::releases::record_advice(x->words)) return fail_with(*advice);
  const auto kind = core::releases::unmatched_kind_of(x->words);
  if (!kind) return conclude(x, tl::unexpected(failure), "upgrade", reason);
  self_->ask(
    peers_.kube, messages::resolve_kind{{}, kind->api_version, kind->kind},
    [this, x, failure, reason, kind, fail_with](const messages::kind_resolved& found) {
      const auto* absent = std::get_if<kube::api::kind_absent>(&found.result);
      const auto* elsewhere = std::get_if<kube::api::kind_in_other_version>(&found.result);
      if (absent == nullptr && elsewhere == nullptr) return conclude(x, tl::unexpected(failure), "upgrade", reason);
      const auto& served_as = elsewhere ? elsewhere->served_as : absent->served_as;
      if (served_as.empty())
        return fail_with(
          fmt::format("the API server does not serve kind '{}': install its CustomResourceDefinition first; "
                      "if it is in templates/ of this chart, move it to crds/ of the module",
                      kind->kind));
      auto advice =
        fmt::format("the API server serves kind '{}' as {}, not as {}", kind->kind, served_as, kind->api_version);
      const auto last = records_.latest(x->wanted.release);
      if (last && kind->is_in_record)
        advice +=
          fmt::format("; Helm has this from the last release: when the chart has what is served, delete {} '{}', "
                      "and the release is made anew over its objects",
                      kind_of_records_.kind, core::releases::release_secret_name(last->name, last->revision));
      fail_with(advice);
    },
    [this, x, failure, reason](const std::string&) { conclude(x, tl::unexpected(failure), "upgrade", reason); });
}

/// Helm refuses to install over a record in some cases, and a new release has a history of its own.
void helm_state::remove_record_first(const application_ptr& x, const std::string& reason) {
  delete_record(x->wanted.release, [this, x, reason](const base::result<void>& removed) {
    if (!removed) return conclude(x, base::fail("removing the record", removed.error()), "upgrade", reason);
    decide(x);
  });
}

// -- end -----------------------------------------------------------------------

void helm_state::conclude(const application_ptr& x, const base::result<void>& result, const std::string& operation,
                          const std::string& reason) {
  const auto& release = x->wanted.release;
  messages::release_applied answer;
  if (!result) {
    auto failure = messages::program_failure::with(result.error(), x->words).reported("helm_failed");
    // Work of another client on a release is no failure, and is reported by the name of its module.
    const bool is_occupied = failure.code == base::error_code::conflict;
    answer.result = is_occupied ? tl::unexpected(std::move(failure)) : base::fail("module '" + release + "'", failure);
  }
  answer.operation = operation;
  answer.reason = reason;
  if (operation != "hold") held_.erase(release);
  if (result && operation != "hold" && operation != "none") applied_[release] = text::md5_hex(x->values());
  if (const auto* manifest = records_.latest_manifest(release))
    answer.objects = operation == "hold" ? objects_there(*manifest, x->wanted.absent) : manifest->objects;
  else if (operation == "upgrade")
    answer.objects = x->rendered;
  answer.duration = std::chrono::microseconds(self_->shared().steady_time_us() - x->begun_us);
  if (operation != "none" || !result) report(release, 5, operation, reason, x->begun_us, result, x->words);
  self_->answer(x->to, std::move(answer));
  end_work(release);
}

} // namespace actors::releases
