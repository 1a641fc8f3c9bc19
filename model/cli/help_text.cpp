#include "cli/help_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace texpipe::cli {

namespace {

struct VerbGroup {
  std::string_view title;
  std::array<std::string_view, 9> verbs;
};

constexpr VerbGroup kGroups[] = {
    {"Run studies", {"run", "sweep", "search", "new", "studies", "config"}},
    {"Understand runs", {"stats", "explain", "why", "compare", "report", "energy", "trace", "recording"}},
    {"Check the model", {"verify", "correlate", "cosim"}},
    {"Words, programs and pictures",
     {"enum", "message", "state", "kernel", "visa", "spa", "texture", "frame", "capture"}},
    {"The command itself", {"help", "doctor", "version", "completion", "man"}},
};

constexpr HelpExample kExamples[] = {
    {"", "texpipe run configs/studies/first_look.yaml", "a picture and its statistics, in out/first_look"},
    {"", "texpipe explain out/first_look", "what would make it faster"},
    {"", "texpipe help run", "all options of a verb"},
    {"run", "texpipe run configs/studies/first_look.yaml -p l1.size=32KiB --out out/larger", "another cache"},
    {"run", "texpipe run configs/studies/first_look.yaml --timing untimed", "the picture alone, fast"},
    {"sweep", "texpipe sweep configs/sweeps/texture_cache.yaml", "every point, on all processors"},
    {"sweep", "texpipe sweep configs/studies/first_look.yaml -p 'l1.size=8KiB,16KiB,32KiB'", "without a sweep file"},
    {"search", "texpipe search configs/sweeps/sampler_search.yaml", "the best of many points"},
    {"stats", "texpipe stats out/first_look 'l1.*'", "numbers of all first-level caches"},
    {"stats", "texpipe stats out/first_look --against out/larger", "what differs between two runs"},
    {"explain", "texpipe explain out/first_look --only 'l1.*' --only memory.latency", "what one may change"},
    {"why", "texpipe why out/first_look --pixel 320,240", "what a pixel waited for"},
    {"compare", "texpipe compare out/first_look out/larger --fail-on 'cycles>+2%'", "a gate for scripts"},
    {"compare", "texpipe compare out/a out/b out/c --format markdown", "three runs side by side"},
    {"report", "texpipe report out/first_look", "a page of charts, out/first_look.html"},
    {"energy", "texpipe energy out/first_look", "joules and square millimetres by component"},
    {"config show", "texpipe config show configs/studies/first_look.yaml --origin", "every value and where it is from"},
    {"config explain", "texpipe config explain l1.size", "what a parameter is"},
    {"new", "texpipe new study -o my_study.yaml", "a study to begin with"},
    {"studies", "texpipe studies sweeps", "what is shipped, by name"},
    {"state decode", "texpipe state decode sampler 0x1000 0 0 0", "fields of a state's words"},
    {"texture info", "texpipe texture info configs/textures/brick_512_bc1_mips.dds", "levels and format"},
    {"completion", "source <(texpipe completion bash)", "for this shell"},
};

/// A text in lines of at most `width` columns, all but the first behind `indent` spaces; the first begins at `column`.
std::string wrapped(const std::string& text, std::size_t column, std::size_t indent, std::size_t width) {
  std::string lines;
  bool first = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t length = end - at;
    if (!first && column + 1 + length > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) lines += ' ', ++column;
    lines += text.substr(at, length);
    column += length;
    first = false;
    at = end + 1;
  }
  return lines;
}

/// A name, and what it is behind it; below it where the name is long.
std::string entry(const std::string& name, const std::string& help, std::size_t indent, std::size_t width) {
  std::string line = "  " + name;
  if (line.size() + 2 > indent)
    line += '\n' + std::string(indent, ' ');
  else
    line += std::string(indent - line.size(), ' ');
  return line + wrapped(help, indent, indent, width) + '\n';
}

std::string option_name(const OptionDescription& option) {
  std::string name = option.names.front().starts_with("--") ? "    " : "";
  for (const std::string& word : option.names) name += (&word == &option.names.front() ? "" : ", ") + word;
  return name + (option.value.empty() ? "" : ' ' + option.value);
}

