#include "pages/assets/page_frame.h"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "host/text/markup.h"
#include "pages/assets/page_assets.h"

namespace texpipe::study {

namespace {

/// Content policy of a page: nothing but what it holds itself may be loaded.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// JSON inside a script element: no `</` that would end it.
std::string in_script(const nlohmann::ordered_json& json) {
  std::string text = json.dump(-1, ' ', true);
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at)) text.replace(at, 2, "<\\/");
  return text;
}

}  // namespace

std::string list_of(const PageFacts& facts) {
  std::string text = "<dl>\n";
  for (const auto& [name, value] : facts) text += "<dt>" + html_text(name) + "</dt><dd>" + html_path(value) + "</dd>\n";
  return text + "</dl>\n";
}

std::string html_path(std::string_view path) {
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = 0; at + 1 < path.size(); ++at) {
    const bool ends_a_name = path[at] == '.' || path[at] == '_' || path[at] == '/';
    if (!ends_a_name || !(std::isalpha(static_cast<unsigned char>(path[at + 1])) || path[at + 1] == '[')) continue;
    text += html_text(path.substr(from, at + 1 - from)) + "<wbr>";
    from = at + 1;
  }
  return text + html_text(path.substr(from));
}

std::string framed_page(const PageParts& parts, const nlohmann::ordered_json& data) {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy);
  page +=
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n";
  page += fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n", html_text(parts.title),
                      page_style());
  page += "<h1>" + html_text(parts.title) + "</h1>\n" + list_of(parts.facts);
  page += "<nav aria-label=\"charts\"><ul id=\"contents\"></ul></nav>\n" + parts.above + "<div id=\"charts\"></div>\n" +
          parts.below;
  page += "</main>\n<script id=\"data\" type=\"application/json\">" + in_script(data) + "</script>\n<script>";
  page += echarts_script();
  page += "</script>\n<script>\n";
  page += page_script();
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace texpipe::study
