#include "cli/page_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "host/build/build_info.h"
#include "host/processes/other_program.h"
#include "page_server/page_contract.h"

namespace texpipe::cli {

namespace fs = std::filesystem;

namespace {

static_assert(study::kAnswers == page_server::kRun);

constexpr std::chrono::seconds kLongestStart{20};

fs::path server_program() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string_view relative : {study::kBuiltLibraries, study::installed_libraries()}) {
    const fs::path file = (here / relative / page_server::kProgram).lexically_normal();
    if (fs::exists(file, error)) return file;
  }
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.path = "--serve",
                         .problem = fmt::format("the program that serves the page, {}, is not beside this command: it "
                                                "was built without libcpp-httplib-dev",
                                                page_server::kProgram),
                         .hint = "install that package and build again"}};
}

std::vector<std::string> environment_with(const std::string& token) {
  std::vector<std::string> variables{fmt::format("{}={}", page_server::kTokenVariable, token)};
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

/// First line that a program writes; empty when none comes.
std::string first_line_from(int socket) {
  std::string line;
  pollfd ready{socket, POLLIN, 0};
  const int patience = static_cast<int>(std::chrono::milliseconds{kLongestStart}.count());
  while (::poll(&ready, 1, patience) > 0) {
    char next = 0;
    if (::recv(socket, &next, 1, 0) <= 0) return {};
    if (next == '\n') return line;
    line += next;
  }
  return {};
}

}  // namespace

PageServer::PageServer(unsigned port, const std::string& token, Handler handler) : handler_{std::move(handler)} {
  const fs::path program = server_program(), nothing = "/dev/null";
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error{ExitCode::kInternalError, "no socket can be made for the live page"};
  socket_ = study::Descriptor{ends[0]};
  const timeval patience{2, 0};  // with a program that was stopped
  ::setsockopt(socket_.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const std::vector<std::string> environment = environment_with(token);
  {
    const study::Descriptor theirs{ends[1]};
    process_ =
        study::start_program({program.string(), std::to_string(port)},
                             {.environment = &environment, .input = &nothing, .log = &nothing, .answers = &theirs});
  }
  const std::string told = first_line_from(socket_.number());
  constexpr std::string_view kPort = "port ", kError = "error ";
  if (told.starts_with(kPort)) {
    std::from_chars(told.data() + kPort.size(), told.data() + told.size(), port_);
    return;
  }
  study::end_group(process_, std::chrono::seconds{1});
  if (told.starts_with(kError)) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--serve",
                                             .problem = fmt::format("port {} of 127.0.0.1 cannot be used: {}", port,
                                                                    told.substr(kError.size())),
                                             .hint = "--serve 0 takes one that is free"}};
  }
  throw Error{ExitCode::kInternalError,
              Diagnostic{.position = {program.string()}, .problem = "does not begin to serve"}};
}

/// The program ends by itself when its socket is closed, and answers meanwhile what it has been told.
PageServer::~PageServer() {
  socket_ = study::Descriptor{};
  study::ended(process_);
}

bool PageServer::serve(std::chrono::milliseconds wait) {
  if (!socket_) return false;
  pollfd ready{socket_.number(), POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(wait.count())) <= 0) return true;
  std::array<char, 256> bytes;
  const auto count = ::recv(socket_.number(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (count > 0) asked_.append(bytes.data(), static_cast<std::size_t>(count));
  if (count > 0 && answer_lines()) return true;
  socket_ = study::Descriptor{};
  return false;
}

/// False when an answer is not taken.
bool PageServer::answer_lines() {
  for (std::size_t end = asked_.find('\n'); end != std::string::npos; end = asked_.find('\n')) {
    const std::string answer = handler_(std::string_view{asked_}.substr(0, end));
    asked_.erase(0, end + 1);
    const std::string text = std::to_string(answer.size()) + '\n' + answer;
    for (std::size_t sent = 0; sent < text.size();) {
      const auto count = ::send(socket_.number(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      sent += static_cast<std::size_t>(count);
    }
  }
  return true;
}

}  // namespace texpipe::cli
