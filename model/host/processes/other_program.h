// Other programs, started without a shell: arguments are a vector, and no text of the user's is read as anything else.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace texpipe::study {

/// File of a program that PATH finds; none when it finds none.
std::optional<std::filesystem::path> find_program(const std::string& name);

struct ProgramResult {
  int code = -1;       // -1: it could not be started, or a signal ended it
  std::string out;     // what it wrote on standard output
  std::string errors;  // and on standard error
};

/// Runs a program that ends soon. @param arguments  the first one is its name, which PATH has, or its path
/// @param input  a file for its standard input; empty: none
ProgramResult run_program(const std::vector<std::string>& arguments, const std::filesystem::path& input = {});

/// Starts a program as the leader of a process group of its own. Errors: kInternalError when it cannot be started.
pid_t start_program(const std::vector<std::string>& arguments);

}  // namespace texpipe::study
