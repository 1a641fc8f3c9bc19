// Recordings of frames as text: what is in them, and the way back.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "base/diagnostic.h"
#include "fuzz/damage.h"
#include "fuzz/frame_targets.h"
#include "host/files/byte_reader.h"
#include "workload/frame/frame_assembly.h"
#include "workload/frame/frame_dump.h"
#include "workload/frame/frame_dump_json.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/note_text.h"
#include "workload/frame/recording_bytes.h"
#include "workload/frame/unpacked_bytes.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

std::vector<std::byte> unpacked(const std::string& name) {
  UnpackedBytes bytes{FileBytes{TEXPIPE_TEST_DATA "/frames/" + name + ".frames.zst"}};
  std::vector<std::byte> all(1 << 20);
  all.resize(bytes.read(all));
  return all;
}

std::string dumped(const std::vector<std::byte>& bytes, const DumpOptions& options = {}) {
  FrameRecording recording{bytes, "r"};
  std::string text;
  dump_frames(recording, options, [&](std::string_view part) { text += part; });
  return text;
}

std::string problem(const std::string& text) {
  try {
    assemble_frames(text, "t");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.diagnostics().front().text();
  }
  return "";
}

const std::string kTriangle = R"(# A draw by hand.
frames pci 0x5916 revision 2
map 0x10000 size 0x2000
submission
batch 0x10000
3DSTATE_VF_TOPOLOGY
  primitive_topology_type = 3DPRIM_TRIFAN   # as nobody draws any more
3DSTATE_BLEND_STATE_POINTERS
  blend_state_pointer = 0x11000
  blend_state_pointer_valid = true
state BLEND_STATE at 0x11000
  entry[0].logic_op_enable = true
  entry[0].logic_op_function = LOGICOP_XOR
3DPRIMITIVE
  vertex_count_per_instance = 5
  instance_count = 2
words 0x00000000 0x01000000
MI_BATCH_BUFFER_END
end
note 0x11000 size 12 text "a \"blend\" state # not a remark"
)";

}  // namespace

TEST_CASE("the text of a recording with its bytes gives the same recording", "[frames]") {
  for (const char* name : {"interface", "stages"}) {
    INFO(name);
    const std::vector<std::byte> bytes = unpacked(name);
    const std::string text = dumped(bytes, {.bytes = true});
    CHECK(assemble_frames(text, "t").bytes() == bytes);
    // Every state comes back from its fields: none is told by its words.
    CHECK_THAT(text, !Contains("_STATE at 0x140000000  # surface 0 of PS, target\n  raw"));
  }
}

TEST_CASE("a field that is changed in a text changes its word alone", "[frames]") {
  const std::vector<std::byte> bytes = unpacked("interface");
  std::string text = dumped(bytes, {.bytes = true});
  const std::string from = "vertex_count_per_instance = 1110";
  REQUIRE(text.find(from) != std::string::npos);
  text.replace(text.find(from), from.size(), "vertex_count_per_instance = 3");
  const std::vector<std::byte> changed = assemble_frames(text, "t").bytes();
  CHECK(changed.size() == bytes.size() + 16 + 8 + 4);  // one write of one word
  FrameRecording recording{changed, "r"};
  CHECK(survey_frames(recording).draws[2].vertices == 3);
}

TEST_CASE("a stream that is written by hand becomes a recording", "[frames]") {
  FrameRecording recording{assemble_frames(kTriangle, "t").bytes(), "r"};
  const FrameSurvey survey = survey_frames(recording);
  REQUIRE(survey.draws.size() == 1);
  CHECK(survey.draws[0].topology == "TRIFAN");
  CHECK((survey.draws[0].vertices == 5 && survey.draws[0].instances == 2));
  CHECK(survey.draws[0].blend == "XOR");
  CHECK(survey.total_commands() == 6);
  CHECK(survey.commands.at("MI_USER_INTERRUPT") == 1);
  CHECK(survey.notes.at(0).text == "a \"blend\" state # not a remark");
  // The text of that recording gives it again.
  const std::vector<std::byte> bytes = assemble_frames(kTriangle, "t").bytes();
  CHECK(assemble_frames(dumped(bytes, {.bytes = true}), "t").bytes() == bytes);
}

