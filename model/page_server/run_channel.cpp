#include "page_server/run_channel.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstddef>

namespace texpipe::page_server {

void RunChannel::say(std::string_view line) {
  const std::string text = std::string{line} + '\n';
  ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
}

std::optional<std::string> RunChannel::ask(std::string_view word) {
  const std::lock_guard guard{asking_};
  say(word);
  std::size_t size = 0;
  for (std::optional<char> digit = next(); digit != '\n'; digit = next()) {
    if (!digit) return {};
    size = size * 10 + static_cast<std::size_t>(*digit - '0');
  }
  std::string answer(size, '\0');
  for (std::size_t read = 0; read < size;) {
    const auto count = ::recv(socket_, answer.data() + read, size - read, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    read += static_cast<std::size_t>(count);
  }
  return answer;
}

std::optional<char> RunChannel::next() {
  char byte = 0;
  ssize_t count = 0;
  do count = ::recv(socket_, &byte, 1, 0);
  while (count < 0 && errno == EINTR);
  return count > 0 ? std::optional{byte} : std::nullopt;
}

}  // namespace texpipe::page_server
