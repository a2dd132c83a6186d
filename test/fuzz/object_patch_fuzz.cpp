// The file that a hook leaves at KUBERNETES_PATCH_PATH.

#include "core/hooks/object_patch.hpp"
#include "fuzz/claim.hpp"
#include "text/json/json.hpp"

using fuzz::claim;

namespace {

void check(const core::hooks::create_object& x) {
  claim(!x.target.name.empty() || !x.generate_name.empty(), "an object that is created has a name, or gets one");
  claim(text::parse_json(x.object).has_value(), "an object that is created is JSON");
}

void check(const core::hooks::delete_object& x) {
  claim(!x.target.kind.empty() && !x.target.name.empty(), "an object that is deleted has kind and name");
}

void check(const core::hooks::patch_object& x) {
  claim(!x.target.kind.empty() && !x.target.name.empty(), "an object that is patched has kind and name");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  const auto operations = core::hooks::parse_object_patch(fuzz::text_of(data, size));
  if (!operations) {
    claim(!operations.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  for (const auto& operation : *operations) {
    std::visit([](const auto& x) { check(x); }, operation);
    claim(!core::hooks::describe(operation).empty(), "an operation has a description");
  }
  return 0;
}
