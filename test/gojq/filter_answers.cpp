#include "core/bindings/object_filter.hpp"

#include <iostream>
#include <string>

/// Reads pairs of lines, a program and its input, and applies each program to its input as filters of hooks
/// are applied. main.go does the same by gojq. Each program gives a single result.
int main() {
  std::string program, input;
  while (std::getline(std::cin, program) && std::getline(std::cin, input)) {
    const auto filter = core::bindings::object_filter::compile(program);
    const auto answer = filter ? filter->apply(input) : base::result<std::string>("refused");
    std::cout << answer.value_or("failed") << '\n';
  }
}
