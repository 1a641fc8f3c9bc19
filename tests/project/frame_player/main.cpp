// Plays a program of Vulkan draws and leaves the buffers that it names as outputs, N.bin in a folder.
//   frame_player PROGRAM.json FOLDER [SHIFT_X SHIFT_Y]   in 1/256 pixel, for all viewports
// A recorder of `texpipe capture` is told of the outputs as `bytes N`.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "player.h"

namespace texpipe::frame_player {

namespace {

using Note = void(const void*, std::uint64_t, const char*);

void leave_outputs(const Player& player, const std::string& folder) {
  auto* const note = reinterpret_cast<Note*>(dlsym(RTLD_DEFAULT, "texpipe_capture_note"));
  unsigned number = 0;
  for (const Json& output : player.program.at("outputs")) {
    const Buffer& buffer = player.buffers.at(output.get<std::size_t>());
    const std::string name = std::to_string(number++);
    if (note != nullptr) note(buffer.bytes, buffer.size, ("bytes " + name).c_str());
    std::ofstream file{folder + "/" + name + ".bin", std::ios::binary};
    file.write(reinterpret_cast<const char*>(buffer.bytes), static_cast<std::streamsize>(buffer.size));
  }
}

void play(const std::string& path, const std::string& folder, Shift shift) {
  Player player;
  player.folder = path.substr(0, path.find_last_of('/') + 1);
  const auto text = read_file(path);
  player.program = Json::parse(text.begin(), text.end());
  player.data = read_file(player.folder + "data.bin");
  player.shift = shift;
  player.gpu = open_gpu();
  make_objects(player);
  make_pipelines(player);
  begin_commands(player);
  for (const Json& command : player.program.at("commands")) record_command(player, command);
  submit_commands(player);
  leave_outputs(player, folder);
}

}  // namespace

}  // namespace texpipe::frame_player

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    std::fputs("usage: frame_player PROGRAM.json FOLDER [SHIFT_X SHIFT_Y]\n", stderr);
    return 2;
  }
  constexpr float kStep = 1.0F / 256;
  texpipe::frame_player::Shift shift;
  if (argc == 5) shift = {std::strtof(argv[3], nullptr) * kStep, std::strtof(argv[4], nullptr) * kStep};
  texpipe::frame_player::play(argv[1], argv[2], shift);
  return 0;
}
