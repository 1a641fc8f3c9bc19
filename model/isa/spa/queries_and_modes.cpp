#include "isa/spa/pixld.h"
#include "isa/spa/txq.h"

namespace texpipe::spa {

namespace {

constexpr EnumRow kTextureQueries[] = {
    {1, "TEX_HEADER_DIMENSION", "sizes and number of mip levels"},
    {2, "TEX_HEADER_TEXTURE_TYPE", "number of samples"},
    {5, "TEX_HEADER_SAMPLER_POS", "position of a sample"},
};

constexpr EnumRow kUndocumentedTextureQueries[] = {
    {16, "TEX_SAMPLER_FILTER", "filter of the sampler"},
    {18, "TEX_SAMPLER_LOD", "level of detail clamps of the sampler"},
    {20, "TEX_SAMPLER_WRAP", "address modes of the sampler"},
    {22, "TEX_SAMPLER_BORDER_COLOR", "border colour of the sampler"},
};

constexpr EnumRow kPhases[] = {
    {0, "", "the hash stays"},
    {1, "T", "adds 1 to the 3-bit texture part"},
    {2, "P", "adds 1 to the 5-bit phase part and clears the texture part"},
};

constexpr EnumRow kPixelModes[] = {
    {0, "MSCOUNT", "number of raster samples"},
    {1, "COVMASK", "coverage mask, least significant bit is sample 0"},
    {2, "COVERED", "whether a sample is covered"},
    {3, "OFFSET", "offset of a sample; deprecated"},
    {4, "CENTROID_OFFSET", "offset of the centroid"},
    {5, "MY_INDEX", "sample index of this invocation"},
};

}  // namespace

EnumRows enum_rows(TextureQuery) {
  return {"TXQ query", kTextureQueries};
}
EnumRows undocumented_texture_queries() {
  return {"TXQ query", kUndocumentedTextureQueries};
}
EnumRows enum_rows(Phase) {
  return {".phase", kPhases};
}
EnumRows enum_rows(PixelMode) {
  return {"PIXLD mode", kPixelModes};
}

unsigned parameter_count(const Txq& txq) {
  const unsigned coordinate = txq.query == TextureQuery::kTextureType ? 0 : 1;
  return coordinate + (txq.bindless ? 1 : 0);
}

unsigned result_count(const Txq& txq) {
  unsigned count = 0;
  for (unsigned component = 0; component < 4; ++component) count += txq.write_mask >> component & 1;
  return count;
}

}  // namespace texpipe::spa
