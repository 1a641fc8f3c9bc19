// Words of a kernel's launch, by their enumerations.
#include "workload/opencl_kernel/kernel_launch.h"

namespace texpipe::study {

namespace {

constexpr EnumRow kImageTypes[] = {
    {1, "1d_buffer", "texels of a buffer"},
    {2, "1d", "a row"},
    {3, "1d_array", "rows"},
    {4, "2d", "an image"},
    {5, "2d_array", "images"},
    {6, "3d", "a volume"},
};
constexpr EnumRow kImageAccesses[] = {{0, "read", "read_only"}, {1, "write", "write_only"}, {2, "read_write", "both"}};
constexpr EnumRow kAddressings[] = {
    {0, "none", "coordinates stay inside"},
    {1, "clamp", "the border colour"},
    {2, "clamp_to_edge", "the edge texel"},
    {3, "repeat", "the image again"},
    {4, "mirrored_repeat", "the image again, every other time mirrored"},
};
constexpr EnumRow kFilters[] = {{0, "nearest", ""}, {1, "linear", ""}};
constexpr EnumRow kElements[] = {
    {0, "uint8", ""}, {1, "uint16", ""}, {2, "uint32", ""},  {3, "uint64", ""},  {4, "int8", ""},     {5, "int16", ""},
    {6, "int32", ""}, {7, "int64", ""},  {8, "float16", ""}, {9, "float32", ""}, {10, "float64", ""},
};

}  // namespace

EnumRows enum_rows(ImageType) {
  return {"image type", kImageTypes};
}
EnumRows enum_rows(ImageAccess) {
  return {"access", kImageAccesses};
}
EnumRows enum_rows(SamplerAddressing) {
  return {"addressing", kAddressings};
}
EnumRows enum_rows(SamplerFilter) {
  return {"filter", kFilters};
}
EnumRows enum_rows(NpyType) {
  return {"element type", kElements};
}

}  // namespace texpipe::study
