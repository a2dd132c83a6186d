#include "object_creation.hpp"

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

/// More would not be faster: the API server is the limit.
constexpr int clients = 8;

std::string config_map_text(int number) {
  return fmt::format(R"({{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"many-{0}",)"
                     R"("labels":{{"addon-operator/bench":"many"}}}},"data":{{"value":"{0}"}}}})",
                     number);
}

} // namespace

object_creation::object_creation(test::real_cluster& cluster, std::string space, int objects)
  : cluster_(cluster), space_(std::move(space)), objects_(objects) {
  for (int i = 0; i < clients; ++i) create_next();
}

void object_creation::create_next() {
  const int number = next_++;
  if (number >= objects_) return;
  auto request = kube::api::create_request(test::config_maps(), {.namespace_ = space_}, config_map_text(number));
  cluster_.transport().start(std::move(request), {.on_line = {}, .on_done = [this](auto answer) {
                                                    if (!answer || answer->status != 201) ++failed_;
                                                    if (++created_ == objects_) return finish();
                                                    create_next();
                                                  }});
}

void object_creation::finish() {
  if (failed_ == 0) return done_.set_value();
  done_.set_exception(std::make_exception_ptr(
    std::runtime_error(fmt::format("{} of {} objects were not created", failed_.load(), objects_))));
}

} // namespace bench
