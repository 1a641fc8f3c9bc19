// Answer of PIXLD for one pixel (SPA 5.0 PIXLD; resolutions R20 to R23), without state.
//
// Codes of `query`: 0 MSCOUNT, 1 COVMASK, 2 COVERED, 3 OFFSET, 4 CENTROID_OFFSET, 5 MY_INDEX.
module pixel_answer (
    input  logic [2:0]   query,
    input  logic [2:0]   count_log2,       // 1 to 16 samples
    input  logic         standard,         // positions: no programmed ones
    input  logic [127:0] positions,        // y, x of each sample, in 1/16 pixel
    input  logic [15:0]  coverage,         // of samples that exist
    input  logic [15:0]  sample_mask,
    input  logic [31:0]  sample,           // operand of COVERED and OFFSET, signed
    input  logic [4:0]   own_index,        // in the highest bit: there is one
    input  logic         grid_integer,     // OFFSET in units of the grid
    input  logic         covered_all_ones, // COVERED gives ~0

    output logic [31:0] value,
    output logic        predicate,
    output logic        predicated,  // the predicate is written
    output logic        warning
);
  logic [4:0]  count;
  logic [15:0] full, allowed;
  logic        exists, is_covered;
  assign count = 5'd1 << count_log2;
  assign full = (count_log2 == 3'd4) ? 16'hFFFF : (16'd1 << count) - 16'd1;
  assign allowed = sample_mask & full;
  assign exists = sample < {27'd0, count};
  assign is_covered = exists && coverage[sample[3:0]];

  // The first sample of the coverage, or of the mask for a helper pixel.
  logic [15:0] candidates;
  logic [3:0]  first;
  assign candidates = (coverage != 16'd0) ? coverage : allowed;
  always_comb begin
    first = 4'd0;
    for (int at = 15; at >= 0; at--) begin
      if (candidates[at]) first = at[3:0];
    end
  end

  logic [3:0]  chosen;
  logic [3:0]  from_centre_x, from_centre_y;  // -8 to 7
  assign chosen = (query == 3'd3) ? sample[3:0] : first;
  assign from_centre_x = positions[{chosen, 3'd0}+:4] ^ 4'd8;
  assign from_centre_y = positions[{chosen, 3'd4}+:4] ^ 4'd8;
  logic [31:0] grid, offset;
  assign grid = {{12{from_centre_y[3]}}, from_centre_y, {12{from_centre_x[3]}}, from_centre_x};
  assign offset = {{4{from_centre_y[3]}}, from_centre_y, 8'd0, {4{from_centre_x[3]}}, from_centre_x, 8'd0};

  logic at_centre;
  assign at_centre = coverage == full || (coverage == 16'd0 && (allowed == full || allowed == 16'd0));
  assign warning = query == 3'd3 && (!exists || count_log2 > 3'd3 || !standard);
  assign predicated = query == 3'd2 || query == 3'd5;
  assign predicate = (query == 3'd2) ? is_covered : query == 3'd5 && own_index[4];
  always_comb begin
    value = 32'd0;
    case (query)
      3'd0: value = {27'd0, count};
      3'd1: value = {16'd0, coverage};
      3'd2: if (is_covered) value = covered_all_ones ? 32'hFFFF_FFFF : 32'd1;
      3'd3: if (!warning) value = grid_integer ? grid : offset;
      3'd4: if (!at_centre) value = offset;
      3'd5: if (own_index[4]) value = {28'd0, own_index[3:0]};
      default: ;
    endcase
  end
endmodule
