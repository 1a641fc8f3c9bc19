// A small HTTP server for programs of this host: pages of one run, a few requests a second.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>

namespace texpipe::cli {

struct HttpRequest {
  std::string method;
  std::string path;                         // without what is asked behind it
  std::string query;                        // behind the `?`
  std::optional<std::string> host, origin;  // the lines of these names
  unsigned port = 0;                        // of this server

  /// A parameter of the query; empty when it is not there. Nothing is unescaped.
  std::string_view parameter(std::string_view name) const;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
};

/// Listens on 127.0.0.1 and answers one request after the other, each connection's only one, when it is asked to. It
/// has no thread: a second one in the process would cost every shared pointer and allocation of the first a lock.
class LocalServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  /// @param port  0: one that is free
  /// Errors: std::system_error when the port cannot be used.
  LocalServer(unsigned port, Handler handler);
  ~LocalServer() = default;
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  unsigned port() const { return port_; }

  /// Answers what has come, and what comes within `wait`; a signal ends it earlier.
  void serve(std::chrono::milliseconds wait);

 private:
  /// Closes a file descriptor at the end.
  class Descriptor {
   public:
    explicit Descriptor(int number) : number_{number} {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

   private:
    int number_;
  };

  /// A client's connection, until its request is complete.
  struct Connection {
    Connection(int number, std::chrono::steady_clock::time_point last) : socket{number}, until{last} {}
    Descriptor socket;
    std::string text;
    std::chrono::steady_clock::time_point until;
  };

  void accept();
  bool read(Connection& connection) const;
  void answer(int connection, const std::string& text) const;

  Handler handler_;
  std::size_t most_connections_;
  Descriptor listener_;
  unsigned port_ = 0;
  std::list<Connection> connections_;
};

}  // namespace texpipe::cli
