// Tags of a set-associative cache: one lookup a cycle, the line that was used the longest time ago makes room.
//
// The key of a line is its number; the lowest bits choose the set.
module cache_tags #(
    parameter int unsigned SETS = 64,      // a power of two, at least 2
    parameter int unsigned WAYS = 4,       // at least 2
    parameter int unsigned KEY_BITS = 48,
    parameter int unsigned WAY_BITS = $clog2(WAYS)
) (
    input  logic clk,
    input  logic rst_n,

    input  logic [KEY_BITS-1:0] key,
    output logic                held,
    output logic [WAY_BITS-1:0] way,      // where it is; else where it goes: the first empty way, or the one least recently used
    output logic                evicts,   // it goes where another line is
    input  logic                put       // at this clock edge the line is there and the one used last
);
  localparam int unsigned SET_BITS = $clog2(SETS);
  localparam int unsigned NAME_BITS = KEY_BITS - SET_BITS;
  localparam logic [WAY_BITS-1:0] OLDEST = {WAY_BITS{1'b1}};  // of ways that are a power of two

  // By set; in each the ways side by side.
  logic [WAYS*NAME_BITS-1:0] names [0:SETS-1];
  logic [WAYS*WAY_BITS-1:0]  ages  [0:SETS-1];  // of filled ways: how many were used since
  logic [SETS*WAYS-1:0]      filled;

  logic [SET_BITS-1:0]       set;
  logic [NAME_BITS-1:0]      name;
  logic [WAYS*NAME_BITS-1:0] set_names;
  logic [WAYS*WAY_BITS-1:0]  set_ages, next_ages;
  logic [WAYS-1:0]           set_filled;
  assign set = key[SET_BITS-1:0];
  assign name = key[KEY_BITS-1:SET_BITS];
  assign set_names = names[set];
  assign set_ages = ages[set];
  assign set_filled = filled[set*WAYS+:WAYS];

  always_comb begin
    way = '0;
    held = 1'b0;
    evicts = 1'b0;
    for (int at = 0; at < WAYS; at++) begin
      if (set_ages[at*WAY_BITS+:WAY_BITS] == OLDEST) way = at[WAY_BITS-1:0];
    end
    evicts = &set_filled;
    for (int at = WAYS - 1; at >= 0; at--) begin
      if (!set_filled[at]) way = at[WAY_BITS-1:0];
    end
    for (int at = 0; at < WAYS; at++) begin
      if (set_filled[at] && set_names[at*NAME_BITS+:NAME_BITS] == name) begin
        way = at[WAY_BITS-1:0];
        held = 1'b1;
        evicts = 1'b0;
      end
    end
  end

  // Those used more recently than the line become older by one; all of them when its way was empty.
  always_comb begin
    next_ages = set_ages;
    for (int at = 0; at < WAYS; at++) begin
      if (at[WAY_BITS-1:0] == way) begin
        next_ages[at*WAY_BITS+:WAY_BITS] = '0;
      end else if (!set_filled[way] || set_ages[at*WAY_BITS+:WAY_BITS] < set_ages[way*WAY_BITS+:WAY_BITS]) begin
        next_ages[at*WAY_BITS+:WAY_BITS] = set_ages[at*WAY_BITS+:WAY_BITS] + 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      filled <= '0;
    end else if (put) begin
      filled[set*WAYS+:WAYS] <= set_filled | ({{(WAYS - 1) {1'b0}}, 1'b1} << way);
      ages[set] <= next_ages;
      names[set][way*NAME_BITS+:NAME_BITS] <= name;
    end
  end
endmodule
