#include "isa/gen9/shared_function.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 15> kSfids{{
    {0, "SFID_NULL", "no target"},
    {1, "Reserved", ""},
    {2, "SFID_SAMPLER", "texture sampler"},
    {3, "SFID_GATEWAY", "barriers and messages between threads"},
    {4, "SFID_DP_DC2", "data cache, third set of message types"},
    {5, "SFID_DP_RC", "render cache: target writes and reads"},
    {6, "SFID_URB", "vertex and attribute storage"},
    {7, "SFID_SPAWNER", "starts threads and ends them"},
    {8, "SFID_VME", "motion search of video encoders"},
    {9, "SFID_DP_DCRO", "data cache, read only: constants"},
    {10, "SFID_DP_DC0", "data cache, first set of message types"},
    {11, "SFID_PI", "barycentrics at other places of the pixel"},
    {12, "SFID_DP_DC1", "data cache, second set of message types"},
    {13, "SFID_CRE", "check and refinement of motion vectors"},
    {14, "Reserved", "", "", 15},
}};

constexpr std::array<EnumRow, 13> kSharedFunctionIds{{
    {0, "Null", "no target"},
    {2, "Sampler", "texture sampler"},
    {3, "Message Gateway", "barriers and messages between threads"},
    {4, "Data Cache Data Port 2", "third set of message types"},
    {5, "Render Cache Data Port", "target writes and reads"},
    {6, "URB", "vertex and attribute storage"},
    {7, "Thread Spawner", "starts threads and ends them"},
    {8, "Video Motion Estimation", "motion search of video encoders"},
    {9, "Data Cache Read Only Data Port", "constants"},
    {10, "Data Cache Data Port 0", "first set of message types"},
    {11, "Pixel Interpolator", "barycentrics at other places of the pixel"},
    {12, "Data Cache Data Port 1", "second set of message types"},
    {13, "Check and Refinement Engine", "check and refinement of motion vectors"},
}};

}  // namespace

EnumRows enum_rows(SharedFunction) {
  return {"SFID", kSfids};
}

EnumRows shared_function_id_rows() {
  return {"Shared Function ID", kSharedFunctionIds};
}

}  // namespace texpipe::gen9
