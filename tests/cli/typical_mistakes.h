// Mistakes that newcomers make at the terminal and in files, each with the cure that the message names.
#pragma once

namespace texpipe::test {

/// A study that runs, of a few pixels; the files below are this text with one piece replaced.
inline constexpr const char* kGoodStudy = R"(study: a
machine: @configs/machines/kaby_lake_gt2.yaml
timing: untimed
workload:
  kind: texture_walk
  image: 8x8
  texture: @configs/textures/brick.png
)";

struct MistakenFile {
  const char* name;
  const char* find;
  const char* replace;
};

inline constexpr MistakenFile kMistakenFiles[] = {
    {"study.yaml", "", ""},
    {"with space.yaml", "", ""},
    {"tab.yaml", "  image", "\timage"},
    {"no_space.yaml", "timing: untimed", "timing:untimed"},
    {"equals.yaml", "timing: untimed", "timing=untimed"},
    {"deep.yaml", "  image", "    image"},
    {"below.yaml", "workload:", "workload: texture_walk"},
    {"colons.yaml", "study: a", "study: a: b"},
    {"quote.yaml", "study: a", "study: \"a"},
    {"twice.yaml", "  image: 8x8", "  image: 8x8\n  image: 9x9"},
    {"dotted.yaml", "timing: ", "slice.l3.size: 512KiB\ntiming: "},
    {"texture.yaml", "brick.png", "brik.png"},
    {"machine.yaml", "kaby_lake_gt2", "kabylake_gt2"},
    {"kind.yaml", "texture_walk", "texture-walk"},
    {"key.yaml", "workload:", "worklaod:"},
    {"outside.yaml", "  texture:", "texture:"},
    {"boolean.yaml", "  image", "  zoom: {footprint: big}\n  image"},
    {"list.yaml", "8x8", "[8, 8]"},
    {"broken.yaml", "8x8", "large"},
    {"anchor.yaml", "8x8", "&size 8x8"},
};

struct Mistake {
  const char* command;  // of texpipe; @ is a folder with the files above
  int code;
  const char* cure;  // that the message names
};

