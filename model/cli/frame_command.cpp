// texpipe frame info|draws|dump|assemble: what a recording of frames holds, and recordings from text.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "workload/frame/frame_assembly.h"
#include "workload/frame/frame_dump.h"
#include "workload/frame/frame_dump_json.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/note_text.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string address_text(std::uint64_t address) {
  return fmt::format("0x{:x}", address);
}

std::string size_text(const study::SurfaceSummary& surface) {
  std::string text = fmt::format("{}x{}", surface.width, surface.height);
  if (surface.depth > 1) text += fmt::format("x{}", surface.depth);
  return text;
}

Json json_of(const study::SurfaceSummary& surface) {
  return {{"format", surface.format}, {"type", surface.type},      {"tiling", surface.tiling},
          {"width", surface.width},   {"height", surface.height},  {"depth", surface.depth},
          {"levels", surface.levels}, {"samples", surface.samples}};
}

Json json_of(const std::vector<study::ProgramUse>& programs) {
  Json list = Json::array();
  for (const study::ProgramUse& use : programs) {
    list.push_back({{"stage", use.program.stage},
                    {"lanes", use.program.lanes},
                    {"address", address_text(use.program.address)},
                    {"mapped", use.summary.mapped},
                    {"instructions", use.summary.instructions},
                    {"hash", use.summary.hash}});
  }
  return list;
}

Json json_of(const study::DrawSummary& draw) {
  Json targets = Json::array();
  for (const study::SurfaceSummary& target : draw.targets) {
    Json entry = json_of(target);
    entry["address"] = address_text(target.address);
    targets.push_back(std::move(entry));
  }
  return {{"draw", draw.number},
          {"submission", draw.submission},
          {"address", address_text(draw.address)},
          {"maker", name_of(draw.maker)},
          {"topology", draw.topology},
          {"vertices", draw.vertices},
          {"instances", draw.instances},
          {"indexed", draw.indexed},
          {"indirect", draw.indirect},
          {"predicated", draw.predicated},
          {"targets", targets},
          {"samples", draw.samples},
          {"depth", draw.depth},
          {"stencil", draw.stencil},
          {"blend", draw.blend},
          {"programs", json_of(draw.programs)}};
}

/// `PS SIMD16 1a2b3c4d`, of all programs.
std::string programs_text(const study::DrawSummary& draw) {
  std::string text;
  for (const study::ProgramUse& use : draw.programs) {
    const std::string name = !use.summary.mapped     ? "not mapped"
                             : !use.summary.readable ? "no program"
                                                     : use.summary.hash;
    text += fmt::format("{}{}{} {}", text.empty() ? "" : " ", use.program.stage, use.program.lanes, name);
  }
  return text.empty() ? "-" : text;
}

std::string target_text(const study::DrawSummary& draw) {
  std::string text;
  for (const study::SurfaceSummary& target : draw.targets)
    text += fmt::format("{}{} {}", text.empty() ? "" : " + ", target.format, size_text(target));
  return text.empty() ? "-" : text;
}

std::string vertices_text(const study::DrawSummary& draw) {
  if (draw.indirect) return "indirect";
  return draw.instances == 1 ? fmt::format("{}", draw.vertices) : fmt::format("{} x {}", draw.vertices, draw.instances);
}

Json info_json(const study::FrameSurvey& survey, const study::FrameRecording& recording) {
  Json submissions = Json::array(), programs = Json::array(), surfaces = Json::array(), notes = Json::array();
  for (const study::SubmissionSummary& submission : survey.submissions) {
    submissions.push_back({{"submission", submission.number},
                           {"context", submission.context},
                           {"first_command", address_text(submission.first_command)},
                           {"objects", submission.objects},
                           {"commands", submission.commands},
                           {"draws", submission.draws}});
  }
  for (const auto& [key, count] : survey.programs) {
    programs.push_back({{"stage", key.stage},
                        {"lanes", key.lanes},
                        {"hash", key.hash},
                        {"instructions", count.instructions},
                        {"bytes", count.bytes},
                        {"uses", count.uses}});
  }
  for (const auto& [key, uses] : survey.surfaces) {
    Json entry{{"use", key.use}};
    entry.update(json_of(key.surface));
    entry["draws"] = uses;
    surfaces.push_back(std::move(entry));
  }
  for (const study::FrameNote& note : survey.notes)
    notes.push_back(
        {{"address", address_text(note.address)}, {"size", note.size}, {"text", study::shown_note(note.text)}});
  return {{"file", recording.name()},
          {"pci", fmt::format("0x{:04x}", survey.header.pci_id)},
          {"revision", survey.header.revision},
          {"packed", recording.packed()},
          {"file_bytes", recording.file_bytes()},
          {"bytes", survey.bytes},
          {"records", survey.records},
          {"written_bytes", survey.written_bytes},
          {"mapped_ranges", survey.mapped_ranges},
          {"mapped_bytes", survey.mapped_bytes},
          {"commands", survey.total_commands()},
          {"draws",
           {{"application", survey.draws_of(study::DrawMaker::kApplication)},
            {"driver", survey.draws_of(study::DrawMaker::kDriver)}}},
          {"dispatches", survey.dispatches.size()},
          {"submissions", submissions},
          {"commands_by_name", survey.commands},
          {"programs", programs},
          {"surfaces", surfaces},
          {"notes", notes}};
}

