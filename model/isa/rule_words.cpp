#include "isa/rule_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace texpipe {

namespace {

constexpr SpecificationRule kRules[] = {
    {"C1", "coordinate times size, a float32 product"},
    {"C2", "range reduction before the product"},
    {"C3", "float to fixed point within 0.6 ULP"},
    {"C4", "ranges and fraction bits of coordinates"},
    {"C5", "point sampling: the texel at the floor"},
    {"C6", "linear footprint: two texels, weights in 1/256"},
    {"C7", "texel offsets before the address mode"},
    {"C8", "array slice: nearest, ties to even, clamped"},
    {"section 2", "address modes"},
    {"B1", "border colour limited to the format"},
    {"Q1", "face of a cube and place on it"},
    {"Q2", "texels beyond an edge of a face"},
    {"Q3", "texel beyond a corner of a cube"},
    {"Q4", "derivatives on a face"},
    {"Q5", "anisotropy on cubes"},
    {"L1", "derivatives of a quad"},
    {"L2", "axes of the ellipse that derivatives span"},
    {"L3", "isotropic level of detail: the longer derivative"},
    {"L4", "anisotropic ratio and level of detail"},
    {"L5", "taps of an anisotropic footprint"},
    {"L6", "bias and limits of the sampler"},
    {"L7", "limit of the resource"},
    {"L8", "magnification at 0 and below"},
    {"L9", "level of detail rounded to 1/256"},
    {"L10", "choice of levels and their weights"},
    {"L11", "level of detail as a result"},
    {"F1", "point filter: the texel unaltered"},
    {"F2", "precision of the filter"},
    {"F3", "result within the range of its texels"},
    {"F4", "texels survive conversion and back"},
    {"F5", "order of decoding, filter and channel select"},
    {"F6", "minimum and maximum of texels with weight"},
    {"F7", "comparison of each texel before the filter"},
    {"section 6", "instructions"},
    {"section 7", "format conversion on read"},
    {"section 8", "float rules"},
    {"section 9", "block compression"},
    {"section 10", "values to cover"},
    {"X1", "texel edge: rounded or truncated"},
    {"X2", "tie of a point mip filter"},
    {"X3", "tie of cube faces"},
    {"X4", "corner of a cube"},
    {"X5", "sum of biases"},
    {"X6", "MinLOD above MaxLOD"},
    {"X7", "tie of array slices"},
    {"X8", "reference of a comparison, quantised or not"},
    {"X9", "ratio of anisotropy"},
    {"X10", "length of isotropic derivatives"},
    {"X11", "fetch out of range"},
    {"X12", "origin of sample positions"},
    {"X13", "equal BC1 endpoints and signed blocks"},
    {"R1", "undefined results are deterministic"},
    {"R2", "sizes that resinfo returns for a level"},
    {"R3", "resinfo of cubes and buffers"},
    {"R4", "results of sampleinfo"},
    {"R5", "INFO at execution size 32"},
    {"R6", "sizes, immediates and registers of TXQ"},
    {"R7", "execution masks and sizes of vISA"},
    {"R8", "quarter control and flag bits"},
    {"R9", "replicated half floats, dependency control, architecture registers"},
    {"R10", "blank, missing and doubled values of enumerations"},
    {"R11", "two layouts of vISA bytes"},
    {"R12", "bit 15 of texel offsets"},
    {"R13", "coarse pixels change nothing before Ice Lake"},
    {"R14", "non-uniform samplers: a send for each value"},
    {"R15", "results of the LOD operation"},
    {"R16", "parameters that a surface type does not use"},
    {"R17", "range of biases, texels of the null mask"},
    {"R18", "shadow compare returns the inverse relation"},
    {"R19", "rounding of coordinates is sampler state"},
    {"R20", "pixel offsets are packed 4.12"},
    {"R21", "raster samples, COVERED and MY_INDEX"},
    {"R22", "centroid of a pixel"},
    {"R23", "PIXLD without a mode, and with a predicate"},
    {"R24", "scoreboard barriers and scheduling hints"},
    {"R25", "level of detail from the unrounded ratio"},
    {"R26", "BC1 that says RGB is opaque"},
    {"R27", "order of level-of-detail clamps"},
    {"R28", "gradients of cubes belong to the face"},
    {"R29", "the address space ends at 2^48"},
    {"R30", "product of coordinate and size rounds to nearest even"},
    {"R31", "border colours that a format cannot hold"},
    {"R32", "LOD PreClamp is OGL"},
    {"R33", "a timestamp counts commands"},
    {"R34", "alpha to coverage takes samples in order"},
    {"R35", "depth is rounded to nearest"},
    {"R36", "units of depth bias"},
    {"R37", "when depth and stencil are tested"},
    {"R38", "layer and viewport of a primitive"},
    {"R39", "extent of a viewport"},
    {"R40", "points are clipped by depth alone"},
    {"R41", "coordinates inside a point"},
    {"R42", "samples without multisample rules"},
    {"R43", "components that setup does not compute"},
    {"R44", "logic operations work on codes"},
    {"R45", "width of pixel threads"},
    {"R46", "handles and entries of the URB"},
    {"R47", "fetch beyond buffers"},
    {"R48", "components that a vertex format lacks"},
    {"R49", "the cut index has its full width"},
    {"R50", "numbers of primitives"},
    {"R51", "provoking vertex of quads and polygons"},
    {"R52", "what pipeline counters count"},
    {"R53", "turn of tessellated triangles"},
    {"R54", "factors in a patch header"},
    {"R55", "arithmetic of blending"},
    {"R56", "payload of instances of a geometry shader"},
    {"R57", "room of stream output"},
    {"R58", "write offsets of stream output"},
    {"R59", "values are interpolated between vertices as they are"},
    {"R60", "local memory beyond a group's"},
    {"R61", "lines without multisample rules"},
    {"R62", "threads that end before a barrier"},
    {"R63", "channels of OWord block writes"},
    {"R64", "layout and content of counter reports"},
    {"R65", "subslice of a pixel"},
    {"R66", "coordinates of channels that are off"},
    {"R67", "stippled lines"},
};

/// The rule of a word, which may be the number of a section.
const SpecificationRule* find_rule(std::string_view word, bool in_sections) {
  const std::string section = in_sections ? "section " + std::string{word} : std::string{};
  const auto* found = std::find_if(std::begin(kRules), std::end(kRules),
                                   [&](const auto& rule) { return rule.id == word || rule.id == section; });
  return found == std::end(kRules) ? nullptr : found;
}

/// Takes the next word off a text: letters and digits that stand together.
std::string_view take_word(std::string_view& text) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto first = std::find_if(text.begin(), text.end(), is_part);
  const auto last = std::find_if_not(first, text.end(), is_part);
  const std::string_view word{first, last};
  text = std::string_view{last, text.end()};
  return word;
}

}  // namespace

std::span<const SpecificationRule> specification_rules() {
  return kRules;
}

std::vector<SpecificationRule> rules_named_in(std::string_view text) {
  std::array<bool, std::size(kRules)> named{};
  const SpecificationRule* previous = nullptr;
  bool through = false;      // a range goes on to the next rule
  bool in_sections = false;  // numbers are those of sections
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    if (word == "section" || word == "sections") {
      in_sections = true;
    } else if (word == "to") {
      through = previous != nullptr;
    } else if (const SpecificationRule* rule = find_rule(word, in_sections)) {
      named[rule - kRules] = true;
      for (; through && previous < rule; ++previous) named[previous - kRules] = true;
      previous = rule;
      through = false;
    } else {
      in_sections = in_sections && word == "and";
    }
  }
  std::vector<SpecificationRule> rules;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i]) rules.push_back(kRules[i]);
  }
  return rules;
}

std::string rules_with_words(std::string_view text) {
  std::string words;
  for (const SpecificationRule& rule : rules_named_in(text)) {
    if (!words.empty()) words += "; ";
    words.append(rule.id).append(": ").append(rule.words);
  }
  return words;
}

}  // namespace texpipe
