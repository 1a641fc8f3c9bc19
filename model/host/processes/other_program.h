// Other programs, started without a shell: arguments are a vector, and no text of the user's is read as anything else.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/files/descriptor.h"

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

/// Descriptor by which a program that is not waited for may answer.
inline constexpr int kAnswers = 3;

/// Surroundings of a program that is started and not waited for. Null: those of this process.
struct ProgramSurroundings {
  const std::vector<std::string>* environment = nullptr;  // NAME=VALUE
  const std::filesystem::path* input = nullptr;           // file of its standard input
  const std::filesystem::path* log = nullptr;             // file that its standard output and error are added to
  const Descriptor* answers = nullptr;                    // its descriptor kAnswers
};

/// Starts a program as the leader of a process group of its own. Errors: kInternalError when it cannot be started.
pid_t start_program(const std::vector<std::string>& arguments, const ProgramSurroundings& surroundings = {});

/// How a program ended.
struct ProgramEnd {
  int code = 0;    // exit code
  int signal = 0;  // that ended it; 0: none

  bool operator==(const ProgramEnd&) const = default;
};

/// End of a program that was started; none while it runs.
std::optional<ProgramEnd> ended(pid_t process);

/// Ends a process group: SIGTERM, and SIGKILL when `patience` is over and its leader, a child of this process, has not
/// ended. What is left of the group is killed.
void end_group(pid_t group, std::chrono::milliseconds patience);

}  // namespace texpipe::study
