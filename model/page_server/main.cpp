// texpipe_page_server PORT: serves the page of the run that started it, on 127.0.0.1.
#include <httplib.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "page_server/guarded_page.h"
#include "page_server/page_contract.h"
#include "page_server/run_channel.h"

namespace texpipe::page_server {

namespace {

constexpr std::size_t kThreads = 128;  // as many connections that say nothing keep nobody out
constexpr std::size_t kStackBytes = 256 << 10;
constexpr time_t kLongestSilence = 1;  // s; browsers connect before they have something to ask

/// Threads that cost little where the run's user may have little memory.
void make_threads_small() {
  mallopt(M_ARENA_MAX, 1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

void prepare(httplib::Server& server) {
  server.new_task_queue = [] { return new httplib::ThreadPool{kThreads}; };
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(kLongestSilence);
  server.set_read_timeout(kLongestSilence);
  server.set_write_timeout(2 * kLongestSilence);
  server.set_payload_max_length(0);
  // Ports are not shared with another run, which the library would do.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"Referrer-Policy", "same-origin"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Content-Security-Policy",
                               "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                               "connect-src 'self'; img-src data:"}});
}

int serve(int port, const char* token) {
  RunChannel run{kRun};
  httplib::Server server;
  prepare(server);
  errno = 0;
  if (port == 0) {
    port = server.bind_to_any_port("127.0.0.1");
  } else if (!server.bind_to_port("127.0.0.1", port)) {
    port = -1;
  }
  if (port <= 0) {
    run.say(std::string{"error "} + std::strerror(errno == 0 ? EADDRINUSE : errno));
    return 1;
  }
  GuardedPage page{token, port, run};
  server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& response) {
    page.answer(request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
  run.say("port " + std::to_string(port));
  std::thread listening{[&] { server.listen_after_bind(); }};
  pollfd hung_up{kRun, POLLRDHUP, 0};
  while (::poll(&hung_up, 1, -1) < 0 && errno == EINTR) {
  }
  server.stop();
  ::alarm(3);  // a client that does not read keeps nobody waiting
  listening.join();
  return 0;
}

}  // namespace

}  // namespace texpipe::page_server

int main(int count, char** words) {
  const char* const token = std::getenv(texpipe::page_server::kTokenVariable);
  if (count != 2 || token == nullptr || ::fcntl(texpipe::page_server::kRun, F_GETFD) < 0) {
    std::fputs("texpipe_page_server is started by `texpipe run --serve PORT`\n", stderr);
    return 2;
  }
  texpipe::page_server::make_threads_small();
  return texpipe::page_server::serve(std::atoi(words[1]), token);
}
