#include "cli/completion.h"

#include <array>

namespace texpipe::cli {

namespace {

template <class Take>
void for_each_verb(const VerbDescription& verb, Take take) {
  take(verb);
  for (const VerbDescription& child : verb.verbs) for_each_verb(child, take);
}

/// A verb's path without the program's name: what a shell sees behind it.
std::string below_command(const VerbDescription& verb) {
  const std::size_t space = verb.path.find(' ');
  return space == std::string::npos ? "" : verb.path.substr(space + 1);
}

void add_word(std::string& list, const std::string& word) {
  list += (list.empty() ? "" : " ") + word;
}

std::string names_of(const std::vector<OptionDescription>& options) {
  std::string names;
  for (const OptionDescription& option : options)
    for (const std::string& name : option.names) add_word(names, name);
  return names;
}

bool takes_parameter(const OptionDescription& option) {
  return option.names.front() == "-p";
}

/// Case arms of one option's names: what may stand behind it.
std::string value_arm(const std::string& verb, const OptionDescription& option) {
  if (option.value.empty()) return "";
  std::string pattern;
  for (const std::string& name : option.names) {
    pattern += (pattern.empty() ? "" : "|") + ("'" + verb + ' ' + name + "'");
  }
  if (takes_parameter(option)) return "    " + pattern + ") values='@parameter' ;;\n";
  std::string choices;
  for (const std::string& choice : option.choices) add_word(choices, choice);
  return "    " + pattern + ") values='" + (choices.empty() ? "@file" : choices) + "' ;;\n";
}

/// A verb's words are its verbs, or what may stand in its places; a place without a list takes files, which are left to
/// the shell by an empty answer.
std::string bash_functions(const CompletionFacts& facts) {
  std::string paths, words, values, parameters;
  for_each_verb(facts.command, [&](const VerbDescription& verb) {
    const std::string path = below_command(verb);
    if (!path.empty()) paths += (paths.empty() ? "" : "|") + ("'" + path + "'");
    std::string here;
    for (const VerbDescription& child : verb.verbs) add_word(here, child.name);
    for (const OptionDescription& word : verb.words)
      for (const std::string& choice : word.choices) add_word(here, choice);
    words += "    '" + path + "') words='" + here + "' options='" + names_of(verb.options) + "' ;;\n";
    for (const OptionDescription& option : verb.options) values += value_arm(path, option);
  });
  for (const std::string& path : facts.parameters) parameters += "    " + path + "=\n";
  return "_texpipe() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local verb= words= options= values= i\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case \"${verb:+$verb }${COMP_WORDS[i]}\" in\n"
         "      " +
         paths +
         ") verb=${verb:+$verb }${COMP_WORDS[i]} ;;\n"
         "    esac\n"
         "  done\n"
         "  case $verb in\n" +
         words +
         "  esac\n"
         "  options=\"$options " +
         names_of(facts.command.options) +
         "\"\n"
         "  case \"$verb $previous\" in\n" +
         values +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  case $values in\n"
         "    @file) ;;\n"
         "    @parameter)\n"
         "      words=\n"
         "      for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "        case ${COMP_WORDS[i]} in\n"
         "          *.yaml | *.yml) words=$(\"${COMP_WORDS[0]}\" config paths \"${COMP_WORDS[i]}\" 2>/dev/null) ;;\n"
         "        esac\n"
         "      done\n"
         "      if [[ $words ]]; then words=${words//$'\\n'/=$'\\n'}=; else words=$_texpipe_parameters; fi\n"
         "      COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "      compopt -o nospace 2>/dev/null ;;\n"
         "    ?*) COMPREPLY=($(compgen -W \"$values\" -- \"$current\")) ;;\n"
         "    *)\n"
         "      case $current in\n"
         "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
         "        *) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "_texpipe_parameters='\n" +
         parameters + "'\n";
}

std::string bash_script(const CompletionFacts& facts) {
  return "# bash completion of texpipe; made by `texpipe completion bash`.\n" + bash_functions(facts) +
         "complete -o default -F _texpipe texpipe\n";
}

std::string zsh_script(const CompletionFacts& facts) {
  return "#compdef texpipe\n# zsh completion of texpipe; made by `texpipe completion zsh`.\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash_functions(facts) + "complete -o default -F _texpipe texpipe\n";
}

std::string in_single_quotes(const std::string& text) {
  std::string result{'\''};
  for (const char c : text) result += c == '\'' || c == '\\' ? std::string{'\\'} + c : std::string{c};
  return result + '\'';
}

/// Paths are offered part by part: those of the study on the command line, of all studies where there is none.
std::string fish_parameters(const CompletionFacts& facts) {
  std::string paths;
  for (const std::string& path : facts.parameters) paths += " \\\n    " + in_single_quotes(path);
  return "set -g __texpipe_paths" + paths +
         "\n"
         "function __texpipe_parameters\n"
         "  set -l paths\n"
         "  for word in (commandline -opc)\n"
         "    if string match -qr '\\.ya?ml$' -- $word\n"
         "      set paths (texpipe config paths $word 2>/dev/null)\n"
         "    end\n"
         "  end\n"
         "  if test (count $paths) -eq 0\n"
         "    set paths $__texpipe_paths\n"
         "  end\n"
         "  set -l begun (string escape --style=regex -- (commandline -ct))\n"
         "  string replace -rf -- \"^($begun\"'[^.]*\\.?).*' '$1' $paths= | sort -u\n"
         "end\n";
}

std::string fish_option(const std::string& condition, const OptionDescription& option) {
  std::string line = "complete -c texpipe -n " + in_single_quotes(condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) line += " -r";
  std::string choices;
  for (const std::string& choice : option.choices) add_word(choices, choice);
  if (takes_parameter(option)) choices = "(__texpipe_parameters)";
  if (!choices.empty()) line += " -f -a " + in_single_quotes(choices);
  return line + " -d " + in_single_quotes(option.help) + '\n';
}

std::string fish_script(const CompletionFacts& facts) {
  std::string script = "# fish completion of texpipe; made by `texpipe completion fish`.\n" + fish_parameters(facts);
  for_each_verb(facts.command, [&](const VerbDescription& verb) {
    const std::string path = below_command(verb);
    std::string condition = path.empty() ? "__fish_use_subcommand" : "";
    std::string rest = path;
    while (!rest.empty()) {
      const std::size_t space = rest.find(' ');
      condition += (condition.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + rest.substr(0, space));
      rest = space == std::string::npos ? "" : rest.substr(space + 1);
    }
    for (const VerbDescription& child : verb.verbs) {
      script += "complete -c texpipe -f -n " + in_single_quotes(condition) + " -a " + child.name + " -d " +
                in_single_quotes(child.help) + '\n';
    }
    for (const OptionDescription& word : verb.words) {
      for (const std::string& choice : word.choices)
        script += "complete -c texpipe -f -n " + in_single_quotes(condition) + " -a " + choice + '\n';
    }
    for (const OptionDescription& option : verb.options)
      script += fish_option(path.empty() ? "true" : condition, option);
  });
  return script;
}

constexpr std::array<Shell, 3> kShells{{{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}}};

}  // namespace

std::span<const Shell> shells() {
  return kShells;
}

}  // namespace texpipe::cli
