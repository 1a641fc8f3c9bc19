#include "cli/completion.h"

#include <algorithm>
#include <array>
#include <string_view>

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

/// Options whose values are names of parameters, or begin with names of statistics, whichever verb has them.
constexpr std::string_view kNamesParameter[] = {"--only", "--not"};
constexpr std::string_view kNamesStatistic[] = {"--fail-on"};

bool is_among(const OptionDescription& option, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), option.names.back()) != names.end();
}

/// Case arms of one option's names: what may stand behind it.
std::string value_arm(const std::string& verb, const OptionDescription& option) {
  if (option.value.empty()) return "";
  std::string pattern;
  for (const std::string& name : option.names) {
    pattern += (pattern.empty() ? "" : "|") + ("'" + verb + ' ' + name + "'");
  }
  if (takes_parameter(option)) return "    " + pattern + ") values='@parameter' ;;\n";
  if (is_among(option, kNamesParameter)) return "    " + pattern + ") values='@name' ;;\n";
  if (is_among(option, kNamesStatistic)) return "    " + pattern + ") values='@statistic' ;;\n";
  std::string choices;
  for (const std::string& choice : option.choices) add_word(choices, choice);
  return "    " + pattern + ") values='" + (choices.empty() ? "@file" : choices) + "' ;;\n";
}

std::string choice_lines(const CompletionFacts& facts) {
  std::string lines;
  for (const ParameterWords& parameter : facts.words) {
    lines += parameter.path;
    for (const std::string& word : parameter.words) lines += ' ' + word;
    lines += '\n';
  }
  return lines;
}

/// The word under the cursor, and what stands in front of `=` in it. No variable is named `path`, which is PATH in zsh.
constexpr const char* kBashBegin =
    "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local verb= words= options= values= i named= front= run=\n"
    // bash takes a word apart at each `=`; what does not, leaves it whole
    "  if [[ $current == '=' ]]; then\n"
    "    named=$previous previous=${COMP_WORDS[COMP_CWORD-2]} current=\n"
    "  elif [[ $previous == '=' ]]; then\n"
    "    named=${COMP_WORDS[COMP_CWORD-2]} previous=${COMP_WORDS[COMP_CWORD-3]}\n"
    "  elif [[ $current == *=* ]]; then\n"
    "    named=${current%%=*} front=${current%%=*}= current=${current#*=}\n"
    "  fi\n"
    "  if [[ $named == --* ]]; then previous=$named named=; fi\n";

