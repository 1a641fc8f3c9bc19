// texpipe's functional core as the golden model of a SystemVerilog testbench, in any simulator: the C interface (texpipe.h) by DPI.
//
// Compile this package and texpipe_dpi.c, and link libtexpipe. Functions of type int give texpipe_status: 0, or a number that
// texpipe_sv_error() explains. Descriptions are `name=value` pairs between spaces, with the names of texpipe.h, each once; values are bits, as there.
package texpipe_pkg;
  // A context: GPU memory with surfaces and samplers. Null when there is no memory left.
  import "DPI-C" function chandle texpipe_sv_create();
  import "DPI-C" function void texpipe_sv_destroy(input chandle context_handle);

  // Text of why the last function failed; empty when it did not.
  import "DPI-C" function string texpipe_sv_error();

  // GPU memory.
  import "DPI-C" function int texpipe_sv_allocate(input chandle context_handle, input longint unsigned bytes, input longint unsigned alignment,
                                                  output longint unsigned address);
  import "DPI-C" function int texpipe_sv_write(input chandle context_handle, input longint unsigned address, input byte unsigned data[]);
  import "DPI-C" function int texpipe_sv_read(input chandle context_handle, input longint unsigned address, output byte unsigned data[]);

  // Lays a surface out and binds it. `description`: format, type and width, which must be there; tiling, height, depth, array_length, levels,
  // samples, is_array, has_mcs; any other name is a field of RENDER_SURFACE_STATE. `texels`: all of them, packed as texpipe_surface_bytes says.
  import "DPI-C" function int texpipe_sv_surface(input chandle context_handle, input string description, input byte unsigned texels[],
                                                 output int unsigned index);

  // Adds a sampler. `description`: fields of SAMPLER_STATE, and border_red, border_green, border_blue, border_alpha.
  import "DPI-C" function int texpipe_sv_sampler(input chandle context_handle, input string description, output int unsigned index);

  // Executes a message. `description`: operation and surface, which must be there; simd (TEXPIPE_SIMD..., else 0: SIMD8), sampler (else 0),
  // execution_mask (else all lanes), offset_u, offset_v, offset_r, gather_channel. `parameters`: parameter i of channel n at i * channels + n, float32 bits or integers. Free what comes back.
  import "DPI-C" function int texpipe_sv_sample(input chandle context_handle, input string description, input int unsigned parameters[],
                                                output chandle outcome);
  import "DPI-C" function void texpipe_sv_free(input chandle outcome);

  // Results of a message: R, G, B, A of a channel; its level of detail; the footprints of a subspan, one after the other.
  import "DPI-C" function int texpipe_sv_result(input chandle outcome, input int unsigned channel, output int unsigned rgba[4]);
  import "DPI-C" function int texpipe_sv_lod(input chandle outcome, input int unsigned channel, output int clamped,
                                             output int unsigned first_level, output int unsigned second_weight, output int unsigned taps);
  import "DPI-C" function int texpipe_sv_footprint_count(input chandle outcome, input int unsigned subspan, output int unsigned count);
  // address, weight: of each texel, 4 * pixel + corner; code: of each texel's R, G, B, A.
  import "DPI-C" function int texpipe_sv_footprint(input chandle outcome, input int unsigned subspan, input int unsigned index,
                                                   output int unsigned pixels, output int unsigned border, output int unsigned level,
                                                   output longint unsigned address[16], output int unsigned weight[16],
                                                   output int code[64], output int unsigned pixel_weight[4]);
endpackage
