#include "workload/frame/captured_frames.h"

#include <zstd.h>

#include <algorithm>
#include <memory>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/files/file_bytes.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/noted_bytes.h"
#include "workload/frame/noted_picture.h"

namespace texpipe::study {

namespace {

/// Level of zstd: higher ones take much longer and save little.
constexpr int kLevel = 9;
constexpr std::uint64_t kPart = std::uint64_t{1} << 20;

void count_picture(CapturedFrames& frames, const NotedPicture& picture) {
  const std::string extent = std::to_string(picture.width) + 'x' + std::to_string(picture.height);
  ++frames.pictures;
  const auto same = std::find_if(frames.extents.begin(), frames.extents.end(),
                                 [&](const CapturedPictures& p) { return p.extent == extent; });
  if (same == frames.extents.end()) {
    frames.extents.push_back({extent, 1});
  } else {
    ++same->count;
  }
}

void count_draws(CapturedFrames& frames, const std::filesystem::path& file) {
  FrameRecording recording{file};
  try {
    const FrameSurvey survey = survey_frames(recording);
    frames.draws = survey.draws_of(DrawMaker::kApplication);
    frames.driver_draws = survey.draws_of(DrawMaker::kDriver);
    frames.compute_walkers = survey.dispatches.size();
  } catch (const Error& error) {
    throw_if_stop_requested();
    frames.uncounted = error.diagnostics().front().problem;
  }
}

void check_zstd(std::size_t result) {
  if (ZSTD_isError(result) != 0)
    throw Error{ExitCode::kInternalError, std::string{"zstd cannot pack: "} + ZSTD_getErrorName(result)};
}

/// A note that a run refuses is none of the recording's end.
void count_note(CapturedFrames& frames, const std::string& text) try {
  parse_noted_bytes(text);
  if (const std::optional<NotedPicture> picture = parse_noted_picture(text)) count_picture(frames, *picture);
} catch (const Error& error) {
  frames.wrong_note = error.diagnostics().front().text();
}

}  // namespace

CapturedFrames take_frames(const std::filesystem::path& file) {
  CapturedFrames frames;
  FrameRecording recording{file};
  frames.bytes = recording.position();
  try {
    while (const std::optional<FrameRecord> record = recording.next()) {
      throw_if_stop_requested();
      if (std::holds_alternative<FrameSubmit>(record->content)) ++frames.submissions;
      const auto* const note = std::get_if<FrameNote>(&record->content);
      if (note != nullptr) count_note(frames, note->text);
      if (note != nullptr || std::holds_alternative<FrameSubmit>(record->content)) frames.bytes = recording.position();
    }
  } catch (const Error& error) {
    if (error.code() != ExitCode::kMalformedInput) throw;
    frames.cut = error.diagnostics().front().problem;
    std::filesystem::resize_file(file, frames.bytes);
  }
  count_draws(frames, file);
  return frames;
}

void pack_frames(const std::filesystem::path& recording, std::uint64_t bytes, std::ostream& out) {
  const FileBytes file{recording};
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> packer{ZSTD_createCCtx(), ZSTD_freeCCtx};
  if (!packer) throw std::bad_alloc{};
  check_zstd(ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, kLevel));
  check_zstd(ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_checksumFlag, 1));
  check_zstd(ZSTD_CCtx_setPledgedSrcSize(packer.get(), bytes));
  std::vector<char> packed(ZSTD_CStreamOutSize());
  for (std::uint64_t at = 0; at < bytes;) {
    throw_if_stop_requested();
    const std::vector<std::byte> part = file.at(at, std::min(kPart, bytes - at));
    at += part.size();
    ZSTD_inBuffer input{part.data(), part.size(), 0};
    const ZSTD_EndDirective end = at == bytes ? ZSTD_e_end : ZSTD_e_continue;
    for (bool done = false; !done;) {
      ZSTD_outBuffer output{packed.data(), packed.size(), 0};
      const std::size_t left = ZSTD_compressStream2(packer.get(), &output, &input, end);
      check_zstd(left);
      out.write(packed.data(), static_cast<std::streamsize>(output.pos));
      done = end == ZSTD_e_end ? left == 0 : input.pos == input.size;
    }
  }
}

}  // namespace texpipe::study
