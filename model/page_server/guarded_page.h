// The page's requests, and who may make them.
#pragma once

#include <string>

#include "page_server/run_channel.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace texpipe::page_server {

/// Answers the page's requests; refuses what does not come from the page, before the run hears of it.
class GuardedPage {
 public:
  GuardedPage(std::string token, int port, RunChannel& run);

  void answer(const httplib::Request& request, httplib::Response& response);

 private:
  bool is_own(const httplib::Request& request) const;

  std::string token_;
  std::string number_, name_;  // of this host and port, as requests name them
  RunChannel& run_;
};

}  // namespace texpipe::page_server