TEST_CASE("what is wrong with a text is said with its line", "[frames]") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = kTriangle;
    text.replace(text.find(from), from.size(), to);
    return problem(text);
  };
  CHECK(with("map 0x", "mpa 0x") == "t:3:1: no statement is called \"mpa\"; did you mean map?");
  CHECK(with("size 0x2000", "sise 0x2000") == "t:3:13: \"sise\" is nothing that map has; did you mean size?");
  CHECK(with("size 0x2000", "size") == "t:3:17: the line ends early; expected number");
  CHECK(with("size 0x2000", "") == "t:3:12: the line ends early; expected a size above 0, as size 0x1000");
  CHECK(with("0x2000", "0xg") == "t:3:18: \"0xg\" is no number; expected a number, as 0x1000");
  CHECK(with("size 0x2000", "size 0x1000") ==
        "t:11:1: 0x11000, 12 bytes, is not mapped; expected a line \"map\" before");
  CHECK(with("3DSTATE_VF_TOPOLOGY", "3DSTATE_VF_TOPOLOGI") ==
        "t:6:1: no command or structure is called \"3DSTATE_VF_TOPOLOGI\"; did you mean 3DSTATE_VF_TOPOLOGY?");
  CHECK(with("3DSTATE_VF_TOPOLOGY", "CC_VIEWPORT") ==
        "t:6:1: CC_VIEWPORT is no command; expected \"state CC_VIEWPORT at ADDRESS\"");
  CHECK(with("primitive_topology_type", "topology_type") ==
        "t:7:3: 3DSTATE_VF_TOPOLOGY has no field \"topology_type\"; did you mean primitive_topology_type?");
  CHECK(with("3DPRIM_TRIFAN", "3DPRIM_TRIFAM") ==
        "t:7:3: 3DSTATE_VF_TOPOLOGY: Primitive Topology Type (DW1 5:0) cannot hold \"3DPRIM_TRIFAM\"; did you mean "
        "3DPRIM_TRIFAN?");
  CHECK(with("vertex_count_per_instance = 5", "vertex_count_per_instance =") ==
        "t:15:30: the line ends early; expected a value");
  CHECK(with("3DPRIMITIVE", "3DPRIMITIVE dwords 1") == "t:14:1: 3DPRIMITIVE cannot have 1 DWords; expected 2 to 257");
  CHECK(with("batch 0x10000\n", "") ==
        "t:5:1: a command that stands nowhere; expected a line \"batch\" with its address before");
  CHECK(with("batch 0x10000", "batch 0x10002") ==
        "t:5:7: a batch does not begin at a whole word; expected a multiple of 4");
  CHECK(with("submission\n", "") == "t:4:1: batch outside of a submission; expected a line \"submission\" before");
  CHECK(with("\nend", "") == "t:4:1: the submission has no end; expected a line \"end\"");
  CHECK(with("text \"a", "text a") ==
        "t:20:27: the note has no text between quotation marks; expected text \"...\" at the end");
  CHECK(with("words 0x00000000", "words 0x100000000") ==
        "t:17:7: word 0x100000000 is too large; expected at most 0xffffffff");
  CHECK(with("frames", "write 0x10000\nframes").starts_with("t:3:1: frames is no first line"));
  CHECK(problem("  a = 1\n") == "t:1:3: a field of nothing; expected a command or a state before");
  CHECK(problem("map 0x1000 size 16\nwrite 0x1000\n0\n") == "t:3:1: half a byte; expected two digits for each byte");
  CHECK(problem("map 0x1000 size 16\nwrite 0x1008\n  0011 2233445566778899\n") ==
        "t:2:1: 0x1008, 10 bytes, is not mapped; expected a line \"map\" before");
  CHECK(problem("map 0x1000 size 16\nmap 0x1008 size 16\n") ==
        "t:2:5: the range overlaps 0x1000, 16 bytes, which are mapped");
  CHECK(problem("map 0x1000 size 0x100000001\n") ==
        "t:1:1: 4294967297 bytes beside 0 that are mapped; expected at most 4294967296 together");
  CHECK(problem("unmap 0x1000 size 16\n") ==
        "t:1:7: 0x1000, 16 bytes, is no mapped range; expected a range as it was mapped");
}

TEST_CASE("an empty text is a recording without records", "[frames]") {
  CHECK(assemble_frames("", "t").bytes() == RecordingBytes{}.bytes);
  CHECK(assemble_frames("# nothing\n\n", "t").bytes() == RecordingBytes{}.bytes);
}

TEST_CASE("a recording's counts are those of the reference", "[frames]") {
  struct Row {
    const char* file;
    std::uint64_t submissions, commands, application, driver;
    std::map<std::string, std::pair<unsigned, unsigned>> programs;  // number and instructions by stage
  };
  const std::vector<Row> rows{{"interface", 5, 273, 5, 3, {{"VS", {1, 14}}, {"PS", {2, 18}}, {"driver", {3, 26}}}},
                              {"stages",
                               5,
                               751,
                               4,
                               8,
                               {{"CS", {1, 46}},
                                {"VS", {1, 5}},
                                {"HS", {1, 24}},
                                {"DS", {1, 18}},
                                {"GS", {1, 96}},
                                {"PS", {2, 44}},
                                {"driver", {3, 26}}}}};
  for (const Row& row : rows) {
    INFO(row.file);
    FrameRecording recording{unpacked(row.file), "r"};
    const FrameSurvey survey = survey_frames(recording);
    CHECK(survey.submissions.size() == row.submissions);
    CHECK(survey.total_commands() == row.commands);
    CHECK(survey.draws_of(DrawMaker::kApplication) == row.application);
    CHECK(survey.draws_of(DrawMaker::kDriver) == row.driver);
    std::map<std::string, std::pair<unsigned, unsigned>> programs;
    for (const auto& [key, count] : survey.programs) {
      ++programs[key.stage].first;
      programs[key.stage].second += count.instructions;
    }
    CHECK(programs == row.programs);
  }
}

