#include "actors/releases/release_rendering.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/program_failure.hpp"
#include "actors/releases/chart_copy.hpp"
#include "actors/releases/cluster_lookup.hpp"
#include "actors/releases/helm_failure.hpp"
#include "core/releases/object_difference.hpp"
#include "core/releases/unpacked_record.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/log/log.hpp"
#include "text/yaml/yaml.hpp"

#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// The time limit of a rendering, because a user waits for it.
constexpr std::chrono::seconds time_limit{30};

} // namespace

release_rendering::release_rendering(helm_parts& parts, messages::render_release wanted,
                                     framework::promise<messages::release_rendered> to, std::function<void()> done)
  : parts_(parts), wanted_(std::move(wanted)), to_(std::move(to)), done_(std::move(done)) {}

void release_rendering::begin() {
  auto files = read_chart_files(wanted_.directory, wanted_.release);
  if (!files) return answer(tl::unexpected(files.error()), nullptr);
  files_ = std::move(*files);
  if (files_.chart.kind == core::releases::chart_kind::none)
    return answer(base::fail(base::error_code::not_found, "module '" + wanted_.release
                                                            + "' has neither Chart.yaml nor templates: helm applies "
                                                              "nothing for it"),
                  nullptr);
  parts_.self->ask(
    parts_.peers.kube, messages::describe_cluster{},
    [self = shared_from_this()](const messages::cluster_described& cluster) {
      if (!cluster.version) return self->end(base::fail("asking the cluster for its kinds", cluster.version.error()));
      self->show_chart(cluster);
    },
    [self = shared_from_this()](const std::string& reason) {
      self->end(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void release_rendering::show_chart(const messages::cluster_described& cluster) {
  parts_.runs.prepare(
    [this, self = shared_from_this(), cluster](const base::result<core::releases::helm_program>& program) {
      if (!program) return end(tl::unexpected(program.error()));
      copy_ = parts_.runs.new_path("shown-chart-" + wanted_.release);
      if (const auto made = copy_chart(wanted_.directory, files_, wanted_.release, copy_); !made)
        return end(tl::unexpected(made.error()));
      parts_.runs.run(core::releases::helm_template{wanted_.release,
                                                    {copy_, files_.chart.digest, wanted_.values},
                                                    {*cluster.version, cluster.api_versions},
                                                    files_.chart.uses_lookup},
                      [self](const helm_runs::outcome& ended) { self->on_shown(ended); },
                      {.time_limit = time_limit, .may_finish_on_stop = false});
    });
}

void release_rendering::on_shown(const helm_runs::outcome& ended) {
  if (!ended.result) {
    const auto failure = messages::program_failure::with(ended.result.error(), ended.words);
    sys::log::log_warning("helm_rendering_failed", {{"module", wanted_.release}, {"error", failure.log_text()}});
    return end(tl::unexpected(helm_failure(ended.result.error(), ended.words, "helm_rendering_failed")));
  }
  auto documents = text::parse_yaml_stream(ended.output, text::duplicate_keys::last_counts);
  if (!documents) return end(base::fail("the rendered chart is not valid", documents.error()));
  std::erase_if(*documents, [](const text::json& document) { return document.is_null(); });
  if (!wanted_.compares) return end(std::move(*documents));
  objects_ = std::move(*documents);
  now_.namespace_name = parts_.records.namespace_name();
  add_release();
}

void release_rendering::add_release() {
  const auto& known = parts_.records.known();
  // A user waits, so the answer is that the releases are still unknown.
  if (!known.is_complete()) {
    now_.manifest = base::fail(base::error_code::unavailable, "the releases are not known yet: ask again");
    return add_cluster();
  }
  const auto last = known.latest(wanted_.release);
  // An uninstalled release has no objects, so all objects of the chart are new.
  if (!last || last->status == core::releases::release_status::uninstalled) return add_cluster();
  now_.revision = last->revision;
  parts_.records.read(
    last->name, last->revision, [this, self = shared_from_this()](const base::result<std::string>& record) {
      now_.manifest = record.and_then([](const std::string& text) { return core::releases::read_manifest(text); })
                        .and_then([](const std::string& manifest) {
                          return text::parse_yaml_stream(manifest, text::duplicate_keys::last_counts);
                        });
      add_cluster();
    });
}

void release_rendering::add_cluster() {
  look_up(parts_.self, parts_.peers.kube, parts_.records.namespace_name(), core::releases::objects_one_by_one(objects_),
          [this, self = shared_from_this()](std::vector<base::result<text::json>> found) {
            now_.in_cluster = std::move(found);
            end(std::move(objects_));
          });
}

void release_rendering::end(base::result<std::vector<text::json>> objects) {
  if (!copy_.empty()) static_cast<void>(sys::files::remove_tree_at_once(copy_));
  if (!objects) objects = base::fail("module '" + wanted_.release + "'", objects.error());
  const auto now =
    wanted_.compares && objects ? std::make_shared<const messages::release_now>(std::move(now_)) : nullptr;
  answer(std::move(objects), now);
}

void release_rendering::answer(base::result<std::vector<text::json>> objects,
                               std::shared_ptr<const messages::release_now> now) {
  parts_.self->answer(to_, messages::release_rendered{{}, std::move(objects), std::move(now)});
  done_();
}

} // namespace actors::releases
