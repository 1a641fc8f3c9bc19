#include "cli/local_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

namespace texpipe::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostRequestBytes = 16 << 10;
constexpr std::size_t kMostConnections = 64;
constexpr std::size_t kShareOfFiles = 4;  // at most a fourth of what the process may open: the run needs files too
constexpr std::chrono::seconds kLongestRequest{10};  // browsers connect before they have something to ask
constexpr std::string_view kEndOfHead = "\r\n\r\n";

[[noreturn]] void fail(const char* what) {
  throw std::system_error{errno, std::generic_category(), what};
}

std::size_t most_connections() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return kMostConnections;
  return std::clamp<std::size_t>(files.rlim_cur / kShareOfFiles, 1, kMostConnections);
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Service Unavailable";
  }
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

/// A line of the head. False for what is none, and for a second line of a name that stands once: two readers could each
/// take another one.
bool parse_line(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  if (name.empty() || name.find_first_of(" \t\r\n") != std::string_view::npos) return false;
  std::optional<std::string>* const kept = same_word(name, "host")     ? &request.host
                                           : same_word(name, "origin") ? &request.origin
                                                                       : nullptr;
  if (kept == nullptr) return true;
  if (*kept) return false;
  *kept = without_spaces(line.substr(colon + 1));
  return true;
}

/// METHOD PATH?QUERY HTTP/1.x, and of the lines behind it Host and Origin. False for what is no request.
bool parse(std::string_view text, HttpRequest& request) {
  const std::string_view first = text.substr(0, text.find("\r\n"));
  const std::size_t space = first.find(' '), last = first.rfind(' ');
  if (space == std::string_view::npos || last <= space || !first.substr(last + 1).starts_with("HTTP/1.")) return false;
  request.method = first.substr(0, space);
  const std::string_view target = first.substr(space + 1, last - space - 1);
  const std::size_t question = target.find('?');
  request.path = target.substr(0, question);
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  for (std::string_view rest = text.substr(first.size() + 2); !rest.starts_with("\r\n");) {
    const std::size_t end = rest.find("\r\n");
    if (!parse_line(rest.substr(0, end), request)) return false;
    rest.remove_prefix(end + 2);
  }
  return true;
}

std::string response_text(const HttpAnswer& answer) {
  return "HTTP/1.1 " + std::to_string(answer.status) + ' ' + std::string{reason_of(answer.status)} +
         "\r\nContent-Type: " + answer.type + "\r\nContent-Length: " + std::to_string(answer.body.size()) +
         "\r\nConnection: close\r\nCache-Control: no-store\r\nReferrer-Policy: same-origin\r\nX-Content-Type-Options: "
         "nosniff\r\nContent-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src "
         "'unsafe-inline'; connect-src 'self'; img-src data:\r\n\r\n" +
         answer.body;
}

}  // namespace

std::string_view HttpRequest::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=')
      return part.substr(name.size() + 1);
  }
  return {};
}

LocalServer::Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

LocalServer::LocalServer(unsigned port, Handler handler)
    : handler_{std::move(handler)},
      most_connections_{most_connections()},
      listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)} {
  if (listener_.number() < 0) fail("socket");
  const int yes = 1;
  ::setsockopt(listener_.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  if (::bind(listener_.number(), place, size) != 0) fail("bind");
  if (::listen(listener_.number(), SOMAXCONN) != 0) fail("listen");
  if (::getsockname(listener_.number(), place, &size) != 0) fail("getsockname");
  port_ = ntohs(address.sin_port);
}

void LocalServer::serve(std::chrono::milliseconds wait) {
  std::vector<pollfd> waiting{{listener_.number(), POLLIN, 0}};
  for (const Connection& connection : connections_) waiting.push_back({connection.socket.number(), POLLIN, 0});
  if (::poll(waiting.data(), waiting.size(), static_cast<int>(wait.count())) < 0) return;
  std::size_t place = 1;
  for (auto connection = connections_.begin(); connection != connections_.end(); ++place) {
    const bool over = (waiting[place].revents != 0 && read(*connection)) || Clock::now() > connection->until;
    connection = over ? connections_.erase(connection) : std::next(connection);
  }
  if (waiting[0].revents != 0) accept();
}

/// Takes new connections. Silent ones keep nobody out: where too many wait, or the process may open no more, the oldest
/// is closed. Most have sent their request when they are taken, and are answered at once.
void LocalServer::accept() {
  constexpr std::size_t kMostAtOnce = 256;
  for (std::size_t taken = 0; taken < kMostAtOnce; ++taken) {
    if (connections_.size() >= most_connections_) connections_.pop_front();
    int number = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    while (number < 0 && (errno == EMFILE || errno == ENFILE) && !connections_.empty()) {
      connections_.pop_front();
      number = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    }
    if (number < 0) return;
    connections_.emplace_back(number, Clock::now() + kLongestRequest);
    if (read(connections_.back())) connections_.pop_back();
  }
}

/// Returns whether the connection is done with: it was answered, closed, or is no request.
bool LocalServer::read(Connection& connection) const {
  std::array<char, 4096> bytes;
  const auto count = ::recv(connection.socket.number(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count <= 0) return count == 0 || (errno != EAGAIN && errno != EINTR);
  connection.text.append(bytes.data(), static_cast<std::size_t>(count));
  if (connection.text.find(kEndOfHead) == std::string::npos) return connection.text.size() > kMostRequestBytes;
  answer(connection.socket.number(), connection.text);
  return true;
}

void LocalServer::answer(int connection, const std::string& text) const {
  HttpRequest request;
  request.port = port_;
  const std::string response =
      response_text(parse(text, request) ? handler_(request) : HttpAnswer{.status = 400, .body = "no request\n"});
  const timeval patience{2, 0};
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  for (std::size_t sent = 0; sent < response.size();) {
    const auto count = ::send(connection, response.data() + sent, response.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
  ::shutdown(connection, SHUT_WR);
}

}  // namespace texpipe::cli