std::string option_help(const OptionDescription& option) {
  std::string help = option.help, choices;
  for (const std::string& choice : option.choices) choices += (choices.empty() ? "" : ", ") + choice;
  const bool told = std::all_of(option.choices.begin(), option.choices.end(),
                                [&](const std::string& choice) { return help.find(choice) != std::string::npos; });
  if (!told) help += ": " + choices;
  if (option.required) help += " (required)";
  return help;
}

std::string options_text(const std::vector<OptionDescription>& options, const char* title, std::size_t width) {
  constexpr std::size_t kIndent = 26;
  std::string text;
  for (const OptionDescription& option : options) {
    text += entry(option_name(option), option_help(option), std::min(kIndent, width / 3), width);
  }
  return text.empty() ? "" : '\n' + std::string{title} + '\n' + text;
}

std::string usage_of(const VerbDescription& verb) {
  std::string text = verb.path;
  if (!verb.verbs.empty() && verb.words.empty()) return text + " VERB ...";
  text += " [OPTIONS]";
  for (const OptionDescription& word : verb.words) {
    const std::string name = word.names.front() + (word.repeats ? " ..." : "");
    text += word.required ? ' ' + name : " [" + name + ']';
  }
  return text;
}

const VerbDescription* named(const std::vector<VerbDescription>& verbs, std::string_view name) {
  const auto found = std::find_if(verbs.begin(), verbs.end(), [&](const VerbDescription& v) { return v.name == name; });
  return found == verbs.end() ? nullptr : &*found;
}

bool is_in_group(std::string_view name) {
  return std::any_of(std::begin(kGroups), std::end(kGroups), [&](const VerbGroup& group) {
    return std::find(group.verbs.begin(), group.verbs.end(), name) != group.verbs.end();
  });
}

std::string verbs_text(const VerbDescription& verb, bool grouped, std::size_t width) {
  std::size_t indent = 0;
  for (const VerbDescription& child : verb.verbs) indent = std::max(indent, child.name.size() + 4);
  std::string text;
  if (!grouped) {
    text = verb.verbs.empty() ? "" : "\nVerbs\n";
    for (const VerbDescription& child : verb.verbs) text += entry(child.name, child.help, indent, width);
    return text;
  }
  for (const VerbGroup& group : kGroups) {
    text += '\n' + std::string{group.title} + '\n';
    for (const std::string_view name : group.verbs) {
      if (const VerbDescription* child = named(verb.verbs, name))
        text += entry(child->name, child->help, indent, width);
    }
  }
  std::string others;
  for (const VerbDescription& child : verb.verbs)
    if (!is_in_group(child.name)) others += entry(child.name, child.help, indent, width);
  return text + (others.empty() ? "" : "\nMore\n" + others);
}

std::string examples_text(const VerbDescription& verb, std::size_t width) {
  const std::size_t space = verb.path.find(' ');
  const std::string name = space == std::string::npos ? "" : verb.path.substr(space + 1);
  std::string text;
  for (const HelpExample& example : kExamples) {
    const bool below = verb.verbs.empty() ? false : !name.empty() && example.verb.starts_with(name + ' ');
    if (example.verb != name && !below) continue;
    constexpr std::size_t kIndent = 6;
    text += "  " + std::string{example.line} + '\n' + std::string(kIndent, ' ') +
            wrapped(std::string{example.what}, kIndent, kIndent, width) + '\n';
  }
  return text.empty() ? "" : "\nExamples\n" + text;
}

}  // namespace

std::span<const HelpExample> help_examples() {
  return kExamples;
}

std::string help_text(const VerbDescription& verb, const VerbDescription& root, std::size_t width) {
  const bool is_root = verb.path == root.path;
  std::string text = wrapped(is_root ? verb.help : verb.path + ": " + verb.help, 0, 2, width) +
                     "\n\nUsage: " + wrapped(usage_of(verb), 7, 7, width) + '\n';
  std::string words;
  for (const OptionDescription& word : verb.words) words += entry(word.names.front(), option_help(word), 18, width);
  if (!words.empty()) text += "\nWords\n" + words;
  text += verbs_text(verb, is_root, width);
  std::vector<OptionDescription> own = verb.options;
  std::erase_if(own, [](const OptionDescription& option) { return option.names.back() == "--help"; });
  if (!is_root) text += options_text(own, "Options", width);
  text += options_text(root.options, "Options of every verb", width);
  return text + examples_text(verb, width);
}

}  // namespace texpipe::cli
