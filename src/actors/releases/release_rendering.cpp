#include "actors/messages/program_failure.hpp"
#include "actors/releases/cluster_lookup.hpp"
#include "actors/releases/helm.hpp"
#include "core/releases/object_difference.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"
#include "text/yaml/yaml.hpp"

#include <utility>

namespace actors::releases {

namespace {

/// A person waits for the answer.
constexpr std::chrono::seconds time_limit{30};

} // namespace

/// A rendering that a user wants to see. It needs neither the order of the work on releases nor their
/// records: an upgrade that takes minutes goes on meanwhile, and is not disturbed.
struct helm_state::rendering {
  messages::render_release wanted;
  framework::promise<messages::release_rendered> to;
  chart_on_disk files;
  std::string own_chart; ///< path of a chart that is made for this rendering; empty: the module has a chart
  std::vector<text::json> objects{};
  messages::release_now now{};
};

framework::promise<messages::release_rendered> helm_state::render(const messages::render_release& x) {
  auto to = self_->later<messages::release_rendered>();
  const auto refuse = [&](base::error reason) {
    self_->answer(to, messages::release_rendered{{}, tl::unexpected(std::move(reason))});
    return to;
  };
  // Each takes a processor, and many people may ask.
  if (is_rendering_) return refuse({base::error_code::conflict, "another chart is being rendered: ask again"});
  auto files = read_chart_files(x.directory);
  if (!files) return refuse(std::move(files.error()));
  if (files->chart.kind == core::releases::chart_kind::none)
    return refuse({base::error_code::not_found,
                   "module '" + x.release + "' has neither Chart.yaml nor templates: helm applies nothing for it"});
  is_rendering_ = true;
  auto made = std::make_shared<rendering>(rendering{x, to, std::move(*files)});
  self_->ask(
    peers_.kube, messages::describe_cluster{},
    [this, made](const messages::cluster_described& cluster) {
      if (!cluster.version)
        return end_rendering(made, base::fail("asking what the cluster serves", cluster.version.error()));
      show_chart(made, cluster);
    },
    [this, made](const std::string& reason) {
      end_rendering(made, base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
  return to;
}

void helm_state::show_chart(const rendering_ptr& x, const messages::cluster_described& cluster) {
  runs_.prepare([this, x, cluster](const base::result<core::releases::helm_program>& program) {
    if (!program) return end_rendering(x, tl::unexpected(program.error()));
    auto chart = x->wanted.directory;
    if (x->files.chart.kind != core::releases::chart_kind::chart) {
      chart = x->own_chart = runs_.path("shown-chart-" + x->wanted.release);
      if (auto synthetic = make_synthetic_chart(x->wanted.directory, x->files, x->wanted.release, chart); !synthetic)
        return end_rendering(x, tl::unexpected(synthetic.error()));
    }
    runs_.run(core::releases::helm_template{x->wanted.release,
                                            {std::move(chart), x->files.chart.digest, x->wanted.values},
                                            {*cluster.version, cluster.api_versions},
                                            x->files.chart.uses_lookup},
              [this, x](const helm_runs::outcome& end) { take_shown(x, end); },
              {.time_limit = time_limit, .may_finish_on_stop = false});
  });
}

void helm_state::take_shown(const rendering_ptr& x, const helm_runs::outcome& end) {
  if (!end.result) {
    const auto failure = messages::program_failure::with(end.result.error(), end.words);
    sys::log::log_warning("helm_rendering_failed", {{"module", x->wanted.release}, {"error", failure.log_text()}});
    return end_rendering(x, tl::unexpected(failure.reported("helm_rendering_failed")));
  }
  auto documents = text::parse_yaml_stream(end.output, text::duplicate_keys::last_counts);
  if (!documents) return end_rendering(x, base::fail("what the chart renders to is not valid", documents.error()));
  std::erase_if(*documents, [](const text::json& document) { return document.is_null(); });
  if (!x->wanted.compares) return end_rendering(x, std::move(*documents));
  x->objects = std::move(*documents);
  x->now.namespace_name = namespace_name_;
  add_release(x);
}

void helm_state::add_release(const rendering_ptr& x) {
  if (!records_.is_complete()) {
    x->now.manifest = base::fail(base::error_code::unavailable, "the releases are not known yet: ask again");
    return add_cluster(x);
  }
  const auto last = records_.latest(x->wanted.release);
  if (!last || last->status == core::releases::release_status::uninstalled) return add_cluster(x);
  x->now.revision = last->revision;
  call(kube::api::get_request(kind_of_records_, place_of_secret(last->name, last->revision)),
       [this, x](const base::result<kube::api::http_response>& response) {
         x->now.manifest = kube::api::body_of(response)
                             .and_then([](const std::string& secret) { return core::releases::read_manifest(secret); })
                             .and_then([](const std::string& manifest) {
                               return text::parse_yaml_stream(manifest, text::duplicate_keys::last_counts);
                             });
         add_cluster(x);
       });
}

void helm_state::add_cluster(const rendering_ptr& x) {
  look_up(self_, peers_.kube, namespace_name_, core::releases::objects_one_by_one(x->objects),
          [this, x](std::vector<base::result<text::json>> found) {
            x->now.in_cluster = std::move(found);
            end_rendering(x, std::move(x->objects));
          });
}

void helm_state::end_rendering(const rendering_ptr& x, base::result<std::vector<text::json>> objects) {
  is_rendering_ = false;
  if (!x->own_chart.empty()) runs_.remove_file(x->own_chart);
  if (!objects) objects = base::fail("module '" + x->wanted.release + "'", objects.error());
  const auto now =
    x->wanted.compares && objects ? std::make_shared<const messages::release_now>(std::move(x->now)) : nullptr;
  self_->answer(x->to, messages::release_rendered{{}, std::move(objects), now});
}

} // namespace actors::releases
