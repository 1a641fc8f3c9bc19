// A subspan's footprints, one a cycle, in the order of the address generator: pixels of the same levels, filter and number of taps together,
// groups in the order of their first pixels, taps in order, in a tap the finer level first. The subspan stays offered until its last
// footprint is taken.
module subspan_splitter #(
    parameter int unsigned PIXEL_WEIGHT_BITS = 19
) (
    input  logic clk,
    input  logic rst_n,

    input  logic        in_valid,
    output logic        in_ready,
    input  logic [3:0]  in_pixels,          // that read texels, at least one
    input  logic [3:0]  in_linear,
    input  logic [15:0] in_levels,          // of each pixel the first
    input  logic [31:0] in_second_weights,  // of each pixel's next level, in 1/256; 0: there is none
    input  logic [19:0] in_taps,            // of each pixel: 1, or even up to 16

    output logic                           out_valid,
    input  logic                           out_ready,
    output logic [3:0]                     out_pixels,
    output logic                           out_linear,
    output logic [3:0]                     out_level,
    output logic [4:0]                     out_taps,
    output logic [3:0]                     out_tap,
    output logic [4*PIXEL_WEIGHT_BITS-1:0] out_pixel_weights,  // of the footprint among those of each pixel
    output logic                           out_last
);
  localparam int unsigned GROUP_BITS = 11;

  // Progress of the subspan: pixels whose footprints were taken; of the group in progress, tap and level.
  logic [3:0] done, tap;
  logic       second;

  logic [4*GROUP_BITS-1:0] groups;
  logic [3:0]              todo, members;
  logic [GROUP_BITS-1:0]   group;
  logic [3:0]              first_level;
  logic                    two_levels, last_level, last_tap;
  assign todo = in_pixels & ~done;
  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_group
    assign groups[GROUP_BITS*pixel+:GROUP_BITS] = {in_levels[4*pixel+:4], in_second_weights[8*pixel+:8] != 8'd0, in_linear[pixel],
                                                   in_taps[5*pixel+:5]};
    assign members[pixel] = todo[pixel] && groups[GROUP_BITS*pixel+:GROUP_BITS] == group;
  end
  always_comb begin
    group = '0;
    for (int pixel = 3; pixel >= 0; pixel--) begin
      if (todo[pixel]) group = groups[GROUP_BITS*pixel+:GROUP_BITS];
    end
  end
  assign {first_level, two_levels, out_linear, out_taps} = group;
  assign last_level = second || !two_levels;
  assign last_tap = {1'b0, tap} + 5'd1 == out_taps;
  assign out_pixels = members;
  assign out_level = first_level + {3'd0, second};
  assign out_tap = tap;
  assign out_last = members == todo && last_tap && last_level;
  assign out_valid = in_valid;
  assign in_ready = out_ready && out_last;

  logic [10:0] of_tap;
  tap_weight weigh (.taps(out_taps), .tap, .weight(of_tap));
  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_weight
    logic [8:0] next_level, of_level;
    assign next_level = {1'b0, in_second_weights[8*pixel+:8]};
    assign of_level = !two_levels ? 9'd1 : second ? next_level : 9'd256 - next_level;
    assign out_pixel_weights[PIXEL_WEIGHT_BITS*pixel+:PIXEL_WEIGHT_BITS] =
        {{(PIXEL_WEIGHT_BITS - 9) {1'b0}}, of_level} * {{(PIXEL_WEIGHT_BITS - 11) {1'b0}}, of_tap};
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      done <= '0;
      tap <= '0;
      second <= 1'b0;
    end else if (out_valid && out_ready) begin
      second <= !last_level;
      if (last_level) tap <= last_tap ? 4'd0 : tap + 4'd1;
      if (last_level && last_tap) done <= out_last ? 4'd0 : done | members;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk) begin
    if (rst_n && in_valid) begin
      assert (in_pixels != 4'd0)
      else $error("subspan_splitter: a subspan without pixels");
    end
  end
`endif
endmodule
