#include "host/processes/other_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// Settings with which a program is started besides its arguments.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // This program ignores signals that others expect to die of (main.cpp).
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  void own_group() {
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  void read(const fs::path& file) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, file.c_str(), O_RDONLY, 0);
  }
  void append(int number, const fs::path& file) {
    posix_spawn_file_actions_addopen(&actions_, number, file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  }
  void write(int number, const Descriptor& to) { posix_spawn_file_actions_adddup2(&actions_, to.number(), number); }

  /// 0, or why not. @param environment  null: that of this process
  int start(const std::vector<std::string>& arguments, pid_t& process,
            const std::vector<std::string>* environment = nullptr) const {
    const std::vector<char*> words = pointers(arguments);
    const std::vector<char*> variables = environment == nullptr ? std::vector<char*>{} : pointers(*environment);
    return posix_spawnp(&process, words.front(), &actions_, &attributes_, words.data(),
                        environment == nullptr ? environ : variables.data());
  }

 private:
  /// A list as the system takes it, with a null at its end.
  static std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
    list.push_back(nullptr);
    return list;
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Pipe of a program's standard output or error: the end that it writes, and the end that this process reads.
struct Channel {
  Descriptor reads, writes;

  Channel() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    reads = Descriptor{ends[0]};
    writes = Descriptor{ends[1]};
  }
};

/// Both to their ends, in whatever order they come.
void read_all(const Descriptor& out, const Descriptor& errors, ProgramResult& result) {
  std::array<pollfd, 2> files{{{out.number(), POLLIN, 0}, {errors.number(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&result.out, &result.errors};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    if (poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].fd < 0 || files[i].revents == 0) continue;
      std::array<char, 4096> bytes;
      const ssize_t count = read(files[i].fd, bytes.data(), bytes.size());
      if (count > 0) texts[i]->append(bytes.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) files[i].fd = -1;  // poll leaves it out
    }
  }
}

}  // namespace

std::optional<fs::path> find_program(const std::string& name) {
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (true) {
    const std::size_t colon = rest.find(':');
    const fs::path file = fs::path{rest.substr(0, colon)} / name;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

ProgramResult run_program(const std::vector<std::string>& arguments, const fs::path& input) {
  ProgramResult result;
  Channel out, errors;
  if (!out.writes || !errors.writes) return result;
  Spawn spawn;
  spawn.read(input.empty() ? fs::path{"/dev/null"} : input);
  spawn.write(STDOUT_FILENO, out.writes);
  spawn.write(STDERR_FILENO, errors.writes);
  pid_t process = 0;
  if (spawn.start(arguments, process) != 0) return result;
  out.writes = Descriptor{};  // so that their ends are seen
  errors.writes = Descriptor{};
  read_all(out.reads, errors.reads, result);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

pid_t start_program(const std::vector<std::string>& arguments, const ProgramSurroundings& surroundings) {
  Spawn spawn;
  spawn.own_group();
  if (surroundings.input != nullptr) spawn.read(*surroundings.input);
  if (surroundings.log != nullptr) {
    spawn.append(STDOUT_FILENO, *surroundings.log);
    spawn.append(STDERR_FILENO, *surroundings.log);
  }
  if (surroundings.answers != nullptr) spawn.write(kAnswers, *surroundings.answers);
  pid_t process = 0;
  if (const int reason = spawn.start(arguments, process, surroundings.environment); reason != 0) {
    throw Error{ExitCode::kInternalError,
                Diagnostic{.position = {arguments.front()},
                           .problem = std::string{"cannot be started: "} + std::strerror(reason)}};
  }
  return process;
}

std::optional<ProgramEnd> ended(pid_t process) {
  int status = 0;
  const pid_t found = waitpid(process, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return {};
  if (found < 0) return ProgramEnd{};  // somebody else has waited for it
  return WIFSIGNALED(status) ? ProgramEnd{.signal = WTERMSIG(status)} : ProgramEnd{.code = WEXITSTATUS(status)};
}

void end_group(pid_t group, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kLook{5};
  killpg(group, SIGTERM);
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!ended(group) && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(kLook);
  killpg(group, SIGKILL);
  while (waitpid(group, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace texpipe::study
