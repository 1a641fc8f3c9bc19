#include "isa/undefined_results.h"

#include <array>

namespace texpipe {

namespace {

using enum UndefinedOutcome;

constexpr std::string_view kEnumerations = "Kaby Lake PRM vol. 2b";
constexpr std::string_view k3dSample = "vISA 3D_SAMPLE";
constexpr std::string_view kInfo = "vISA INFO";
constexpr std::string_view kTxq = "SPA 5.0 TXQ";
constexpr std::string_view kPixld = "SPA 5.0 PIXLD";
constexpr std::string_view kMessages = "docs/specification/messages.md";
constexpr std::string_view kSampling = "docs/specification/sampling.md";

constexpr std::array kResults{
    UndefinedResult{kEnumerations, "3D_Vertex_Component_Control, VFCOMP_STORE_SRC",
                    "value of a component that the source format lacks", kOther, "0, alpha 1", "R48"},
    UndefinedResult{kEnumerations, "Shared Function ID", "a message to an unknown SFID", kRefused,
                    "error that names the SFID", "R1"},
    UndefinedResult{kEnumerations, "rows named Reserved, and values that a table leaves out", "effect of the value",
                    kRefused, "error that names the enumeration and the value", "R10"},
    UndefinedResult{kEnumerations, "Performance Counter Report Formats", "names and layouts of the six formats", kOther,
                    "kept by value; reports have the layout that Mesa's driver reads", "R64"},
    UndefinedResult{kEnumerations, "CondModifier 0111b, 1010b to 1111b", "condition", kRefused,
                    "error that names the value", "R10"},
    UndefinedResult{kEnumerations, "WRAP_SHORTEST_ENABLE with Constant Interpolation Enable", "the attribute's value",
                    kOther, "the constant, which never wraps", "R1"},
    UndefinedResult{k3dSample, "Notes: a channel smaller than a register", "rest of the channel's last register",
                    kKeepsBytes, "bytes behind the last channel keep their value", "R1"},
    UndefinedResult{k3dSample, "Notes: LOD", "channels B and A", kReadsZero, "0 when they are enabled", "R1, R15"},
    UndefinedResult{k3dSample, "Aoffimmi bits 15:12 other than zero", "effect", kOther,
                    "bit 15 is accepted from sampler 16 on, others refused", "R12"},
    UndefinedResult{k3dSample, "parameters u, v, r, ai that a surface type ignores", "their values", kOther,
                    "accepted and not read", "R16"},
    UndefinedResult{kInfo, "sampleinfo", "channels G and B, N/A", kReadsZero, "0", "R4"},
    UndefinedResult{kInfo, "sampleinfo of surfaces other than 2D", "whole result", kOther,
                    "R = 1, the rest 0; null surface: all 0", "R4"},
    UndefinedResult{kInfo, "resinfo of a level outside the mip range", "sizes", kReadsZero, "sizes 0, level count kept",
                    "R2"},
    UndefinedResult{kInfo, "resinfo of CUBE, R; the lost row of BUFFER", "R", kOther,
                    "width for CUBE; number of entries for BUFFER, the rest 0", "R3"},
    UndefinedResult{kTxq, "TEX_HEADER_TEXTURE_TYPE", "R and G, reserved for type and format; A, unused", kReadsZero,
                    "0", "R6"},
    UndefinedResult{kTxq, "an invalid texture or sampler pointer", "result of the query", kReadsZero,
                    "all components 0", "R6"},
    UndefinedResult{kTxq, "TEX_HEADER_SAMPLER_POS beyond the pattern", "position", kReadsZero, "0", "R1"},
    UndefinedResult{kPixld, ".OFFSET beyond 8 samples, out of range or with programmable positions", "offset",
                    kReadsZero, "0 and a counted warning", "R20"},
    UndefinedResult{kPixld, ".CENTROID_OFFSET with no sample covered", "offset", kOther,
                    "first sample of the sample mask, or the centre when the mask is full", "R22"},
    UndefinedResult{kPixld, "modes INVALID[2]; PIXLD without a mode", "effect", kRefused, "error that names the mode",
                    "R23"},
    UndefinedResult{kMessages, "section 3.5: 16-bit return in SIMD8", "upper 16 bytes of each register", kKeepsBytes,
                    "they keep their value", "R1"},
    UndefinedResult{kMessages, "section 3.3: derivatives in SIMD8D and SIMD4x2", "level of detail of sample", kOther,
                    "no quad, hence no derivatives: the most detailed level that clamps allow", "R1"},
    UndefinedResult{kMessages, "section 3.5: 16-bit return of integers out of range", "value", kOther, "saturated",
                    "R1"},
    UndefinedResult{kMessages, "section 3.5: 16-bit return of floats", "rounding", kOther,
                    "nearest even; finite values stay finite", "R1"},
    UndefinedResult{kMessages, "section 3.5: pixel null mask, bits above the channels", "value", kReadsZero, "0", "R1"},
    UndefinedResult{kMessages, "section 3.6: resinfo of a null surface", "level count", kReadsZero, "0", "R1"},
    UndefinedResult{kMessages, "section 4: sample index beyond the raster's samples", "barycentrics", kReadsZero, "0",
                    "R1"},
    UndefinedResult{kMessages, "section 7: a message with no channel enabled", "destination", kKeepsBytes,
                    "nothing is written, the scoreboard clears", "R1"},
    UndefinedResult{kSampling, "section 1: sample, gather4 and LOD on BUFFER surfaces", "result", kReadsZero, "0",
                    "R1"},
    UndefinedResult{kSampling, "section 2.1: CUBE on surfaces that are no cubes", "address mode", kOther, "CLAMP",
                    "R1"},
    UndefinedResult{kSampling, "section 2.1: repeating modes with unnormalised coordinates", "address mode", kOther,
                    "as with normalised ones, without range reduction", "R1"},
    UndefinedResult{kSampling, "section 3: WRAP and MIRROR on cubes", "address mode", kOther, "CLAMP on the face",
                    "R1"},
    UndefinedResult{kSampling, "section 3: weight of the texel beyond a cube's corner", "sharing", kOther,
                    "thirds in whole units of 2^-16 to the other three", "R1"},
    UndefinedResult{kSampling, "section 4.3: number, places and weights of anisotropic taps", "footprint", kOther,
                    "even number of equal parts of the longer axis; level of detail of a part", "R1"},
    UndefinedResult{kSampling, "section 4.4: Coarse LOD Quality other than 0", "masking of inputs", kOther, "no effect",
                    "R1"},
    UndefinedResult{kSampling, "section 6: LINEAR on formats that do not filter", "filter", kOther,
                    "nearest texel of the finer level", "R1"},
    UndefinedResult{kSampling, "section 6: MONO filter", "size and border", kOther,
                    "3DSTATE_MONOFILTER_SIZE, 1x1 when it is not set; texels beyond the map read 0", "R1"},
    UndefinedResult{kSampling, "section 6: MONO filter of other than one-bit formats, of volumes and cubes", "filter",
                    kRefused, "error that names the format or the surface type", "R1"},
    UndefinedResult{kSampling, "section 8: channels beside the compare's result", "value", kOther,
                    "defaults of the format; 0 for other stored channels", "R1"},
    UndefinedResult{kSampling, "section 10: channels G and B of sampleinfo", "value", kReadsZero, "0", "R4"},
    UndefinedResult{kSampling, "section 8: EQUAL and NOTEQUAL with NaN", "compare", kOther,
                    "EQUAL gives 1.0, NOTEQUAL 0.0", "R18"},
};

}  // namespace

std::span<const UndefinedResult> undefined_results() {
  return kResults;
}

std::string_view text_of(UndefinedOutcome outcome) {
  switch (outcome) {
    case kKeepsBytes:
      return "keeps bytes";
    case kReadsZero:
      return "reads 0";
    case kRefused:
      return "refused";
    case kOther:
      break;
  }
  return "other";
}

}  // namespace texpipe
