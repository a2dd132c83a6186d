#include "core/bindings/snapshot_text.hpp"

namespace core::bindings {

void append_filter_result(text::json_text& out, const snapshot_object& x) {
  if (!x.filter_result) return;
  out.key("filterResult");
  out.raw(x.filter_result);
}

void append_object(text::json_text& out, const snapshot_object& x) {
  if (!x.object) return;
  out.key("object");
  out.raw(x.object);
}

void append_objects(text::json_text& out, const object_list& objects) {
  out.open('[');
  for (const auto& x : objects) {
    out.open('{');
    append_filter_result(out, x);
    append_object(out, x);
    out.close('}');
  }
  out.close(']');
}

} // namespace core::bindings
