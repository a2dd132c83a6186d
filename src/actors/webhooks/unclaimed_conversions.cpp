#include "actors/webhooks/unclaimed_conversions.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/webhooks/wanted_conversion.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::webhooks {

namespace {

constexpr std::size_t page_size = 200;
constexpr auto reason = "the definition has the mark of this operator, and no hook converts its objects any more";
constexpr auto consequence = "nobody answers its conversion webhook, and its objects can be read and written only in "
                             "the version in which they are stored";

const kube::api::resource definitions_kind{.group = "apiextensions.k8s.io",
                                           .version = "v1",
                                           .kind = "CustomResourceDefinition",
                                           .plural = "customresourcedefinitions",
                                           .namespaced = false};

std::string hint_for(const std::string& definition) {
  return fmt::format("bring the hook with its kubernetesCustomResourceConversion back, or what it reads for --config; "
                     "or, if the conversion is to go: kubectl patch crd {} --type merge -p "
                     "'{{\"spec\":{{\"conversion\":{{\"strategy\":\"None\",\"webhook\":null}}}}}}'",
                     definition);
}

std::string subject_of(const std::string& definition) {
  return "conversion of " + definition;
}

} // namespace

unclaimed_conversions::unclaimed_conversions(registrar_self self, messages::kube_client_actor kube,
                                             messages::supervisor_actor supervisor, std::string platform,
                                             watch_definition watch)
  : self_(self), kube_(std::move(kube)), supervisor_(std::move(supervisor)), platform_(std::move(platform)),
    watch_(std::move(watch)) {}

void unclaimed_conversions::look(const std::set<std::string>& converted) {
  converted_ = converted;
  if (looked_ != converted_) begin();
}

void unclaimed_conversions::look_again() {
  if (!reported_.empty()) begin();
}

void unclaimed_conversions::begin() {
  if (is_looking_) {
    looks_again_ = true;
    return;
  }
  is_looking_ = true;
  looked_ = converted_;
  marked_.clear();
  found_.clear();
  list({});
}

void unclaimed_conversions::list(const std::string& continue_token) {
  kube::api::list_options options;
  options.limit = page_size;
  options.continue_token = continue_token;
  options.content = kube::api::object_content::metadata;
  self_->ask(
    kube_, messages::call_api{{}, kube::api::list_request(definitions_kind, options)},
    [this, continue_token](const messages::api_answered& x) {
      on_page(kube::api::body_of(x.response).and_then([](const std::string& body) {
        return kube::objects::read_list(body, {definitions_kind, {}, {}, kube::api::object_content::metadata});
      }),
              continue_token);
    },
    [this](const std::string& why) {
      fail({base::error_code::unavailable, "the kube client has ended: " + why});
    });
}

void unclaimed_conversions::on_page(const base::result<kube::objects::object_list>& page, const std::string& before) {
  if (!page) return fail(page.error());
  for (const auto& definition : page->objects) note_marked(*definition);
  const auto& next = page->continue_token;
  if (next.empty()) return read_next();
  if (next == before) return fail({base::error_code::unavailable, "a page of the list names itself as the next page"});
  list(next);
}

void unclaimed_conversions::note_marked(const kube::objects::object_bytes& definition) {
  const std::string name(definition.name().name());
  if (converted_.contains(name)) return;
  const auto object = text::parse_json(definition.text());
  if (object && core::webhooks::conversion_platform_of(*object) == platform_) marked_.push_back(name);
}

void unclaimed_conversions::read_next() {
  if (marked_.empty()) return end(found_);
  call_for_object(self_, kube_, kube::api::get_request(definitions_kind, {.namespace_ = {}, .name = marked_.back()}),
                  [this](const base::result<text::json>& now) {
                    if (!now && now.error().code != base::error_code::not_found) return fail(now.error());
                    if (now && core::webhooks::is_converted_by(*now, platform_)) found_.insert(marked_.back());
                    marked_.pop_back();
                    read_next();
                  });
}

void unclaimed_conversions::end(const std::set<std::string>& found) {
  for (const auto& x : found)
    if (!reported_.contains(x)) report(x);
  for (const auto& x : reported_)
    if (!found.contains(x)) self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(x), std::nullopt});
  reported_ = found;
  conclude();
}

void unclaimed_conversions::fail(const base::error& why) {
  // Without the right no later look finds more.
  if (why.code != base::error_code::forbidden) looked_.reset();
  conclude();
}

void unclaimed_conversions::conclude() {
  is_looking_ = false;
  if (std::exchange(looks_again_, false)) begin();
}

void unclaimed_conversions::report(const std::string& definition) {
  const auto hint = hint_for(definition);
  sys::log::log_warning("conversion_without_hook",
                        {{"definition", definition}, {"reason", reason}, {"consequence", consequence}, {"hint", hint}});
  self_->tell(supervisor_, messages::module_state_changed{
                             {}, subject_of(definition), fmt::format("{}: {}: {}", reason, consequence, hint)});
  watch_(definition);
}

} // namespace actors::webhooks
