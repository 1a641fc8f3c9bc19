#include "workload/opencl_kernel/image_file.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "workload/opencl_kernel/launch_data.h"

namespace texpipe::study {
namespace {

using gen9::SurfaceFormat;

const std::string kFiles = TEXPIPE_TEST_DATA "/textures/";
const std::string kBrick = TEXPIPE_SOURCE_DIR "/configs/textures/brick.png";  // 512x512, grey

LaunchImage image_of(const std::string& file, ChannelOrder order, ChannelType type, std::uint32_t size = 512) {
  LaunchImage image;
  image.width = image.height = size;
  image.format = {order, type};
  image.levels = {file};
  return image;
}

std::string refusal(const LaunchImage& image) {
  try {
    image_data(image, {});
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.diagnostics().front().text();
  }
  return "accepted";
}

TEST_CASE("a grey picture feeds an image of one channel, whatever it is called", "[kernel]") {
  using enum ChannelOrder;
  for (const ChannelOrder order : {kR, kA, kIntensity, kLuminance})
    CHECK(image_data(image_of(kBrick, order, ChannelType::kUnormInt8), {}).texels.size() == 512 * 512);
  const ImageData codes = image_data(image_of(kBrick, kR, ChannelType::kUnsignedInt8), {});
  REQUIRE(codes.remarks.size() == 1);
  CHECK_THAT(codes.remarks[0].text(), Catch::Contains("codes of L8_UNORM are taken as R8_UINT"));
}

TEST_CASE("a picture of another format or size is refused with how it can be taken", "[kernel]") {
  const std::string colours = refusal(image_of(kBrick, ChannelOrder::kRgba, ChannelType::kUnormInt8));
  CHECK_THAT(colours,
             Catch::Contains("brick.png is 512x512 L8_UNORM, 1 level; expected 512x512 R8G8B8A8_UNORM, 1 level"));
  CHECK_THAT(colours, Catch::Contains("'image_type: 2d, width: 512, height: 512, channel_order: R, channel_type: "
                                      "UNORM_INT8' takes the file as it is"));
  CHECK_THAT(colours, Catch::Contains("'texpipe texture decode FILE -o OUT.npy' makes numbers of it for "
                                      "'channel_order: RGBA, channel_type: FLOAT'"));
  const std::string small = refusal(image_of(kBrick, ChannelOrder::kR, ChannelType::kUnormInt8, 8));
  CHECK_THAT(small, Catch::Contains("width: 512, height: 512") && !Catch::Contains("texture decode"));
  const std::string cubes =
      refusal(image_of(kFiles + "gli_style_cube_array2_misc0.dds", ChannelOrder::kRgba, ChannelType::kUnormInt8, 1));
  CHECK_THAT(cubes, Catch::Contains("cube map, 12 faces"));
  CHECK_THAT(refusal(image_of(TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds", ChannelOrder::kRgba,
                              ChannelType::kUnormInt8)),
             Catch::Contains("is 512x512 BC1_UNORM, 10 levels"));
}

TEST_CASE("a swizzled file is read through its swizzle and not written", "[kernel]") {
  LaunchImage image = image_of(kFiles + "swizzle_rrr1.ktx2", ChannelOrder::kR, ChannelType::kUnormInt8, 2);
  CHECK(channel_letters(image_data(image, {}).channels) == "RRR1");
  image.access = ImageAccess::kReadWrite;
  CHECK_THROWS_WITH(image_data(image, {}), Catch::Contains("channels are swizzled (RRR1)"));
}

}  // namespace
}  // namespace texpipe::study
