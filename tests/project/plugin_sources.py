"""Sources of the plug-ins that plugin_test.py builds: parts of somebody else's, and what a hostile or careless person would write."""
ENTRY = '#include "study/plugins/plugin.h"\nusing namespace texpipe;\nextern "C" void texpipe_plugin(study::Plugin& plugin) {\n'
# Name, source. Each notes that its code has run by a folder beside it.
PLUGINS = {
    "marking": '#include <cstdlib>\n#include <sys/stat.h>\nstatic const int ran = mkdir(std::getenv("MARK"), 0700);\n' + ENTRY +
               "  plugin.set_hash(\"upper\", \"upper bits\", [](std::uint64_t line, std::uint32_t) { return line >> 3; });\n}\n",
    "upper": ENTRY + '  plugin.set_hash("upper", "upper bits", [](std::uint64_t line, std::uint32_t) { return line >> 3; });\n}\n',
    "no_word": ENTRY + '  plugin.set_hash("No Word", "", [](std::uint64_t line, std::uint32_t) { return line; });\n}\n',
    "throwing": "#include <stdexcept>\n" + ENTRY + '  static_cast<void>(plugin);\n  throw std::runtime_error{"no licence"};\n}\n',
    "missing": "namespace texpipe::machine { int what_is_not_there(int); }\n" + ENTRY +
               '  if (machine::what_is_not_there(1) != 0) plugin.set_hash("x", "", nullptr);\n}\n',
    "no_entry": "int nothing() { return 1; }\n",
    "wrong_way": ENTRY + """  struct Wrong final : machine::ReplacementPolicy {
    explicit Wrong(const machine::PolicyPlace&) {}
    void touched(std::uint32_t, std::uint32_t) override {}
    void filled(std::uint32_t, std::uint32_t) override {}
    std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t>) override { return 4097; }
  };
  plugin.replacement_policy<Wrong>("wrong_way", "a way that is not there");
}
""",
}
POLICY_OF = ENTRY.replace("extern", """struct Policy final : machine::ReplacementPolicy {
  explicit Policy(const machine::PolicyPlace&) {}
  void touched(std::uint32_t, std::uint32_t) override {}
  void filled(std::uint32_t, std::uint32_t) override {}
  std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t> ways) override { %s }
};
extern""") + '  plugin.replacement_policy<Policy>("own_policy", "of a test");\n}\n'
PLUGINS["victim_throws"] = "#include <stdexcept>\n" + POLICY_OF % 'if (ways.size() < 99) throw std::runtime_error{"no victim"}; return ways[0];'
PLUGINS["victim_throws_anything"] = POLICY_OF % "if (ways.size() < 99) throw 42; return ways[0];"
PLUGINS["victim_crashes"] = "int* volatile no_place = nullptr;\n" + POLICY_OF % "*no_place = 1; return ways[0];"
PLUGINS["victim_exits"] = "#include <cstdlib>\n" + POLICY_OF % "std::exit(0); return ways[0];"
PLUGINS["victim_counts"] = POLICY_OF % "static std::size_t asked = 0; return ways[++asked % ways.size()];"
PLUGINS["see_throws"] = "#include <stdexcept>\n" + ENTRY + """  struct Own final : machine::Prefetcher {
    explicit Own(std::uint32_t) {}
    void see(const machine::SeenRead&, std::vector<std::uint64_t>&) override { throw std::runtime_error{"seen enough"}; }
  };
  plugin.prefetcher<Own>("seeing", "lines");
}
"""
PLUGINS["hash_throws"] = ("#include <stdexcept>\n" + ENTRY + '  plugin.set_hash("broken", "", [](std::uint64_t line, std::uint32_t) -> std::uint64_t {'
                          '\n    if (line < 1ull << 60) throw std::runtime_error{"no hash"};\n    return 0; });\n}\n')
PLUGINS["count_throws"] = ("#include <stdexcept>\n" + ENTRY + '  plugin.statistic("lost", machine::StatisticUnit::kEvents, "", '
                           '[](const machine::StatisticsRegistry&) -> std::uint64_t { throw std::runtime_error{"lost count"}; });\n}\n')
