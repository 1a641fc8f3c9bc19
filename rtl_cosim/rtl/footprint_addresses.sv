// The front half of the sampler: subspans to footprints with the lines that they read. Six registered steps: footprints, four of the address
// generator, a pixel each, and lines.
module footprint_addresses #(
    parameter int unsigned SIZE_BITS = 15,
    parameter int unsigned ADDRESS_BITS = 48,
    parameter int unsigned TAP_BITS = 30,
    parameter int unsigned KEY_BITS = 48,
    parameter int unsigned PIXEL_WEIGHT_BITS = 19,
    parameter int unsigned STATE_BITS = 1,   // what travels beside
    parameter int unsigned LEVELS = 16       // a power of two
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                    in_valid,
    output logic                    in_ready,
    input  logic [STATE_BITS-1:0]   in_state,
    input  logic [5:0]              in_modes,
    input  logic [2*SIZE_BITS-1:0]  in_size,
    input  logic [16*LEVELS-1:0]    in_level_columns,
    input  logic [32*LEVELS-1:0]    in_level_rows,
    input  logic [ADDRESS_BITS-1:0] in_base,
    input  logic [18:0]             in_pitch,
    input  logic [1:0]              in_tiling,
    input  logic [6:0]              in_element,
    input  logic [3:0]              in_pixels,
    input  logic [3:0]              in_linear,
    input  logic [7:0]              in_to_nearest,
    input  logic [255:0]            in_coordinates,
    input  logic [31:0]             in_offsets,
    input  logic [127:0]            in_slice_rows,
    input  logic [15:0]             in_levels,
    input  logic [31:0]             in_second_weights,
    input  logic [19:0]             in_taps,
    input  logic [511:0]            in_spacings,

    output logic did_split,  // a footprint enters

    output logic                           out_valid,
    input  logic                           out_ready,
    output logic [STATE_BITS-1:0]          out_state,
    output logic [3:0]                     out_pixels,
    output logic [4*PIXEL_WEIGHT_BITS-1:0] out_pixel_weights,
    output logic                           out_last,
    output logic [15:0]                    out_border,
    output logic [271:0]                   out_weights,
    output logic [63:0]                    out_places,
    output logic [4:0]                     out_count,
    output logic [16*KEY_BITS-1:0]         out_keys,
    output logic [63:0]                    out_ats,
    output logic [95:0]                    out_offsets
);
  // Footprints.
  logic                           split, splits;
  logic [3:0]                     pixels, level, tap;
  logic                           linear, last;
  logic [4:0]                     taps;
  logic [4*PIXEL_WEIGHT_BITS-1:0] pixel_weights;
  subspan_splitter #(.PIXEL_WEIGHT_BITS(PIXEL_WEIGHT_BITS)) splitter (
      .clk, .rst_n, .in_valid, .in_ready, .in_pixels, .in_linear, .in_levels, .in_second_weights, .in_taps, .out_valid(split),
      .out_ready(splits), .out_pixels(pixels), .out_linear(linear), .out_level(level), .out_taps(taps), .out_tap(tap),
      .out_pixel_weights(pixel_weights), .out_last(last));

  // Bits that an address generator gets of each pixel: its own, and those that all share.
  localparam int unsigned PIXEL_BITS = 64 + 2 + 2 * TAP_BITS + 8 + 32;
  localparam int unsigned SHARED_BITS = 6 + 1 + 2 * SIZE_BITS + 16 + ADDRESS_BITS + 19 + 2 + 7;
  localparam int unsigned BESIDE_BITS = STATE_BITS + 4 + 4 * PIXEL_WEIGHT_BITS + 1;
  logic [SIZE_BITS-1:0]    width, height, whole_width, whole_height;
  logic [SHARED_BITS-1:0]  shared, footprint_shared;
  logic [4*PIXEL_BITS-1:0] of_pixels, footprint_pixels;
  logic [BESIDE_BITS-1:0]  footprint_beside, addressed_beside;
  assign did_split = split && splits;
  assign whole_width = in_size[SIZE_BITS-1:0] >> level;
  assign whole_height = in_size[2*SIZE_BITS-1:SIZE_BITS] >> level;
  assign width = (whole_width == '0) ? {{(SIZE_BITS - 1) {1'b0}}, 1'b1} : whole_width;
  assign height = (whole_height == '0) ? {{(SIZE_BITS - 1) {1'b0}}, 1'b1} : whole_height;
  assign shared = {in_modes, linear, height, width, in_level_columns[16*level+:16], in_base, in_pitch, in_tiling, in_element};
  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_taps
    logic signed [TAP_BITS-1:0] u_tap, v_tap;
    tap_offset #(.SIZE_BITS(SIZE_BITS), .TAP_BITS(TAP_BITS)) on_u (
        .spacing(in_spacings[128*pixel+:64]), .size(width), .taps, .tap, .offset(u_tap));
    tap_offset #(.SIZE_BITS(SIZE_BITS), .TAP_BITS(TAP_BITS)) on_v (
        .spacing(in_spacings[128*pixel+64+:64]), .size(height), .taps, .tap, .offset(v_tap));
    assign of_pixels[PIXEL_BITS*pixel+:PIXEL_BITS] = {
        in_coordinates[64*pixel+:64], in_to_nearest[2*pixel+:2], v_tap, u_tap, in_offsets[8*pixel+:8],
        in_level_rows[32*level+:32] + in_slice_rows[32*pixel+:32]};
  end

  logic footprint_valid, footprint_ready;
  elastic_word #(.STEPS(1), .BITS(SHARED_BITS + 4 * PIXEL_BITS + BESIDE_BITS)) footprint (
      .clk, .rst_n, .in_valid(split), .in_ready(splits), .in({shared, of_pixels, in_state, pixels, pixel_weights, last}),
      .out_valid(footprint_valid), .out_ready(footprint_ready), .out({footprint_shared, footprint_pixels, footprint_beside}));

  // Addresses: the generators and the word beside them are in step.
  logic [5:0]              modes;
  logic                    is_linear;
  logic [2*SIZE_BITS-1:0]  size;
  logic [15:0]             level_column;
  logic [ADDRESS_BITS-1:0] base;
  logic [18:0]             pitch;
  logic [1:0]              tiling;
  logic [6:0]              element;
  assign {modes, is_linear, size, level_column, base, pitch, tiling, element} = footprint_shared;
  logic [3:0]                 readies, valids;
  logic                       beside_ready, beside_valid, lines_ready;
  logic [15:0]                texels, border;
  logic [271:0]               weights;
  logic [16*ADDRESS_BITS-1:0] addresses;
  logic [63:0]                places;
  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_pixel
    logic [63:0]           coordinates;
    logic [1:0]            to_nearest;
    logic [2*TAP_BITS-1:0] tap_offsets;
    logic [7:0]            offsets;
    logic [31:0]           level_row;
    assign {coordinates, to_nearest, tap_offsets, offsets, level_row} = footprint_pixels[PIXEL_BITS*pixel+:PIXEL_BITS];
    address_generator #(.SIZE_BITS(SIZE_BITS), .ADDRESS_BITS(ADDRESS_BITS), .TAP_BITS(TAP_BITS)) generator (
        .clk, .rst_n, .in_valid(footprint_valid), .in_ready(readies[pixel]), .in_coordinates(coordinates), .in_modes(modes),
        .in_linear(is_linear), .in_to_nearest(to_nearest), .in_taps(tap_offsets), .in_offsets(offsets), .in_size(size),
        .in_level_column(level_column), .in_level_row(level_row), .in_base(base), .in_pitch(pitch), .in_tiling(tiling),
        .in_element(element), .out_valid(valids[pixel]), .out_ready(lines_ready), .out_texels(texels[4*pixel+:4]),
        .out_border(border[4*pixel+:4]), .out_weights(weights[68*pixel+:68]),
        .out_addresses(addresses[4*ADDRESS_BITS*pixel+:4*ADDRESS_BITS]), .out_places(places[16*pixel+:16]));
  end
  elastic_word #(.STEPS(4), .BITS(BESIDE_BITS)) beside_addresses (
      .clk, .rst_n, .in_valid(footprint_valid), .in_ready(beside_ready), .in(footprint_beside), .out_valid(beside_valid),
      .out_ready(lines_ready), .out(addressed_beside));
  assign footprint_ready = beside_ready;

  // Lines, of pixels that have a part in the footprint.
  logic [STATE_BITS-1:0]          state;
  logic [3:0]                     active;
  logic [4*PIXEL_WEIGHT_BITS-1:0] active_weights;
  logic                           is_last;
  logic [15:0]                    active_corners;
  logic [4:0]                     count;
  logic [16*KEY_BITS-1:0]         keys;
  logic [63:0]                    ats;
  logic [95:0]                    offsets;
  assign {state, active, active_weights, is_last} = addressed_beside;
  assign active_corners = {{4{active[3]}}, {4{active[2]}}, {4{active[1]}}, {4{active[0]}}};
  line_collector #(.ADDRESS_BITS(ADDRESS_BITS), .KEY_BITS(KEY_BITS)) collector (
      .texels(texels & active_corners), .addresses, .count, .keys, .ats, .offsets);
  elastic_word #(.STEPS(1), .BITS(BESIDE_BITS + 16 + 272 + 64 + 5 + 16 * KEY_BITS + 64 + 96)) lines (
      .clk, .rst_n, .in_valid(beside_valid), .in_ready(lines_ready),
      .in({state, active, active_weights, is_last, border & active_corners, weights, places, count, keys, ats, offsets}),
      .out_valid, .out_ready,
      .out({out_state, out_pixels, out_pixel_weights, out_last, out_border, out_weights, out_places, out_count, out_keys, out_ats,
            out_offsets}));

`ifndef SYNTHESIS
  always_ff @(posedge clk) begin
    if (rst_n) begin
      assert (readies == {4{beside_ready}} && valids == {4{beside_valid}})
      else $error("footprint_addresses: the address generators are out of step");
    end
  end
`else
  logic unused;
  assign unused = &{1'b0, readies, valids};
`endif
endmodule
