#include "pages/reference/parameter_reference.h"

#include "host/text/markup.h"

namespace texpipe::study {

namespace {

std::string bold(const std::string& text) {
  return "\\fB" + roff_text(text) + "\\fR";
}

/// A sentence of its own behind others.
void add(std::string& text, const std::string& more) {
  if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
}

void add_man_parameters(const std::vector<ParameterChapter>& chapters, const std::string& own, std::string& page) {
  for (const ParameterChapter& chapter : chapters) {
    page += ".SS " + bold(chapter.path.empty() ? own : chapter.path) + '\n' + roff_text(chapter.help) + '\n';
    for (const ParameterNode& value : chapter.values) {
      std::string facts = value.help;
      add(facts, type_text(value));
      if (!value.low.empty()) add(facts, value.low + " to " + value.high);
      if (value.power_of_two) add(facts, "a power of two");
      std::string words;
      for (const std::string& word : value.choices) words += (words.empty() ? "" : ", ") + word;
      add(facts, words);
      add(facts, value.required ? "required" : "default " + (value.preset.empty() ? value.text : value.preset));
      add(facts, std::string{value.source.text});
      page += ".TP\n" + bold(value.path) + '\n' + roff_text(facts) + '\n';
    }
  }
}

void add_man_statistics(const std::vector<StatisticChapter>& chapters, std::string& page) {
  for (const StatisticChapter& chapter : chapters) {
    page += ".SS " + bold(chapter.path) + '\n' + roff_text(chapter.description) + '\n';
    for (const StatisticEntry& entry : chapter.statistics) {
      std::string facts = entry.description;
      add(facts, entry.kind + (entry.unit == "1" ? "" : " of " + entry.unit));
      if (!entry.only.empty()) add(facts, "only: " + entry.only);
      page += ".TP\n" + bold(entry.name) + '\n' + roff_text(facts) + '\n';
      for (const auto& [name, meaning] : entry.categories)
        page += ".RS\n.TP\n" + bold(name) + '\n' + roff_text(meaning) + "\n.RE\n";
    }
  }
}

}  // namespace

std::string reference_man(const Reference& reference) {
  std::string page = ".\\\" Made by `texpipe config reference --format man`.\n.TH TEXPIPE-REFERENCE 7 \"\" \"texpipe " +
                     reference.version +
                     "\" \"texpipe\"\n.SH NAME\ntexpipe-reference \\- all parameters and statistics of texpipe\n";
  page += ".SH DESCRIPTION\nEvery parameter of a study and of a machine, by the path that " + bold("-p") +
          " takes, and every statistic of a run, by its path in stats.json. An index of a path may be left out or be "
          "[*].\n";
  page += ".SH STUDIES\n";
  add_man_parameters(reference.study, "a study's own keys", page);
  page += ".SH MACHINES\n";
  add_man_parameters(reference.machine, "a machine's own keys", page);
  page += ".SH STATISTICS\n";
  add_man_statistics(reference.statistics, page);
  page += ".SH SEE ALSO\n" + bold("texpipe") + "(1)\n";
  return page;
}

}  // namespace texpipe::study