inline constexpr Mistake kMistakes[] = {
    // Verbs.
    {"rnu @/study.yaml", 2, "did you mean run?"},
    {"Run @/study.yaml", 2, "did you mean run?"},
    {"--run @/study.yaml", 2, "did you mean run, without --?"},
    {"@/study.yaml", 2, "did you mean texpipe run @/study.yaml?"},
    {"configs/sweeps/texture_cache.yaml", 2, "did you mean texpipe sweep configs/sweeps/texture_cache.yaml?"},
    {"configs/textures/brick.png", 2, "did you mean texpipe texture info configs/textures/brick.png?"},
    {"simulate @/study.yaml", 2, "did you mean run?"},
    {"texture configs/textures/brick.png", 2, "did you mean texpipe texture info configs/textures/brick.png?"},
    {"visa configs/visa/all_operations.visaasm", 2,
     "did you mean texpipe visa run configs/visa/all_operations.visaasm?"},
    {"-p timing=untimed run @/study.yaml", 2, "-p stands behind the verb"},
    {"-V", 2, "did you mean --version?"},

    // Options.
    {"run @/study.yaml --outt @/new", 2, "did you mean --out?"},
    {"run @/study.yaml -o @/new", 2, "did you mean --out?"},
    {"run @/study.yaml --output @/new", 2, "did you mean --out?"},
    {"run @/study.yaml -out @/new", 2, "did you mean --out?"},
    {"run @/study.yaml \xe2\x80\x93out @/new", 2, "did you mean --out?"},  // a dash of a word processor
    {"compare @/run @/run --out @/page.html", 2, "did you mean --output?"},
    {"run @/study.yaml --machine configs/machines/hd530.yaml", 2,
     "did you mean -p machine=configs/machines/hd530.yaml?"},
    {"run @/study.yaml --l1.size=8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml --l1.size 8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml --param l1.size=8KiB", 2, "did you mean --parameter?"},
    {"run @/study.yaml --color", 2, "texpipe run --help lists its options"},
    {"sweep configs/sweeps/texture_cache.yaml -j 2", 2, "did you mean --jobs?"},
    {"run @/study.yaml --out", 2, "--out needs a value"},
    {"run @/study.yaml --threads many", 2, "expected 1 to 1024"},
    {"run @/study.yaml --timing LT", 3, "did you mean loosely_timed?"},
    {"run @/study.yaml --timing loose", 3, "did you mean loosely_timed?"},
    {"stats @/run --format jsn", 2, "did you mean json?"},
    {"config schema machines", 2, "did you mean machine?"},
    {"run @/study.yaml --trace trace.json", 2, "ends in .pftrace or .kanata"},

    // Arguments, their order and the shell's quotes.
    {"run", 2, "texpipe run STUDY"},
    {"run --out @/study.yaml", 2, "@/study.yaml was taken as the value of --out"},
    {"run @/study.yaml @/kind.yaml", 2, "takes one STUDY"},
    {"run @/with space.yaml", 2, "did you mean '@/with space.yaml'?"},
    {"run @/study.yaml l1.size=8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml -p l1.size", 2, "expected -p path=value"},
    {"run @/study.yaml -p l1.size 8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml -p l1.size = 8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml -p l1.size: 8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml -p l1.size:8KiB", 2, "did you mean -p l1.size=8KiB?"},
    {"run @/study.yaml -p l1.size=16 KiB", 2, "did you mean -p 'l1.size=16 KiB'?"},
    {"stats cycles @/run", 4, "did you mean texpipe stats @/run cycles?"},
    {"stats @/run @/run", 2, "did you mean texpipe compare @/run @/run?"},
    {"texture decode configs/textures/brick.png @/brick.png", 2, "did you mean -o @/brick.png?"},
    {"why @/run 3,3", 2, "did you mean --pixel 3,3?"},
    {"why @/run --pixel 3x3", 2, "expected X,Y"},
    {"why @/run --pixel 3 3", 2, "did you mean --pixel 3,3?"},
    {"explain @/run --budget 9mm2", 2, "expected one as 'area < 9mm2'"},
    {"compare @/run @/run --fail-on cycles > @/2%", 2, "outside of quotes"},

    // Files in the place of others.
    {"run nowhere.yaml", 4, "No such file"},
    {"run configs/studies/first_look", 4, "did you mean first_look.yaml?"},
    {"run configs/studies", 4, "this is a folder; expected a file"},
    {"run @/run", 4, "@/run/config.resolved.yaml is the study of that run"},
    {"run @/run/stats.json", 3, "statistics of a run; texpipe stats"},
    {"run @/run/manifest.json", 3, "manifest of a run"},
    {"run configs/machines/kaby_lake_gt2.yaml", 3, "a study names it, as machine: configs/machines/kaby_lake_gt2.yaml"},
    {"run configs/sweeps/texture_cache.yaml", 3, "texpipe sweep runs it"},
    {"run configs/cosim/filter.yaml", 3, "texpipe cosim runs it"},
    {"run configs/energy/generic_14nm.yaml", 3, "texpipe energy RUN --table FILE reads it"},
    {"run configs/spa/pixld_example.yaml", 3, "texpipe spa run FILE runs it"},
    {"run configs/kernels/emboss.yaml", 3, "a study names it, as workload.file"},
    {"run configs/scenes/three_triangles.yaml", 3, "a study names it, as workload.scene"},
    {"run configs/visa/all_operations.yaml", 3, "texpipe visa run PROGRAM --inputs FILE reads it"},
    {"run configs/schema/study.schema.json", 3, "a JSON schema"},
    {"run configs/textures/brick.png", 3, "a PNG picture; a study names it, as workload.texture"},
    {"run configs/textures/brick_512_bc1_mips.dds", 3, "a DDS texture; a study names it, as workload.texture"},
    {"run configs/kernels/emboss.bin", 3, "an ELF file"},
    {"run tests/data/frames/interface.frames.zst", 3, "compressed by zstd"},
    {"run configs/visa/all_operations.visaasm", 3, "texpipe visa run FILE runs it"},
    {"run configs/spa/pixld_example.spa", 3, "texpipe spa check FILE reads it"},
    {"search configs/sweeps/texture_cache.yaml", 3, "expected search: {axes:"},
    {"stats @/study.yaml", 4, "a study; texpipe run FILE makes a run folder"},
    {"explain @/study.yaml", 4, "a study; texpipe run FILE makes a run folder"},
    {"report @/study.yaml", 4, "a study; texpipe run FILE makes a run folder"},
    {"energy @/run --table configs/machines/kaby_lake_gt2.yaml", 3, "the file is a machine"},
    {"spa run configs/spa/pixld_example.spa", 3, "texpipe spa check FILE reads it"},
    {"visa run configs/visa/all_operations.yaml", 4, "texpipe visa run PROGRAM --inputs FILE reads it"},
    {"kernel info configs/kernels/emboss.cl", 4, "a binary that ocloc made"},

    // Texts of files.
    {"run @/tab.yaml", 3, "a tab; YAML is indented by spaces"},
    {"run @/no_space.yaml", 3, "did you mean `timing: untimed`?"},
    {"run @/equals.yaml", 3, "did you mean `timing: untimed`?"},
    {"run @/deep.yaml", 3, "begins further right than"},
    {"run @/below.yaml", 3, "begins further right than"},
    {"run @/colons.yaml", 3, "a value with a colon needs quotes"},
    {"run @/quote.yaml", 3, "the quote that opens here is not closed"},
    {"run @/twice.yaml", 3, "duplicate key; first given in line 6"},
    {"run @/dotted.yaml", 3, "dots stand in -p alone; in a file `slice: {l3: {size: ...}}`"},
    {"run @/texture.yaml", 3, "did you mean brick.png?"},
    {"run @/machine.yaml", 3, "did you mean kaby_lake_gt2.yaml?"},
    {"run @/kind.yaml", 3, "did you mean texture_walk?"},
    {"run @/key.yaml", 3, "did you mean workload?"},
    {"run @/outside.yaml", 3, "did you mean workload.texture?"},
    {"run @/list.yaml", 3, "expected WIDTHxHEIGHT"},
    {"run @/anchor.yaml", 3, "write the values out"},
    {"run @/utf16.yaml", 3, "is UTF-16; save it as UTF-8"},
    {"run @/comment.json", 3, "comments begin with #"},
    {"run @/empty.yaml", 3, "texpipe new study prints one"},

    // Parameters.
    {"run @/study.yaml -p l1.sise=8KiB", 3, "did you mean l1.size?"},
    {"run @/study.yaml -p l1_size=8KiB", 3, "did you mean l1.size?"},
    {"run @/study.yaml -p l1/size=8KiB", 3, "did you mean l1.size?"},
    {"run @/study.yaml -p machine.l1.size=8KiB", 3, "did you mean l1.size?"},
    {"run @/study.yaml -p l1.associativity=8", 3, "did you mean l1.ways?"},
    {"run @/study.yaml -p size=8KiB", 3, "it may be llc.size or"},
    {"run @/study.yaml -p l1.size=512K", 3, "did you mean KiB (powers of 1024)"},
    {"run @/study.yaml -p l1.size=16KB", 3, "did you mean kB or KiB?"},
    {"run @/study.yaml -p l1.size=16384", 3, "has no unit; expected one of B,"},
    {"run @/study.yaml -p l1.size=1GiB", 3, "expected 64B to 64MiB"},
    {"run @/study.yaml -p l1.ways=-4", 3, "expected 1 to"},
    {"run @/study.yaml -p l1.ways=four", 3, "expected 1 to"},
    {"run @/study.yaml -p clock=1000Mhz", 3, "did you mean MHz?"},
    {"run @/study.yaml -p clock=1,2GHz", 3, "did you mean 1.2GHz?"},
    {"run @/study.yaml -p memory.latency=90\xc2\xb5s", 3, "did you mean us?"},
    {"run @/study.yaml -p memory.bandwidth=30GB", 3, "did you mean GB/s?"},
    {"run @/study.yaml -p workload.sampler.address_u=repeat", 3, "did you mean WRAP?"},
    {"run @/study.yaml -p workload.sampler.address_u=CLAMP_TO_EDGE", 3, "did you mean CLAMP?"},
    {"run @/study.yaml -p workload.sampler.min_filter=TRILINEAR", 3, "mip_filter"},
    {"run @/study.yaml -p workload.texture=scripts/brick.png", 3, "paths of -p begin at the current folder"},
    {"run @/study.yaml -p workload.texture=configs/textures", 3, "is a folder"},
    {"run @/study.yaml -p workload.texture=configs/textures/make_plaza.py", 4, "expected DDS, KTX, KTX 2, PKM or PNG"},

    // Results.
    {"run @/study.yaml --out @/run", 2, "--force replaces it, --out DIR names another"},
    {"run @/study.yaml --out @/kind.yaml", 2, "--out DIR names another"},
    {"run @/study.yaml --out /proc/run", 1, "cannot be written"},
    {"texture decode configs/textures/brick.png", 2, "-o FILE"},
    {"texture decode configs/textures/brick.png -o @/brick.jpg", 2, ".png"},
    {"texture mips configs/textures/brick.png -o @/brick.png", 2, ".dds"},
    {"report @/run -o @/report.pdf", 2, ".html"},
    {"compare @/run @/run -o @", 2, "is a folder; expected the name of a file"},
    {"new study -o @/study.yaml", 2, "exists; --force replaces it"},
    {"new study walk", 2, "did you mean texture_walk?"},
};

}  // namespace texpipe::test
