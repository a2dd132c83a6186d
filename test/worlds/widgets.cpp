#include "worlds/widgets.hpp"

#include <utility>

namespace worlds {

void widgets::serve() {
  version_.clear();
  serve_version("v1");
  is_served_ = true;
}

void widgets::serve_version(const std::string& version) {
  api_.add_resource(simulation::custom_resource("example.io", version, "Widget", "widgets"));
  if (const auto before = std::exchange(version_, version); !before.empty()) api_.remove_version("example.io", before);
  const auto labels = text::json::object({{"serves", version}});
  api_.put_object(
    text::json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                        {"kind", "CustomResourceDefinition"},
                        {"metadata", text::json::object({{"name", "widgets.example.io"}, {"labels", labels}})}}));
}

void widgets::remove() {
  api_.delete_object("CustomResourceDefinition", "", "widgets.example.io");
  api_.remove_resource("example.io", "widgets");
  is_served_ = false;
}

} // namespace worlds
