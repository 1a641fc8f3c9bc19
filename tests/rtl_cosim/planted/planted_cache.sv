// A small texture cache of the kind that others have, with bugs of which `bug` chooses one (planted_cache.h): direct-mapped, one footprint at a
// time, its lines looked up one a cycle, answers in any order.
module planted_cache #(
    parameter int SETS = 64
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic [4:0]   bug,

    input  logic         in_valid,
    output logic         in_ready,
    input  logic [4:0]   in_count,
    input  logic [767:0] in_keys,

    output logic          out_valid,
    input  logic          out_ready,
    output logic [4:0]    out_count,
    output logic [8191:0] out_lines,

    output logic         ask_valid,
    input  logic         ask_ready,
    output logic [3:0]   ask_id,
    output logic [47:0]  ask_key,
    input  logic         answer_valid,
    output logic         answer_ready,
    input  logic [3:0]   answer_id,
    input  logic [511:0] answer_line
);
  localparam int SET_BITS = $clog2(SETS);

  logic [47:0]  tags [SETS];
  logic [511:0] data [SETS];
  logic [SETS-1:0] valid;

  logic works, finished;
  logic [4:0] count, line, marker;
  logic [767:0] keys;
  logic [8191:0] lines;
  logic [15:0] pending;
  logic [3:0] oldest;     // bug 5: takes answers for those of lines in order
  logic [5:0] idle;       // cycles without work
  logic ghost;            // bug 6
  logic [5:0] answers;    // bug 8

  logic [47:0] key;
  logic [SET_BITS-1:0] set, arriving_set;
  logic looks, hit, same, skips;
  logic [47:0] arriving_key;
  logic [3:0] arriving;

  assign key = keys[48*line[3:0]+:48];
  assign set = key[SET_BITS-1:0];
  assign same = bug == 5'd9 ? tags[set][46:0] == key[46:0] : tags[set] == key;
  assign hit = same && (valid[set] || bug == 5'd2);
  assign looks = works && line != count;
  assign skips = bug == 5'd7 && key[6:0] == 7'd77;

  assign in_ready = !works;
  assign ask_valid = looks && !hit && !skips;
  assign ask_id = line[3:0];
  assign ask_key = key;
  assign answer_ready = !(bug == 5'd8 && answers == 6'd50);
  assign arriving = bug == 5'd5 ? oldest : answer_id;
  assign arriving_key = keys[48*arriving+:48];
  assign arriving_set = arriving_key[SET_BITS-1:0];

  assign finished = works && line == count && pending == 16'd0;
  assign out_valid = (finished && !(bug == 5'd12 && idle[0])) || ghost;
  assign out_count = bug == 5'd13 && count == 5'd16 ? 5'd15 : count;
  assign out_lines = bug == 5'd11 && idle[0] ? lines ^ 8192'd1 : lines;

  always_comb begin
    oldest = 4'd0;
    for (int i = 15; i >= 0; i--) if (pending[i]) oldest = 4'(i);
  end

  always_ff @(posedge clk) begin
    idle <= in_ready && in_valid || (out_valid && out_ready) ? 6'd0 : idle + 6'(idle != 6'h3F);
    if (bug == 5'd11 || bug == 5'd12) idle <= finished && !out_ready ? ~idle : 6'd0;
    ghost <= bug == 5'd6 && !works && idle == 6'd20 && !(in_valid && in_ready);
    if (in_valid && in_ready) begin
      works <= 1'b1;
      count <= in_count;
      keys  <= in_keys;
      marker <= 5'd0;
    end
    if (looks && (hit || skips || ask_ready)) begin
      line <= line + 5'd1;
      if (hit) lines[512*line[3:0]+:512] <= bug == 5'd14 && set == 6'd33 ? data[32] : data[set];
      else pending[line[3:0]] <= 1'b1;
    end
    if (answer_valid && answer_ready) begin
      lines[512*arriving+:512] <= bug == 5'd10 && arriving == 4'd2 ? answer_line ^ (512'd1 << 140) : answer_line;
      pending[arriving] <= 1'b0;
      tags[arriving_set] <= arriving_key;
      data[arriving_set] <= answer_line;
      valid[arriving_set] <= 1'b1;
      answers <= answers + 6'(answers != 6'd50);
    end
    if (finished && out_valid && out_ready) begin
      works <= 1'b0;
      line  <= 5'd0;
    end
    if (!rst_n) begin
      if (!(bug == 5'd15 && in_valid && in_ready)) works <= 1'b0;
      if (bug != 5'd1) valid <= '0;
      if (bug != 5'd3) line <= 5'd0;
      if (bug != 5'd4) pending <= 16'd0;
      ghost <= 1'b0;
      marker <= 5'd0;
      answers <= 6'd0;
    end
  end

  // What registers hold before the first reset is nobody's fault.
  always_ff @(posedge clk) assert (marker == 5'd0) else $error("marker is %0d", marker);
endmodule
