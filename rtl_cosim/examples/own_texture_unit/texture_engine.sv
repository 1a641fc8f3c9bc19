// One request of four lanes after the other: reads each lane's texels word by word and filters them. RGBA8, repeated, power-of-two levels
// one behind the other. A bilinear result is three interpolations of 8 bits, each cut off.
module texture_engine (
    input  logic clk,
    input  logic reset,

    input  logic        start,
    output logic        idle,
    input  logic [3:0]  tag,
    input  logic [3:0]  lanes,    // bit n: lane n is asked for
    input  logic        linear,   // else the nearest texel
    input  logic [31:0] base,     // of level 0
    input  logic [3:0]  log_size, // of level 0, which is square
    input  logic [63:0] u,        // of each lane, in 1/65536 of the texture
    input  logic [63:0] v,
    input  logic [15:0] levels,   // of each lane

    output logic         done,
    input  logic         taken,
    output logic [3:0]   done_tag,
    output logic [3:0]   done_lanes,
    output logic [127:0] colors,

    output logic        read,
    input  logic        read_ready,
    output logic [31:0] read_address,
    input  logic        data_valid,
    input  logic [31:0] data
);
  typedef enum logic [1:0] {kIdle, kRead, kWait, kDone} state_t;
  state_t state;
  assign idle = state == kIdle;
  assign done = state == kDone;
  assign read = state == kRead && done_lanes[lane];

  logic        is_linear;
  logic [31:0] first;
  logic [3:0]  log_first;
  logic [63:0] all_u, all_v;
  logic [15:0] all_levels;
  logic [1:0]  lane, corner;
  logic [31:0] upper, left;  // filtered upper row, left texel of the row

  // Places of the lane's texels: positions in 1/256 texel, half a texel to the upper left of a linear filter's.
  logic [3:0]  log_level;
  logic [31:0] x, y, column, row, mask, level_start;
  assign log_level = log_first - all_levels[4*lane+:4];
  assign mask = (32'd1 << log_level) - 32'd1;
  assign x = (({16'd0, all_u[16*lane+:16]} << log_level) >> 8) - (is_linear ? 32'd128 : 32'd0);
  assign y = (({16'd0, all_v[16*lane+:16]} << log_level) >> 8) - (is_linear ? 32'd128 : 32'd0);
  assign column = ({8'd0, x[31:8]} + {31'd0, corner[0]}) & mask;
  assign row = ({8'd0, y[31:8]} + {31'd0, corner[1]}) & mask;
  always_comb begin
    level_start = 32'd0;
    for (int unsigned level = 0; level < 15; level++) begin
      if (level[3:0] < all_levels[4*lane+:4]) level_start += 32'd1 << (2 * (log_first - level[3:0]));
    end
  end
  assign read_address = first + ((level_start + (row << log_level) + column) << 2);

  function automatic logic [7:0] mix(input logic [7:0] a, input logic [7:0] b, input logic [7:0] weight);
    logic [15:0] sum;
    sum = {8'd0, a} * (16'd256 - {8'd0, weight}) + {8'd0, b} * {8'd0, weight};
    return sum[15:8];
  endfunction
  function automatic logic [31:0] mix_all(input logic [31:0] a, input logic [31:0] b, input logic [7:0] weight);
    return {mix(a[31:24], b[31:24], weight), mix(a[23:16], b[23:16], weight), mix(a[15:8], b[15:8], weight), mix(a[7:0], b[7:0], weight)};
  endfunction
  logic [31:0] mixed_row;
  assign mixed_row = mix_all(left, data, x[7:0]);

  always_ff @(posedge clk) begin
    case (state)
      kIdle: begin
        if (start) state <= kRead;
        done_tag <= tag;
        done_lanes <= lanes;
        is_linear <= linear;
        first <= base;
        log_first <= log_size;
        all_u <= u;
        all_v <= v;
        all_levels <= levels;
        lane <= 2'd0;
        corner <= 2'd0;
        colors <= '0;
      end
      kRead: begin
        if (!done_lanes[lane]) begin
          lane <= lane + 2'd1;
          if (lane == 2'd3) state <= kDone;
        end else if (read_ready) begin
          state <= kWait;
        end
      end
      kWait: begin
        if (data_valid) begin
          corner <= corner + 2'd1;
          state <= kRead;
          if (!corner[0]) left <= data;
          if (corner == 2'd1) upper <= mixed_row;
          if (!is_linear || corner == 2'd3) begin
            colors[32*lane+:32] <= is_linear ? mix_all(upper, mixed_row, y[7:0]) : data;
            corner <= 2'd0;
            lane <= lane + 2'd1;
            if (lane == 2'd3) state <= kDone;
          end
        end
      end
      default: if (taken) state <= kIdle;
    endcase
    if (reset) state <= kIdle;
  end
endmodule
