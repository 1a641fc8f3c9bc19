// A texture unit with a contract of its own: requests of four lanes, answers by tag in any order, a memory port of words for each of its two
// engines.
module texture_unit (
    input  logic clock,
    input  logic reset,

    input  logic        request_valid,
    output logic        request_ready,
    input  logic [3:0]  request_tag,
    input  logic [3:0]  request_lanes,
    input  logic        request_linear,
    input  logic [31:0] request_base,
    input  logic [3:0]  request_log_size,
    input  logic [63:0] request_u,
    input  logic [63:0] request_v,
    input  logic [15:0] request_levels,

    output logic         response_valid,
    input  logic         response_ready,
    output logic [3:0]   response_tag,
    output logic [3:0]   response_lanes,
    output logic [127:0] response_colors,

    output logic [1:0]  read_valid,  // of each channel
    input  logic [1:0]  read_ready,
    output logic [63:0] read_address,
    input  logic [1:0]  data_valid,
    input  logic [63:0] data
);
  logic [1:0]   idle, done, start, taken;
  logic [7:0]   tags, lanes;
  logic [255:0] colors;

  assign request_ready = |idle;
  assign start = !request_valid ? 2'b00 : idle[0] ? 2'b01 : {idle[1], 1'b0};

  // An answer that waits does not change: the engine whose answer is offered keeps the port until it is taken.
  logic chosen, held, holder;
  assign chosen = held ? holder : !done[0];
  assign response_valid = |done;
  assign taken = !response_ready ? 2'b00 : chosen ? 2'b10 : 2'b01;
  assign response_tag = tags[4*chosen+:4];
  assign response_lanes = lanes[4*chosen+:4];
  assign response_colors = colors[128*chosen+:128];
  always_ff @(posedge clock) begin
    held <= !reset && response_valid && !response_ready;
    holder <= chosen;
  end

  for (genvar n = 0; n < 2; n++) begin : gen_engine
    texture_engine engine (
        .clk(clock), .reset, .start(start[n]), .idle(idle[n]), .tag(request_tag), .lanes(request_lanes), .linear(request_linear),
        .base(request_base), .log_size(request_log_size), .u(request_u), .v(request_v), .levels(request_levels),
        .done(done[n]), .taken(done[n] && taken[n]), .done_tag(tags[4*n+:4]), .done_lanes(lanes[4*n+:4]),
        .colors(colors[128*n+:128]), .read(read_valid[n]), .read_ready(read_ready[n]), .read_address(read_address[32*n+:32]),
        .data_valid(data_valid[n]), .data(data[32*n+:32]));
  end
endmodule
