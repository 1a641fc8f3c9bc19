#include "host/text/markup.h"
#include "pages/assets/page_assets.h"
#include "pages/assets/page_frame.h"
#include "pages/reference/parameter_reference.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kStyle =
    "td, th { text-align: left; vertical-align: top; }\n"
    "input { width: 100%; padding: .5rem; font: inherit; color: inherit; background: var(--back); border: 1px solid "
    "var(--line); border-radius: .5rem; }\n"
    "code { overflow-wrap: anywhere; }\n"
    "ul { margin: 0; padding-left: 1.2rem; }\n";

/// Rows that do not hold every word of the field are hidden, and chapters without rows.
constexpr std::string_view kScript =
    "const field = document.getElementById('find'), found = document.getElementById('found');\n"
    "const rows = [...document.querySelectorAll('tbody tr')];\n"
    "for (const row of rows) row.words = row.textContent.toLowerCase();\n"
    "function find() {\n"
    "  const words = field.value.toLowerCase().split(/\\s+/).filter(word => word);\n"
    "  let count = 0;\n"
    "  for (const row of rows) {\n"
    "    row.hidden = !words.every(word => row.words.includes(word));\n"
    "    if (!row.hidden) ++count;\n"
    "  }\n"
    "  for (const chapter of document.querySelectorAll('section'))\n"
    "    chapter.hidden = !chapter.querySelector('tbody tr:not([hidden])');\n"
    "  found.textContent = words.length ? count + ' found' : rows.length + ' in all';\n"
    "}\n"
    "field.addEventListener('input', find);\n"
    "find();\n";

std::string id_of(const std::string& path) {
  return " id=\"" + html_text(path) + "\"";
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : "<div>" + html_text(text) + "</div>";
}

std::string range_of(const ParameterNode& value) {
  std::string text = type_text(value);
  if (value.is_list) text += ", or a list of them";
  if (!value.low.empty()) text += ", " + value.low + " to " + value.high;
  if (value.power_of_two) text += ", a power of two";
  return text;
}

std::string words_of(const ParameterNode& value) {
  if (value.choices.empty()) return "";
  std::string text = "<ul>";
  for (std::size_t i = 0; i < value.choices.size(); ++i) {
    const std::string meaning = i < value.choice_meanings.size() ? value.choice_meanings[i] : "";
    text += "<li><code>" + html_text(value.choices[i]) + "</code>" +
            (meaning.empty() ? "" : ": " + html_text(meaning)) + "</li>";
  }
  return text + "</ul>";
}

std::string begin_chapter(const std::string& title, const std::string& help, std::string_view columns) {
  return "<section><h2><code>" + html_text(title) + "</code></h2>\n<p>" + html_text(help) + "</p>\n<table><thead><tr>" +
         std::string{columns} + "</tr></thead><tbody>\n";
}

void add_parameters(const std::vector<ParameterChapter>& chapters, const std::string& own, std::string& page) {
  for (const ParameterChapter& chapter : chapters) {
    page += begin_chapter(chapter.path.empty() ? own : chapter.path, chapter.help,
                          "<th>parameter</th><th>default</th><th>values</th><th>meaning</th>");
    for (const ParameterNode& value : chapter.values) {
      const std::string source = std::string{value.source.text};
      page += "<tr" + id_of(value.path) + "><td><code>" + html_text(value.path) + "</code></td><td>" +
              html_text(value.required         ? "required"
                        : value.preset.empty() ? value.text
                                               : value.preset) +
              "</td><td>" + html_text(range_of(value)) + words_of(value) + "</td><td>" + html_text(value.help) +
              paragraph(source) + "</td></tr>\n";
    }
    page += "</tbody></table></section>\n";
  }
}

void add_statistics(const std::vector<StatisticChapter>& chapters, std::string& page) {
  for (const StatisticChapter& chapter : chapters) {
    page += begin_chapter(chapter.path, chapter.description,
                          "<th>statistic</th><th>kind</th><th>unit</th><th>meaning</th>");
    for (const StatisticEntry& entry : chapter.statistics) {
      const std::string path = chapter.path + '.' + entry.name;
      page += "<tr" + id_of("stats." + path) + "><td><code>" + html_text(path) + "</code></td><td>" + entry.kind +
              "</td><td>" + html_text(entry.unit) + "</td><td>" + html_text(entry.description);
      if (!entry.only.empty()) page += " (only: " + html_text(entry.only) + ")";
      if (!entry.categories.empty()) {
        page += "<ul>";
        for (const auto& [name, meaning] : entry.categories)
          page += "<li><code>" + html_text(name) + "</code>: " + html_text(meaning) + "</li>";
        page += "</ul>";
      }
      page += "</td></tr>\n";
    }
    page += "</tbody></table></section>\n";
  }
}

}  // namespace

std::string reference_html(const Reference& reference) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
      "style-src 'unsafe-inline'; img-src data:\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" "
      "href=\"data:,\">\n<title>texpipe reference</title>\n<style>\n";
  page += page_style();
  page += kStyle;
  page += "</style>\n</head>\n<body>\n<main>\n<h1>texpipe " + html_text(reference.version) +
          ": parameters and statistics</h1>\n<p><label for=\"find\">Parts of paths and words of descriptions, all of "
          "which must be there</label></p>\n<input id=\"find\" type=\"search\" autocomplete=\"off\">\n<p id=\"found\" "
          "role=\"status\"></p>\n"
          "<nav aria-label=\"parts\"><ul><li><a href=\"#studies\">studies</a></li><li><a "
          "href=\"#machines\">machines</a></li><li><a href=\"#statistics\">statistics</a></li></ul></nav>\n";
  page += "<h1 id=\"studies\">Studies</h1>\n";
  add_parameters(reference.study, "a study's own keys", page);
  page += "<h1 id=\"machines\">Machines</h1>\n";
  add_parameters(reference.machine, "a machine's own keys", page);
  page += "<h1 id=\"statistics\">Statistics</h1>\n";
  add_statistics(reference.statistics, page);
  page += "</main>\n<script>\n";
  page += kScript;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace texpipe::study