void print_info(const study::FrameSurvey& survey, const study::FrameRecording& recording) {
  std::string text = fmt::format(
      "{}\n  device       PCI 8086:{:04x}, revision {}\n  file         {} bytes{}, {} records, {} bytes written by the "
      "CPU\n  memory       {} bytes in {} ranges\n  draws        {} of the application, {} of the driver\n  dispatches "
      "  "
      "{}\n  commands     {}\n",
      recording.name(), survey.header.pci_id, survey.header.revision, recording.file_bytes(),
      recording.packed() ? fmt::format(" ({} unpacked)", survey.bytes) : "", survey.records, survey.written_bytes,
      survey.mapped_bytes, survey.mapped_ranges, survey.draws_of(study::DrawMaker::kApplication),
      survey.draws_of(study::DrawMaker::kDriver), survey.dispatches.size(), survey.total_commands());
  for (const study::SubmissionSummary& submission : survey.submissions) {
    text += fmt::format("  submission {:<3} {} commands, {} draws, {} objects\n", submission.number,
                        submission.commands, submission.draws, submission.objects);
  }
  for (const auto& [key, count] : survey.programs) {
    text += fmt::format("  {:<6} SIMD{:<2} {}  {} instructions, {} bytes, {} uses\n", key.stage, key.lanes,
                        key.hash.empty() ? "unreadable" : key.hash, count.instructions, count.bytes, count.uses);
  }
  for (const auto& [key, uses] : survey.surfaces) {
    const study::SurfaceSummary& surface = key.surface;
    text +=
        fmt::format("  {:<9} {} {} {}, {}", key.use, surface.format, surface.type, size_text(surface), surface.tiling);
    if (surface.levels > 1) text += fmt::format(", {} levels", surface.levels);
    if (surface.samples > 1) text += fmt::format(", {} samples", surface.samples);
    text += fmt::format(": {} draws\n", uses);
  }
  for (const study::FrameNote& note : survey.notes) {
    text += fmt::format("  note         {}, {} bytes: {}\n", address_text(note.address), note.size,
                        study::shown_note(note.text));
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << text;
}

ExitCode info(const std::string& file, const GlobalOptions& globals) {
  study::FrameRecording recording{file};
  const study::FrameSurvey survey = study::survey_frames(recording);
  if (globals.json) {
    std::cout << study::json_text(info_json(survey, recording), 2) << '\n';
  } else {
    print_info(survey, recording);
  }
  return ExitCode::kSuccess;
}

/// A cell of CSV; texts here have no quotation marks.
std::string csv_cell(const std::string& text) {
  return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

ExitCode draws(const std::string& file, bool csv, const GlobalOptions& globals) {
  if (csv) refuse_beside_json("--csv", globals);
  study::FrameRecording recording{file};
  const study::FrameSurvey survey = study::survey_frames(recording);
  if (globals.json) {
    Json list = Json::array();
    for (const study::DrawSummary& draw : survey.draws) list.push_back(json_of(draw));
    std::cout << study::json_text(list, 2) << '\n';
    return ExitCode::kSuccess;
  }
  std::string text =
      csv ? "draw,submission,maker,target,samples,topology,indexed,predicated,vertices,programs,depth,stencil,blend\n"
          : "";
  for (const study::DrawSummary& draw : survey.draws) {
    if (csv) {
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", draw.number, draw.submission, name_of(draw.maker),
                          csv_cell(target_text(draw)), draw.samples, draw.topology, draw.indexed, draw.predicated,
                          csv_cell(vertices_text(draw)), csv_cell(programs_text(draw)), csv_cell(draw.depth),
                          csv_cell(draw.stencil), csv_cell(draw.blend));
      continue;
    }
    text += fmt::format("{:>5} {:>3} {:<11} {:<32} {:<12} {:>9}  depth {}, stencil {}, blend {}; {}{}{}\n", draw.number,
                        draw.submission, name_of(draw.maker), target_text(draw), draw.topology, vertices_text(draw),
                        draw.depth, draw.stencil, draw.blend, programs_text(draw), draw.indexed ? "; indexed" : "",
                        draw.predicated ? "; predicated" : "");
  }
  std::optional<study::FittedOutput> fitted;
  if (!csv) fitted.emplace(std::cout);
  std::cout << text;
  return ExitCode::kSuccess;
}

ExitCode dump(const std::string& file, const study::DumpOptions& options, const GlobalOptions& globals) {
  study::FrameRecording recording{file};
  if (globals.json) {
    std::cout << study::json_text(study::dump_frames_json(recording, options), 2) << '\n';
  } else {
    // One draw is little text, and none of it is printed when the recording has no such draw.
    std::string held;
    study::dump_frames(recording, options, [&](std::string_view text) {
      if (options.draw)
        held += text;
      else
        std::cout << text;
    });
    std::cout << held;
  }
  return ExitCode::kSuccess;
}

ExitCode assemble(const std::string& file, const OutputOption& output, const GlobalOptions& globals) {
  const std::vector<std::byte> bytes = study::read_file(file);
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {study::shown_name(file)}, .problem = "is empty"}};
  const study::FrameWriter writer = study::assemble_frames(text, study::shown_name(file));
  const bool packed = output.file.ends_with(".zst");
  write_output(output, std::span<const std::byte>{packed ? writer.packed() : writer.bytes()}, globals);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_frame(CLI::App& app, const GlobalOptions& globals) {
  struct Options {
    std::string file;
    study::DumpOptions dump;
    bool csv = false;
    OutputOption output;
  };
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  const char* const kFile = "recording of frames, raw or packed with zstd";
  CLI::App* info_verb =
      app.add_subcommand("info", "submissions, draws, programs, surfaces and notes; nothing is executed");
  info_verb->add_option("FILE", options->file, kFile)->required();
  CLI::App* draws_verb = app.add_subcommand(
      "draws", "a line for each draw: submission, maker, target, topology, vertices, state, programs");
  draws_verb->add_option("FILE", options->file, kFile)->required();
  draws_verb->add_flag("--csv", options->csv, "as CSV");
  CLI::App* dump_verb = app.add_subcommand(
      "dump",
      "every command, and the state that draws point to, as text that assemble reads. Nothing is executed: state that "
      "the GPU writes itself (MI_COPY_MEM_MEM, draws of the driver) is shown as the CPU wrote it");
  dump_verb->add_option("FILE", options->file, kFile)->required();
  CLI::Option* draw = dump_verb->add_option("--draw", options->dump.draw, "only the state of this draw, for reading");
  dump_verb->add_option("--submission", options->dump.submission, "only this submission, counted from 0")
      ->excludes(draw);
  dump_verb->add_flag("--bytes", options->dump.bytes, "all that the CPU wrote, too: the text makes the same recording");
  CLI::App* assemble_verb =
      app.add_subcommand("assemble", "a recording from text, as dump prints it or a person writes it");
  assemble_verb->add_option("TEXT", options->file, "text of a recording")->required();
  add_output_option(*assemble_verb, options->output, "the recording, packed with zstd when its name ends in .zst")
      ->required();
  return [options, info_verb, draws_verb, dump_verb, &globals] {
    if (info_verb->parsed()) return info(options->file, globals);
    if (draws_verb->parsed()) return draws(options->file, options->csv, globals);
    if (dump_verb->parsed()) return dump(options->file, options->dump, globals);
    if (globals.json) warn_no_effect("--json", "the result is a file", globals);
    return assemble(options->file, options->output, globals);
  };
}

}  // namespace texpipe::cli