/// The answer, when the verb, its words and the kind of value are known; with it ends the function, and another finds
/// the words of a parameter.
constexpr const char* kBashReplies =
    "  COMPREPLY=()\n"
    "  if [[ ! $values ]]; then\n"
    "    case $verb in\n"
    "      stats) if [[ $run ]]; then values=@statistic; fi ;;\n"
    "      enum) if [[ $previous == enum ]]; then words=$_texpipe_enumerations; else words=$(COLUMNS=1000 "
    "\"${COMP_WORDS[0]}\" enum "
    "\"$previous\" 2>/dev/null | awk 'NR > 1 {print $4}'); fi ;;\n"
    "      'message encode') if [[ $previous != encode ]]; then words=$(\"${COMP_WORDS[0]}\" message encode "
    "\"${COMP_WORDS[3]}\" _=0 2>&1 | sed -n 's/.*expected one of //p' | tr -d ,); words=${words// /= }=; compopt -o "
    "nospace 2>/dev/null; fi ;;\n"
    "      'state decode' | 'state encode' | 'state explain' | 'state address')\n"
    "        if [[ $verb == 'state '$previous ]]; then\n"
    "          words=$(\"${COMP_WORDS[0]}\" state list 2>/dev/null | awk '{print $1}')\n"
    "        elif [[ $verb == 'state encode' || $verb == 'state explain' ]]; then\n"
    "          words=$(COLUMNS=1000 \"${COMP_WORDS[0]}\" state explain \"${COMP_WORDS[3]}\" 2>/dev/null | sed -n "
    "'s/^  DW[^ ]*  *[0-9:]*  *\\([a-z0-9_]*\\).*/\\1/p')\n"
    "          if [[ $verb == 'state encode' ]]; then words=${words//$'\\n'/=$'\\n'}=; compopt -o nospace 2>/dev/null; "
    "fi\n"
    "        fi ;;\n"
    "    esac\n"
    "  fi\n"
    "  case $values in\n"
    "    @file) ;;\n"
    "    @statistic)\n"
    "      if [[ $run ]]; then\n"
    "        words=$(\"${COMP_WORDS[0]}\" stats \"$run\" --format csv 2>/dev/null | sed '1d; s/,.*//')\n"
    "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
    "      fi ;;\n"
    "    @name) COMPREPLY=($(compgen -W \"$_texpipe_parameters\" -- \"$current\")); COMPREPLY=(\"${COMPREPLY[@]%=}\") "
    ";;\n"
    "    @parameter)\n"
    "      if [[ $named ]]; then\n"
    "        COMPREPLY=($(compgen -P \"$front\" -W \"$(_texpipe_words \"$named\")\" -- \"$current\"))\n"
    "        return\n"
    "      fi\n"
    "      words=\n"
    "      for ((i = 1; i < COMP_CWORD; ++i)); do\n"
    "        case ${COMP_WORDS[i]} in\n"
    "          *.yaml | *.yml) words=$(\"${COMP_WORDS[0]}\" config paths \"${COMP_WORDS[i]}\" 2>/dev/null) ;;\n"
    "        esac\n"
    "      done\n"
    "      if [[ $words ]]; then words=${words//$'\\n'/=$'\\n'}=; else words=$_texpipe_parameters; fi\n"
    "      COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
    "      compopt -o nospace 2>/dev/null ;;\n"
    "    ?*) COMPREPLY=($(compgen -P \"$front\" -W \"$values\" -- \"$current\")) ;;\n"
    "    *)\n"
    "      case $current in\n"
    "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
    "        *) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
    "      esac ;;\n"
    "  esac\n"
    "}\n"
    // lines of a path and its words: those of the path that is, or ends in, the name
    "_texpipe_words() {\n"
    "  local line\n"
    "  while read -r line; do\n"
    "    case \".${line%% *}\" in\n"
    "      *.\"$1\") echo \"${line#* }\" ;;\n"
    "    esac\n"
    "  done <<<\"$_texpipe_choices\"\n"
    "}\n";

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
  std::string enumerations;
  for (const std::string& name : facts.enumerations) add_word(enumerations, name);
  return std::string{"_texpipe() {\n"} + kBashBegin +
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case \"${verb:+$verb }${COMP_WORDS[i]}\" in\n"
         "      " +
         paths +
         ") verb=${verb:+$verb }${COMP_WORDS[i]} ;;\n"
         "    esac\n"
         "    if [[ -f ${COMP_WORDS[i]}/stats.json ]]; then run=${COMP_WORDS[i]}; fi\n"
         "  done\n"
         "  case $verb in\n" +
         words +
         "  esac\n"
         "  options=\"$options " +
         names_of(facts.command.options) +
         "\"\n"
         "  case \"$verb $previous\" in\n" +
         values + "  esac\n" + kBashReplies + "_texpipe_parameters='\n" + parameters + "'\n_texpipe_choices='\n" +
         choice_lines(facts) + "'\n_texpipe_enumerations='" + enumerations + "'\n";
}

std::string bash_script(const CompletionFacts& facts) {
  return "# bash completion of texpipe; made by `texpipe completion bash`.\n" + bash_functions(facts) +
         "complete -o default -F _texpipe texpipe\n";
}

/// zsh takes the blank behind a complete word from the word, and none behind an equals sign.
std::string zsh_script(const CompletionFacts& facts) {
  return "#compdef texpipe\n# zsh completion of texpipe; made by `texpipe completion zsh`.\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash_functions(facts) +
         "_texpipe_in_zsh() {\n"
         "  _texpipe\n"
         "  local i\n"
         "  for ((i = 0; i < ${#COMPREPLY[@]}; ++i)); do\n"
         "    case ${COMPREPLY[i]} in\n"
         "      '' | *=) ;;\n"
         "      *) COMPREPLY[i]=\"${COMPREPLY[i]} \" ;;\n"
         "    esac\n"
         "  done\n"
         "}\n"
         "complete -o nospace -o default -F _texpipe_in_zsh texpipe\n";
}

std::string in_single_quotes(const std::string& text) {
  std::string result{'\''};
  for (const char c : text) result += c == '\'' || c == '\\' ? std::string{'\\'} + c : std::string{c};
  return result + '\'';
}

