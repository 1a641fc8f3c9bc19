#include "host/text/markup.h"
#include "pages/assets/page_assets.h"
#include "pages/assets/page_frame.h"
#include "pages/reference/parameter_reference.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kReferenceStyle =
    "td, th { text-align: left; vertical-align: top; white-space: normal; }\n"
    "td:first-child { width: 28%; } td:nth-child(2) { width: 12%; } td:nth-child(3) { width: 25%; }\n"
    "input { width: 100%; padding: .5rem; font: inherit; color: inherit; background: var(--back); border: 1px solid "
    "var(--line); border-radius: .5rem; }\n"
    "h2 { margin: 1.5rem 0 .5rem; font-size: 1.3rem; } h3 { display: inline; font-size: 1rem; margin: 0; }\n"
    "section { padding: .4rem .75rem; margin: .4rem 0; } summary p { display: inline; margin-left: .5rem; }\n"
    "code { overflow-wrap: anywhere; }\n"
    "ul { margin: 0; padding-left: 1.2rem; }\n"
    // A row is a card on a phone: four columns of words have no room there.
    "@media (max-width: 40rem) { thead { display: none; } tr:not([hidden]) { display: block; padding: .4rem 0; "
    "border-bottom: 1px solid var(--line); } td, td:nth-child(n) { display: block; width: auto; border: 0; padding: 0; "
    "} td:first-child { font-weight: bold; } td[data-name]::before { content: attr(data-name) ' '; color: var(--dim); "
    "} }\n";

/// Rows that do not hold every word of the field are hidden, and chapters without rows; chapters are open while
/// something is looked for, and where the address names a row of theirs.
constexpr std::string_view kReferenceScript =
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
    "  for (const chapter of document.querySelectorAll('section')) {\n"
    "    chapter.hidden = !chapter.querySelector('tbody tr:not([hidden])');\n"
    "    chapter.firstElementChild.open = words.length > 0;\n"
    "  }\n"
    "  found.textContent = words.length ? count + ' found' : rows.length + ' in all';\n"
    "}\n"
    "function unfold() {\n"
    "  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));\n"
    "  if (!row?.closest('details')) return;\n"
    "  row.closest('details').open = true;\n"
    "  row.scrollIntoView();\n"
    "}\n"
    "field.addEventListener('input', find);\n"
    "addEventListener('hashchange', unfold);\n"
    "find();\n"
    "unfold();\n";

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
  return "<section><details><summary><h3><code>" + html_path(title) + "</code></h3><p>" + html_text(help) +
         "</p></summary>\n<table><thead><tr>" + std::string{columns} + "</tr></thead><tbody>\n";
}

constexpr std::string_view kEndOfChapter = "</tbody></table></details></section>\n";

/// A cell that says on a phone, where the table has no head, which column it is of.
std::string named_cell(std::string_view column, const std::string& content) {
  return "<td data-name=\"" + std::string{column} + "\">" + content + "</td>";
}

void add_parameters(const std::vector<ParameterChapter>& chapters, const std::string& own, std::string& page) {
  for (const ParameterChapter& chapter : chapters) {
    page += begin_chapter(chapter.path.empty() ? own : chapter.path, chapter.help,
                          "<th>parameter</th><th>default</th><th>values</th><th>meaning</th>");
    for (const ParameterNode& value : chapter.values) {
      const std::string source = std::string{value.source.text};
      page += "<tr" + id_of(value.path) + "><td><code>" + html_path(value.path) + "</code></td>" +
              named_cell("default", html_path(value.required         ? "required"
                                              : value.preset.empty() ? value.text
                                                                     : value.preset)) +
              named_cell("values", html_text(range_of(value)) + words_of(value)) + "<td>" + html_text(value.help) +
              paragraph(source) + "</td></tr>\n";
    }
    page += kEndOfChapter;
  }
}

void add_statistics(const std::vector<StatisticChapter>& chapters, std::string& page) {
  for (const StatisticChapter& chapter : chapters) {
    page += begin_chapter(chapter.path, chapter.description,
                          "<th>statistic</th><th>kind</th><th>unit</th><th>meaning</th>");
    for (const StatisticEntry& entry : chapter.statistics) {
      const std::string path = chapter.path + '.' + entry.name;
      page += "<tr" + id_of("stats." + path) + "><td><code>" + html_path(path) + "</code></td>" +
              named_cell("kind", entry.kind) + named_cell("unit", html_text(entry.unit)) + "<td>" +
              html_text(entry.description);
      if (!entry.only.empty()) page += " (only: " + html_text(entry.only) + ")";
      if (!entry.categories.empty()) {
        page += "<ul>";
        for (const auto& [name, meaning] : entry.categories)
          page += "<li><code>" + html_text(name) + "</code>: " + html_text(meaning) + "</li>";
        page += "</ul>";
      }
      page += "</td></tr>\n";
    }
    page += kEndOfChapter;
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
  page += kReferenceStyle;
  page += "</style>\n</head>\n<body>\n<main>\n<h1>texpipe " + html_text(reference.version) +
          ": parameters and statistics</h1>\n<p><label for=\"find\">Parts of paths and words of descriptions, all of "
          "which must be there</label></p>\n<input id=\"find\" type=\"search\" autocomplete=\"off\">\n<p id=\"found\" "
          "role=\"status\"></p>\n"
          "<nav aria-label=\"parts\"><ul><li><a href=\"#studies\">studies</a></li><li><a "
          "href=\"#machines\">machines</a></li><li><a href=\"#statistics\">statistics</a></li></ul></nav>\n";
  page += "<h2 id=\"studies\">Studies</h2>\n";
  add_parameters(reference.study, "a study's own keys", page);
  page += "<h2 id=\"machines\">Machines</h2>\n";
  add_parameters(reference.machine, "a machine's own keys", page);
  page += "<h2 id=\"statistics\">Statistics</h2>\n";
  add_statistics(reference.statistics, page);
  page += "</main>\n<script>\n";
  page += kReferenceScript;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace texpipe::study