TEST_CASE("a draw's line says target, topology, blending, depth and programs", "[frames]") {
  FrameRecording interface { unpacked("interface"), "r" };
  const DrawSummary glyphs = survey_frames(interface).draws.at(2);
  REQUIRE(glyphs.targets.size() == 1);
  CHECK(glyphs.targets[0].format == "B8G8R8A8_UNORM");
  CHECK((glyphs.targets[0].width == 320 && glyphs.targets[0].height == 240));
  CHECK(glyphs.topology == "TRILIST");
  CHECK(glyphs.blend == "ADD SRC_ALPHA INV_SRC_ALPHA, alpha ADD ZERO ONE");
  CHECK(glyphs.depth == "off");
  CHECK((glyphs.programs.size() == 3 && glyphs.programs[0].program.stage == "VS"));
  FrameRecording stages{unpacked("stages"), "r"};
  const FrameSurvey survey = survey_frames(stages);
  const auto tessellated = std::find_if(survey.draws.begin(), survey.draws.end(),
                                        [](const DrawSummary& draw) { return draw.topology == "PATCHLIST_4"; });
  REQUIRE(tessellated != survey.draws.end());
  CHECK(tessellated->indirect);
  CHECK(tessellated->depth == "D32_FLOAT LESS write");
  CHECK(survey.dispatches.size() == 1);
}

TEST_CASE("the state of one draw is printed alone", "[frames]") {
  const std::string text = dumped(unpacked("interface"), {.draw = 3});
  CHECK_THAT(text, Contains("# draw 3, application: TRILIST 1092 vertices"));
  CHECK_THAT(text, !Contains("# draw 2,"));
  CHECK_THAT(text, Contains("3DSTATE_SCISSOR_STATE_POINTERS"));
  CHECK_THAT(text, Contains("# sampler 0 of PS"));
  CHECK_THAT(text, Contains("# vertex buffer 31") || Contains("# vertex buffer 0"));
  CHECK_THROWS_AS(dumped(unpacked("interface"), {.draw = 8}), Error);
  CHECK_THROWS_AS(dumped(unpacked("interface"), {.submission = 5}), Error);
}

TEST_CASE("state behind a wild pointer is shown as not mapped", "[frames]") {
  std::string text = kTriangle;
  text.replace(text.find("blend_state_pointer = 0x11000"), 29, "blend_state_pointer = 0x91000");
  const std::string shown = dumped(assemble_frames(text, "t").bytes());
  CHECK_THAT(shown, Contains("# blend state at 0x91000: not mapped"));
  CHECK_THAT(shown, Contains("blend not mapped"));
}

TEST_CASE("damaged recordings are surveyed and dumped, or refused with a message", "[frames]") {
  const std::vector<std::byte> whole = unpacked("stages");
  std::mt19937 random{38};
  unsigned shown = 0, refused = 0;
  for (unsigned round = 0; round < 300; ++round) {
    std::vector<std::byte> damaged = whole;
    for (unsigned flips = 1 + static_cast<unsigned>(random() % 8); flips > 0; --flips) {
      // Most of the bytes are state and commands of the last submissions.
      damaged[random() % damaged.size()] ^= static_cast<std::byte>(1u << random() % 8);
    }
    if (round % 10 == 0) damaged.resize(random() % damaged.size());
    try {
      FrameRecording recording{damaged, "r"};
      survey_frames(recording);
      dumped(damaged);
      ++shown;
    } catch (const Error& error) {
      CHECK((error.code() == ExitCode::kMalformedInput || error.code() == ExitCode::kUnsupported));
      ++refused;
    }
  }
  CHECK((shown > 20 && refused > 20));
}

TEST_CASE("damaged files and texts of the fuzzers' corpus are read to their end or refused", "[frames][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/frame_recording", fuzz::frame_recording, 200, 50) == 1);
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/frame_text", fuzz::frame_text, 3000, 700) == 1);
}

TEST_CASE("any text of a note comes back from its quotation", "[frames]") {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  CHECK(unquoted_note(quoted_note(all)) == all);
  CHECK(quoted_note("a \"b\" \\ \x1b") == "\"a \\\"b\\\" \\\\ \\x1b\"");
  for (const char* wrong : {"", "a", "\"", "\"a", "\"\\\"", "\"\\q\"", "\"\\x1\"", "\"\\xzz\"", "\"a\"b\""})
    CHECK_FALSE(unquoted_note(wrong).has_value());
}

TEST_CASE("the JSON of a dump has every field of every command", "[frames]") {
  FrameRecording recording{unpacked("interface"), "r"};
  const nlohmann::ordered_json json = dump_frames_json(recording, {.submission = 3});
  REQUIRE(json["submissions"].size() == 1);
  const auto& commands = json["submissions"][0]["commands"];
  CHECK(commands.size() == 190);
  std::size_t draws = 0;
  for (const auto& command : commands) draws += command["name"] == "3DPRIMITIVE" && command.contains("state");
  CHECK(draws == 7);
}
