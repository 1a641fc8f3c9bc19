// Pixel coverage: a subspan against the three edges of a triangle at up to 16 samples a pixel, and what PIXLD answers for its pixels.
//
// Four registered steps: products, corners, samples, answers.
module coverage_unit #(
    parameter int unsigned STEP_BITS = 31,
    parameter int unsigned VALUE_BITS = 64,
    parameter int unsigned PLACE_BITS = 20
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                      in_valid,
    output logic                      in_ready,
    input  logic [6*STEP_BITS-1:0]    in_steps,        // b, a of each edge
    input  logic [3*VALUE_BITS-1:0]   in_origins,      // c of each edge
    input  logic [2*PLACE_BITS-1:0]   in_place,        // y, x of the upper left pixel
    input  logic [3:0]                in_pixels,       // UL, UR, LL, LR: inside the viewport
    input  logic [2:0]                in_count_log2,   // 1 to 16 samples a pixel
    input  logic                      in_programmed,   // positions of in_positions, else the standard ones
    input  logic [127:0]              in_positions,    // y, x of each sample, in 1/16 pixel
    input  logic [15:0]               in_sample_mask,
    input  logic [2:0]                in_query,        // as pixel_answer has it
    input  logic [127:0]              in_samples,      // operand of each pixel
    input  logic [19:0]               in_own_indices,  // of each pixel's invocation; in the highest bit: there is one
    input  logic [1:0]                in_switches,     // covered_all_ones, grid_integer

    output logic         out_valid,
    input  logic         out_ready,
    output logic [63:0]  out_coverage,    // 16 samples of each pixel
    output logic [127:0] out_values,      // of each pixel
    output logic [3:0]   out_predicates,
    output logic [3:0]   out_predicated,
    output logic [3:0]   out_warnings
);
  logic [3:0] load;
  elastic_pipeline #(.STEPS(4)) control (.clk, .rst_n, .in_valid, .in_ready, .out_valid, .out_ready, .load);

  // Bits that travel beside the edges.
  localparam int unsigned BESIDE_BITS = 4 + 3 + 1 + 128 + 16 + 3 + 128 + 20 + 2;
  logic [127:0] standard_positions;
  sample_positions table_of_positions (.count_log2(in_count_log2), .positions(standard_positions));
  logic [BESIDE_BITS-1:0] beside_products, beside_corners, beside_samples;
  always_ff @(posedge clk) begin
    if (load[0]) begin
      beside_products <= {in_pixels, in_count_log2, in_programmed, in_programmed ? in_positions : standard_positions, in_sample_mask,
                          in_query, in_samples, in_own_indices, in_switches};
    end
    if (load[1]) beside_corners <= beside_products;
    if (load[2]) beside_samples <= beside_corners;
  end

  logic [127:0] corner_positions;
  assign corner_positions = beside_corners[16+3+128+20+2+:128];
  logic [3*64-1:0] covered;
  for (genvar edge_at = 0; edge_at < 3; edge_at++) begin : gen_edges
    edge_samples #(.STEP_BITS(STEP_BITS), .VALUE_BITS(VALUE_BITS), .PLACE_BITS(PLACE_BITS)) samples_of_edge (
        .clk, .load(load[2:0]),
        .step_x(in_steps[2*STEP_BITS*edge_at+:STEP_BITS]), .step_y(in_steps[2*STEP_BITS*edge_at+STEP_BITS+:STEP_BITS]),
        .origin(in_origins[VALUE_BITS*edge_at+:VALUE_BITS]),
        .place_x(in_place[0+:PLACE_BITS]), .place_y(in_place[PLACE_BITS+:PLACE_BITS]),
        .positions(corner_positions), .covered(covered[64*edge_at+:64]));
  end

  logic [3:0]   pixels;
  logic [2:0]   count_log2, query;
  logic         programmed;
  logic [127:0] positions, samples;
  logic [15:0]  sample_mask, existing;
  logic [19:0]  own_indices;
  logic [1:0]   switches;
  assign {pixels, count_log2, programmed, positions, sample_mask, query, samples, own_indices, switches} = beside_samples;
  assign existing = (count_log2 == 3'd4) ? 16'hFFFF : (16'd1 << (5'd1 << count_log2)) - 16'd1;

  logic [63:0]  coverage;
  logic [127:0] values;
  logic [3:0]   predicates, predicated, warnings;
  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_pixels
    assign coverage[16*pixel+:16] = pixels[pixel]
        ? covered[16*pixel+:16] & covered[64+16*pixel+:16] & covered[128+16*pixel+:16] & existing & sample_mask : 16'd0;
    pixel_answer answer (
        .query, .count_log2, .standard(!programmed), .positions, .coverage(coverage[16*pixel+:16]), .sample_mask,
        .sample(samples[32*pixel+:32]), .own_index(own_indices[5*pixel+:5]), .grid_integer(switches[0]), .covered_all_ones(switches[1]),
        .value(values[32*pixel+:32]), .predicate(predicates[pixel]), .predicated(predicated[pixel]), .warning(warnings[pixel]));
  end
  always_ff @(posedge clk) begin
    if (load[3]) begin
      out_coverage <= coverage;
      out_values <= values;
      out_predicates <= predicates;
      out_predicated <= predicated;
      out_warnings <= warnings;
    end
  end
endmodule