/// Words that the command knows: the first run folder's statistics, enumerations and their rows, states and fields.
constexpr const char* kFishFunctions =
    "function __texpipe_statistics\n"
    "  for word in (commandline -opc)\n"
    "    if test -f $word/stats.json\n"
    "      texpipe stats $word --format csv 2>/dev/null | string replace -rf '^([^,]*),.*' '$1' | string match -v "
    "path\n"
    "      return\n"
    "    end\n"
    "  end\n"
    "end\n"
    "function __texpipe_rows\n"
    "  set -l words (commandline -opc)\n"
    "  if test $words[-1] = enum\n"
    "    printf '%s\\n' $__texpipe_enumerations\n"
    "  else\n"
    "    COLUMNS=1000 texpipe enum $words[-1] 2>/dev/null | string replace -rf "
    "'^  0x\\S+ +\\S+ +\\S+ +(\\S+).*' '$1'\n"
    "  end\n"
    "end\n"
    "function __texpipe_fields\n"
    "  set -l words (commandline -opc)\n"
    "  if test $words[2] = message\n"
    "    if test (count $words) -gt 3\n"
    "      texpipe message encode $words[4] _=0 2>&1 | string replace -rf '.*expected one of ' '' | string split ', ' "
    "| "
    "string replace -r '$' =\n"
    "    end\n"
    "  else if test (count $words) -eq 3\n"
    "    texpipe state list 2>/dev/null | string replace -r ' .*' ''\n"
    "  else if contains $words[3] encode explain\n"
    "    set -l end (test $words[3] = encode; and echo =; or echo '')\n"
    "    COLUMNS=1000 texpipe state explain $words[4] 2>/dev/null | string replace -rf "
    "'^  DW\\S* +\\S+ +(\\S+).*' '$1'$end\n"
    "  end\n"
    "end\n";

/// Verbs with words that a function of fish finds.
struct FishWords {
  std::string_view path, function;
};
constexpr FishWords kFishWords[] = {
    {"stats", "(__texpipe_statistics)"},      {"enum", "(__texpipe_rows)"},
    {"message encode", "(__texpipe_fields)"}, {"state decode", "(__texpipe_fields)"},
    {"state encode", "(__texpipe_fields)"},   {"state explain", "(__texpipe_fields)"},
    {"state address", "(__texpipe_fields)"},
};

/// Paths are offered part by part: those of the study on the command line, of all studies where there is none.
std::string fish_parameters(const CompletionFacts& facts) {
  std::string paths;
  for (const std::string& path : facts.parameters) paths += " \\\n    " + in_single_quotes(path);
  std::string choices;
  for (const ParameterWords& parameter : facts.words) {
    std::string line = parameter.path;
    for (const std::string& word : parameter.words) line += ' ' + word;
    choices += " \\\n    " + in_single_quotes(line);
  }
  std::string enumerations;
  for (const std::string& name : facts.enumerations) add_word(enumerations, name);
  return "set -g __texpipe_paths" + paths + "\nset -g __texpipe_choices" + choices +
         "\nset -g __texpipe_enumerations " + enumerations +
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
         "  set -l path (string split -f1 = -- (commandline -ct))\n"
         "  if string match -q '*=*' -- (commandline -ct)\n"
         "    for line in $__texpipe_choices\n"
         "      set -l parts (string split ' ' -- $line)\n"
         "      if string match -q \"*.$path\" -- .$parts[1]\n"
         "        printf '%s\\n' $path=$parts[2..-1]\n"
         "      end\n"
         "    end\n"
         "    return\n"
         "  end\n"
         "  string replace -rf -- \"^($begun\"'[^.]*\\.?).*' '$1' $paths= | sort -u\n"
         "end\n" +
         kFishFunctions;
}

std::string fish_option(const std::string& condition, const OptionDescription& option) {
  std::string line = "complete -c texpipe -n " + in_single_quotes(condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) line += " -r";
  std::string choices;
  for (const std::string& choice : option.choices) add_word(choices, choice);
  if (takes_parameter(option)) choices = "(__texpipe_parameters)";
  if (is_among(option, kNamesParameter)) choices = "$__texpipe_paths";
  if (is_among(option, kNamesStatistic)) choices = "(__texpipe_statistics)";
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
    std::string children;
    for (const VerbDescription& child : verb.verbs) add_word(children, child.name);
    const std::string none_yet = condition == "__fish_use_subcommand" || children.empty()
                                     ? condition
                                     : condition + "; and not __fish_seen_subcommand_from " + children;
    for (const FishWords& words : kFishWords) {
      if (words.path == path)
        script += "complete -c texpipe -f -n " + in_single_quotes(condition) + " -a " +
                  in_single_quotes(std::string{words.function}) + '\n';
    }
    for (const VerbDescription& child : verb.verbs) {
      script += "complete -c texpipe -f -n " + in_single_quotes(none_yet) + " -a " + child.name + " -d " +
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
