#include "actors/processes/hook_program.hpp"

#include <utility>

namespace actors::processes {

messages::run_program hook_program(const messages::run_hook& what, std::shared_ptr<const text::text_pieces> context,
                                   const messages::values_read& values, std::uint64_t number) {
  core::hooks::run_texts texts;
  texts.module = what.module;
  texts.hook = what.hook->name;
  texts.unique = std::to_string(number);
  texts.binding_context = std::move(context);
  texts.config_values = values.config_values;
  texts.values = values.values;

  messages::run_program program;
  program.command = core::hooks::hook_command(what.place);
  program.files = core::hooks::hook_input_files(std::move(texts));
  program.read_back = {config_patch_path, values_patch_path, metrics_path, object_patch_path};
  program.subject = subject_of(what);
  program.script = what.place.path;
  program.hook = what.hook->name;
  program.module = what.module;
  program.binding = what.binding;
  program.queue = what.queue;
  return program;
}

std::size_t input_bytes(const messages::run_program& x) {
  std::size_t bytes = 0;
  for (const auto& file : x.files)
    if (file.content && !file.is_further_name) bytes += file.content->size();
  return bytes;
}

std::string subject_of(const messages::run_hook& x) {
  return "hook '" + x.hook->name + "'" + (x.module.empty() ? "" : " of module '" + x.module + "'");
}

} // namespace actors::processes
