// Bilinear filter: four pixels of four weighted texels per cycle, to integer sums.
//
// Codes are two's complement integers: UNORM8 needs 9 bits, the widest fixed-point format of the model 25. A pixel's weights add up to
// 2^16, so a sum is the filtered code times 2^16: nothing is rounded here (DESIGN.md, Numbers).
// Three registered steps: products, sums of two, sums of four. Each step is a slot of its own: a bubble closes under back-pressure,
// and a slot that empties in a cycle can be filled in the same cycle.
module bilinear_filter #(
    parameter int unsigned CODE_BITS = 9,    // of one texel channel, with sign
    parameter int unsigned WEIGHT_BITS = 17  // 0 .. 2^16
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                                   in_valid,
    output logic                                   in_ready,
    input  logic [3:0][3:0][3:0][CODE_BITS-1:0]    in_codes,    // [pixel][corner][channel]
    input  logic [3:0][3:0][WEIGHT_BITS-1:0]       in_weights,  // [pixel][corner]

    output logic                                   out_valid,
    input  logic                                   out_ready,
    output logic [3:0][3:0][CODE_BITS+17-1:0]      out_sums     // [pixel][channel]
);
  localparam int unsigned SUM_BITS = CODE_BITS + 17;

  logic [2:0] valid;
  logic ready_multiply, ready_pair, ready_sum;

  logic [3:0][3:0][3:0][SUM_BITS-1:0] products;   // [pixel][corner][channel]
  logic [3:0][1:0][3:0][SUM_BITS-1:0] half_sums;  // [pixel][upper, lower][channel]

  assign ready_sum = !valid[2] || out_ready;
  assign ready_pair = !valid[1] || ready_sum;
  assign ready_multiply = !valid[0] || ready_pair;
  assign in_ready = ready_multiply;
  assign out_valid = valid[2];

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      valid <= '0;
    end else begin
      if (ready_multiply) valid[0] <= in_valid;
      if (ready_pair) valid[1] <= valid[0];
      if (ready_sum) valid[2] <= valid[1];
    end
  end

  always_ff @(posedge clk) begin
    for (int pixel = 0; pixel < 4; pixel++) begin
      for (int channel = 0; channel < 4; channel++) begin
        if (ready_multiply) begin
          for (int corner = 0; corner < 4; corner++) begin
            products[pixel][corner][channel] <=
                SUM_BITS'(signed'(in_codes[pixel][corner][channel])) * SUM_BITS'(in_weights[pixel][corner]);
          end
        end
        if (ready_pair) begin
          half_sums[pixel][0][channel] <= products[pixel][0][channel] + products[pixel][1][channel];
          half_sums[pixel][1][channel] <= products[pixel][2][channel] + products[pixel][3][channel];
        end
        if (ready_sum) begin
          out_sums[pixel][channel] <= half_sums[pixel][0][channel] + half_sums[pixel][1][channel];
        end
      end
    end
  end

`ifndef SYNTHESIS
  // A result that waits must not change.
  logic                               waited;
  logic [3:0][3:0][SUM_BITS-1:0]      sums_before;
  always_ff @(posedge clk) begin
    waited <= rst_n && out_valid && !out_ready;
    sums_before <= out_sums;
    if (rst_n && waited) begin
      assert (out_valid && out_sums == sums_before)
      else $error("bilinear_filter: a waiting result changed");
    end
  end
`endif
endmodule
