#include "page_server/guarded_page.h"

#include <httplib.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "page_server/live_page_html.h"
#include "page_server/page_contract.h"

namespace texpipe::page_server {

namespace {

constexpr const char* kPlainText = "text/plain; charset=utf-8";

/// Requests that go to the run.
struct Question {
  std::string_view word;
  const char* method;
  const char* type;
};
constexpr Question kQuestions[] = {
    {kState, "GET", "application/json"}, {kPause, "POST", kPlainText},     {kResume, "POST", kPlainText},
    {kTraceStart, "POST", kPlainText},   {kTraceStop, "POST", kPlainText},
};

/// Takes as long wherever the first difference is.
bool is_same(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

void refuse(httplib::Response& response, int status, const char* text) {
  response.status = status;
  response.set_content(text, kPlainText);
}

}  // namespace

GuardedPage::GuardedPage(std::string token, int port, RunChannel& run)
    : token_{std::move(token)},
      number_{"127.0.0.1:" + std::to_string(port)},
      name_{"localhost:" + std::to_string(port)},
      run_{run} {}

/// Other names of this host may be others' pages. Browsers say which page asks; another page that has the token has it
/// from somebody it should not have it from.
bool GuardedPage::is_own(const httplib::Request& request) const {
  const std::string host = request.get_header_value("Host"), origin = request.get_header_value("Origin");
  const bool here = host == number_ || host == name_;
  const bool own = !request.has_header("Origin") || origin == "http://" + number_ || origin == "http://" + name_;
  return here && own && is_same(request.get_param_value("token"), token_);
}

void GuardedPage::answer(const httplib::Request& request, httplib::Response& response) {
  // Two readers of one name could each take another one.
  if (request.get_header_value_count("Host") > 1 || request.get_header_value_count("Origin") > 1)
    return refuse(response, 400, "no request\n");
  if (!is_own(request))
    return refuse(response, 403, "the address needs the token that `texpipe run --serve` printed\n");
  if (request.path == "/") {
    if (request.method != "GET") return refuse(response, 405, "another method\n");
    response.set_content(kLivePageHtml.data(), kLivePageHtml.size(), "text/html; charset=utf-8");
    response.status = 200;
    return;
  }
  for (const Question& question : kQuestions) {
    if (request.path.substr(1) != question.word) continue;
    if (request.method != question.method) return refuse(response, 405, "another method\n");
    const std::optional<std::string> answer = run_.ask(question.word);
    if (!answer) return refuse(response, 503, "the run is over\n");
    response.set_content(*answer, question.type);
    response.status = 200;
    return;
  }
  refuse(response, 404, "no such page\n");
}

}  // namespace texpipe::page_server