PLUGINS["no_hash"] = ENTRY + '  plugin.set_hash("upper", "upper bits", nullptr);\n}\n'
PLUGINS["no_make"] = ENTRY + '  plugin.workload("nothing", "no threads", nullptr);\n}\n'
PLUGINS["no_count"] = ENTRY + '  plugin.statistic("nothing", machine::StatisticUnit::kEvents, "", nullptr);\n}\n'
PLUGINS["long_word"] = ENTRY + '  plugin.set_hash(std::string(1000, \'a\'), "", [](std::uint64_t line, std::uint32_t) { return line; });\n}\n'
PLUGINS["no_threads"] = ENTRY + '  plugin.workload("no_threads", "of\\n\\x1b[31mred", [](const OwnParameters&) -> functional::Workload { return {}; });\n}\n'
PLUGINS["throwing_anything"] = PLUGINS["throwing"].replace('throw std::runtime_error{"no licence"};', "throw 42;")
PLUGINS["throwing_constructor"] = ("#include <stdexcept>\nstruct Global { Global() { throw std::runtime_error{\"no licence\"}; } } const global;\n" +
                                   ENTRY + "  static_cast<void>(plugin);\n}\n")
PLUGINS["crashing_constructor"] = ("int* volatile nowhere = nullptr;\nstruct Global { Global() { *nowhere = 1; } } const global;\n" +
                                   ENTRY + "  static_cast<void>(plugin);\n}\n")
PLUGINS["crashing_entry"] = "#include <cstdlib>\n" + ENTRY + "  static_cast<void>(plugin);\n  std::abort();\n}\n"
PLUGINS["deep_entry"] = ("int deeper(volatile int* before) { volatile int own[4096] = {*before}; return deeper(own) + own[1]; }\n" + ENTRY +
                         "  static_cast<void>(plugin);\n  volatile int none = 0;\n  deeper(&none);\n}\n")
PLUGINS["block_model"] = ENTRY + '  plugin.block<machine::BlockKind::kMemory>("model", {});\n}\n'
PLUGINS["own_kind"] = ("#include <stdexcept>\n" + ENTRY + '  plugin.workload("broken", "", [](const OwnParameters&) -> functional::Workload { '
                       'throw std::runtime_error{"no data"}; });\n'
                       '  plugin.ratio("nothing", "of nothing", "slice.l3.nothing", "slice.l3.reads");\n}\n')
PLUGINS["previous_line"] = ENTRY + """  struct Previous final : machine::Prefetcher {
    explicit Previous(std::uint32_t) {}
    void see(const machine::SeenRead& read, std::vector<std::uint64_t>& lines) override {
      if (read.missed && read.line > 0) lines.push_back(read.line - 1);
    }
  };
  plugin.prefetcher<Previous>("previous_line", "the line before the one that missed");
}
"""
PLUGINS["taken"] = PLUGINS["wrong_way"].replace('"wrong_way"', '"lru"')
PLUGINS["own_cache"] = '#include "timing/cache/line_cache.h"\n' + ENTRY.replace("extern", """template <machine::BlockKind kind>
void add_slower(study::Plugin& plugin) {
  plugin.block<kind>("slower", [](sc_core::sc_module_name name, timing::Simulation& simulation, const machine::LineCacheParameters& given,
                                  const timing::LineCachePlace& place) -> std::unique_ptr<timing::LineCacheBlock> {
    machine::LineCacheParameters own = given;
    own.hit_latency = own.hit_latency + Cycles{given.implementation.own().template get<std::uint32_t>("more")};
    return std::make_unique<timing::LineCache>(name, simulation, own, place);
  }, OwnParameters{}.add("more", 20u, "cycles more", std::optional{ParameterRange<std::uint32_t>{0, 100}}));
}
extern""") + """  add_slower<machine::BlockKind::kL2>(plugin);
  add_slower<machine::BlockKind::kSharedL2>(plugin);
  add_slower<machine::BlockKind::kL3>(plugin);
  add_slower<machine::BlockKind::kLlc>(plugin);
}
"""
PLUGINS["no_factory"] = ENTRY + '  plugin.block<machine::BlockKind::kMemory>("nowhere", {});\n}\n'
