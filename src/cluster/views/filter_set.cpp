#include "cluster/views/filter_set.hpp"

#include "base/secret_kind.hpp"

#include <utility>

namespace cluster::views {

filter_set::filter_set(base::evaluation_limit_ptr limit, clock now_us)
  : limit_(std::move(limit)), now_us_(std::move(now_us)) {}

base::result<void> filter_set::add(const std::string& program) {
  if (filters_.contains(program)) return {};
  auto compiled = core::bindings::object_filter::compile(program);
  if (!compiled) return tl::unexpected(compiled.error());
  filters_.emplace(program, filter{std::move(*compiled)});
  return {};
}

base::result<text::packed_text> filter_set::apply(const std::string& program, const kube::objects::object_ptr& object) {
  // All bindings handle an object before the next object comes, so the results for a single object are
  // enough.
  if (object_ != object) {
    results_.clear();
    object_ = object;
  }
  if (const auto known = results_.find(program); known != results_.end()) return known->second;
  auto result = run(filters_.at(program), object).map([this](const std::string& text) { return shared_.share(text); });
  return results_.emplace(program, std::move(result)).first->second;
}

void filter_set::forget_results() {
  results_.clear();
  object_ = nullptr;
}

base::result<std::string> filter_set::run(filter& x, const kube::objects::object_ptr& object) {
  if (x.pause.lasts(now_us_()))
    return base::fail(base::error_code::timeout,
                      "jq filter '" + x.program.program() + "' was not run: it was stopped on "
                        + std::to_string(x.pause.stops()) + " objects in a row, and is not tried again for a minute");
  using report = core::bindings::object_filter::report;
  // jq quotes the object in its errors, and errors go to the log. So the error about a Secret leaves jq's
  // text out.
  const bool is_secret = base::holds_secrets(object->kind());
  std::string window;
  auto result = x.program.apply(object->packed().read(window), object->managed_fields(), *limit_,
                                is_secret ? report::without_content : report::whole);
  if (!result && result.error().code == base::error_code::timeout)
    x.pause.stop(now_us_());
  else
    x.pause.end();
  return result;
}

} // namespace cluster::views
