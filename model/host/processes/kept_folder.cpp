#include "host/processes/kept_folder.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <set>
#include <string>
#include <thread>

#include "host/files/hidden_place.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

bool lives(pid_t group) {
  return killpg(group, 0) == 0;
}

void end_all(const std::set<pid_t>& groups) {
  constexpr std::chrono::milliseconds kLook{10};
  constexpr int kLooks = 100;
  for (const pid_t group : groups) killpg(group, SIGTERM);
  for (const pid_t group : groups) {
    for (int look = 0; look < kLooks && lives(group); ++look) std::this_thread::sleep_for(kLook);
    killpg(group, SIGKILL);
  }
}

/// Closes what the keeper has of this process besides the pipe: somebody may wait for its end.
void let_go(int but) {
  close_range(STDERR_FILENO + 1, static_cast<unsigned>(but) - 1, 0);
  close_range(static_cast<unsigned>(but) + 1, ~0u, 0);
  const int nothing = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
  if (nothing > STDERR_FILENO) close(nothing);
}

/// The keeper: reads names of groups until the other process has ended, then clears up.
[[noreturn]] void clear_up_after(int pipe, const fs::path& folder) {
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  let_go(pipe);
  std::set<pid_t> groups;
  pid_t group = 0;
  for (ssize_t count; (count = read(pipe, &group, sizeof group)) != 0;) {
    if (count != sizeof group) continue;
    if (group > 0) groups.insert(group);
    if (group < 0) groups.erase(-group);
  }
  end_all(groups);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  _exit(0);
}

}  // namespace

KeptFolder::KeptFolder(std::string_view stem) {
  std::error_code missing;
  const fs::path place = fs::temp_directory_path(missing);
  std::string name = ((missing ? fs::path{"/tmp"} : place) / (std::string{stem} + "XXXXXX")).string();
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_from_system(name, "cannot be made");
  const Descriptor from_here{ends[0]};
  to_keeper_ = Descriptor{ends[1]};
  if (mkdtemp(name.data()) == nullptr) fail_from_system(name, "cannot be made");
  path_ = name;
  keeper_ = fork();
  if (keeper_ == 0) {
    to_keeper_ = Descriptor{};
    clear_up_after(from_here.number(), path_);
  }
  if (keeper_ > 0) return;
  std::error_code ignored;
  fs::remove(path_, ignored);
  fail_from_system(path_, "no process can be made for it");
}

KeptFolder::~KeptFolder() {
  to_keeper_ = Descriptor{};
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void KeptFolder::tell(pid_t group) {
  // Fewer bytes than a pipe takes at once.
  if (::write(to_keeper_.number(), &group, sizeof group) < 0) fail_from_system(path_, "its keeper has ended");
}

}  // namespace texpipe::study
