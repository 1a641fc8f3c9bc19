// Textures of files and bytes as arrays.
#include <pybind11/stl.h>

#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "pictures/texture/decode_texture.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

using Bytes = py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>;

std::span<const std::byte> bytes_of(const Bytes& bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.data()), static_cast<std::size_t>(bytes.size())};
}

/// [height, width, 4], of the type that the format's channels have.
py::array colours_of(const study::DecodedPlane& plane) {
  const study::NpyArray npy = study::array_of(plane);
  const char* const type = npy.type == study::NpyType::kFloat32 ? "<f4"
                           : npy.type == study::NpyType::kInt32 ? "<i4"
                                                                : "<u4";
  py::array array{py::dtype{type}, std::vector<py::ssize_t>(npy.shape.begin(), npy.shape.end())};
  std::memcpy(array.mutable_data(), npy.data.data(), npy.data.size());
  return array;
}

}  // namespace

void bind_textures(py::module_& module) {
  py::class_<study::Texture>(module, "Texture")
      .def_property_readonly("format", [](const study::Texture& t) { return std::string{name_of(t.image.format)}; })
      .def_property_readonly("type", [](const study::Texture& t) { return std::string{name_of(t.image.type)}; })
      .def_property_readonly("width", [](const study::Texture& t) { return t.image.width; })
      .def_property_readonly("height", [](const study::Texture& t) { return t.image.height; })
      .def_property_readonly("depth", [](const study::Texture& t) { return t.image.depth; })
      .def_property_readonly("array_length", [](const study::Texture& t) { return t.image.array_length; })
      .def_property_readonly("levels", [](const study::Texture& t) { return t.image.levels; })
      .def_property_readonly("channels", [](const study::Texture& t) { return study::channel_letters(t.channels); })
      .def_property_readonly("remarks",
                             [](const study::Texture& t) {
                               std::vector<std::string> texts;
                               for (const Diagnostic& remark : t.remarks) texts.push_back(remark.text());
                               return texts;
                             })
      .def_property_readonly("texels",
                             [](const study::Texture& t) {
                               return py::array_t<std::uint8_t>(static_cast<py::ssize_t>(t.texels.size()),
                                                                reinterpret_cast<const std::uint8_t*>(t.texels.data()));
                             })
      .def(
          "plane",
          [](const study::Texture& t, std::uint32_t level, std::uint32_t slice) {
            return colours_of(study::decode_plane(t, {.level = level, .slice = slice}));
          },
          py::arg("level") = 0, py::arg("slice") = 0);
  module.def("read_texture", [](const std::string& file) { return study::read_texture(file); });
  module.def("decode_texels",
             [](const std::string& format, const Bytes& texels, std::uint32_t width, std::uint32_t height) {
               functional::SurfaceImage image;
               image.format = gen9::format_of_name(format);
               image.width = width;
               image.height = height;
               const std::uint64_t needed = functional::packed_bytes(image);
               if (const auto given = static_cast<std::uint64_t>(texels.size()); given != needed) {
                 throw Error{ExitCode::kUsage,
                             Diagnostic{.path = "texels",
                                        .problem = std::to_string(given) + " bytes",
                                        .hint = "expected " + std::to_string(needed) + " of " + std::to_string(width) +
                                                "x" + std::to_string(height) + " texels of " + format}};
               }
               return colours_of(study::decode_packed(image.format, bytes_of(texels), width, height));
             });
}

}  // namespace texpipe::python
