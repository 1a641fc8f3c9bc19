"""Random OpenCL kernels whose results the language defines to the bit: what a seed gives is always the same.

Left out is what docs/explanation/agreement-with-pocl.md lists: what compilers get wrong, and what no document decides."""
import random

INTEGERS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
FLOATS = {"float": 32, "double": 64}
BITS = INTEGERS | FLOATS
ITEMS = 64
SCRATCH = 256  # bytes of an item
PICTURE = (16, 8)  # of the image that is read; the one that is written has a texel for each item

PROLOGUE = """#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong mixed(ulong hash, ulong value) { return rotate(hash ^ value, 23UL) * 0x9E3779B97F4A7C15UL; }
ulong bits_of_float(float x) { return isnan(x) ? 77UL : (ulong)as_uint(x); }
ulong bits_of_double(double x) { return isnan(x) ? 77UL : as_ulong(x); }
constant uint table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 255, 65535, 128, 0, 77};
constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t to_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
"""


def unsigned(kind):
    return kind if kind.startswith("u") else "u" + kind


def signed(kind):
    return kind.lstrip("u")


def mask_of(kind):
    """What comparisons of vectors give."""
    return {8: "char", 16: "short", 32: "int", 64: "long"}[BITS[kind]]


class Type:
    def __init__(self, kind, width=1):
        self.kind, self.width = kind, width
        self.name = kind if width == 1 else f"{kind}{width}"
        self.floats = kind in FLOATS

    def of(self, kind):
        return Type(kind, self.width)

    def __eq__(self, other):
        return self.name == other.name


class Kernel:
    """One kernel and the functions that only it calls."""

    def __init__(self, seed, name):
        self.draw = random.Random(seed)
        self.name = name
        self.scopes = [[]]  # of variables: (name, type)
        self.fixed = set()  # counters of loops
        self.functions, self.count, self.loops = [], 0, 0
        self.doubles = self.draw.random() < 0.4
        self.kinds = [kind for kind in BITS if (kind != "double" or self.doubles) and self.draw.random() < 0.6] or ["int"]
        self.vectors = self.draw.random() < 0.6
        self.widths = [1] + [width for width in (2, 3, 4, 8, 16) if self.vectors and self.draw.random() < 0.35]
        self.exact_division = self.draw.random() < 0.3
        self.to_unsigned = self.draw.random() < 0.5
        self.memory = self.draw.random() < 0.6
        self.scratch = self.draw.choice(self.kinds)
        self.channels = self.draw.choice([None, None, 8, 16, 32])

    def new(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def any_type(self):
        return Type(self.draw.choice(self.kinds), self.draw.choice(self.widths + [1]))

    def variables(self, wanted=lambda name, kind: True):
        return [variable for scope in self.scopes for variable in scope if wanted(*variable)]

    # Values

    def constant(self, type_):
        draw = self.draw
        if type_.floats:
            text = draw.choice(["0.0", "1.0", "-1.0", "0.5", "2.0", "-3.25", "1000.0", "0x1p-20", "16777216.0", f"{draw.uniform(-100, 100):.4f}"])
            text += "f" if type_.kind == "float" else ""
        else:
            bits = BITS[type_.kind]
            value = draw.choice([0, 1, 2, 3, draw.getrandbits(4), draw.getrandbits(bits), (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1])
            bare = unsigned(type_.kind)
            text = f"({bare}){value}UL"
            return f"as_{type_.name}({text if type_.width == 1 else f'({bare}{type_.width})({text})'})"
        return f"({type_.name})({text})"

    def value(self, type_, depth):
        """An expression of the type."""
        draw = self.draw
        if depth <= 0 or draw.random() < 0.15:
            same = self.variables(lambda name, kind: kind == type_)
            if same and draw.random() < 0.85:
                return draw.choice(same)[0]
            other = self.variables()
            if other and draw.random() < 0.8:
                return self.from_variable(*draw.choice(other), type_)
            return self.constant(type_)
        if draw.random() < 0.12:
            text = f"({self.condition(depth - 1)} ? {self.value(type_, depth - 1)} : {self.value(type_, depth - 1)})"
            return self.narrowed(text, type_) if type_.width == 1 and not type_.floats else text
        if draw.random() < 0.15:
            other = Type(draw.choice(self.kinds), type_.width)
            return self.converted(self.value(other, depth - 1), other, type_)
        if type_.width > 1 and draw.random() < 0.15:
            return self.built(type_, depth)
        return self.of_floats(type_, depth - 1) if type_.floats else self.of_integers(type_, depth - 1)

    def from_variable(self, name, kind, type_):
        """A variable of any type, made to fit."""
        if kind.width == type_.width:
            return self.converted(name, kind, type_)
        if type_.width == 1:
            return self.converted(f"{name}.s{self.draw.randrange(kind.width):x}", Type(kind.kind), type_)
        if kind.width == 1:
            return f"({type_.name})({self.converted(name, kind, Type(type_.kind))})"
        swizzle = "".join(f"{self.draw.randrange(kind.width):x}" for _ in range(type_.width))
        return self.converted(f"{name}.s{swizzle}", Type(kind.kind, type_.width), type_)

    def converted(self, text, kind, type_):
        if kind == type_:
            return text
        if kind.floats and type_.floats:
            return f"convert_{type_.name}({text})"
        if kind.floats:
            whole = type_.of(unsigned(type_.kind) if self.to_unsigned else signed(type_.kind))
            text = f"convert_{whole.name}_sat{self.draw.choice(['', '', '_rtz', '_rte', '_rtp', '_rtn'])}({text})"
            return text if whole == type_ else f"as_{type_.name}({text})"
        if type_.floats:
            return f"convert_{type_.name}({text})"
        if BITS[kind.kind] == BITS[type_.kind] and self.draw.random() < 0.5:
            return f"as_{type_.name}({text})"
        if self.draw.random() < 0.4:
            return f"convert_{type_.name}_sat({text})"
        if type_.width == 1:
            return self.narrowed(text, type_)
        return f"convert_{type_.name}({text})" if BITS[type_.kind] > BITS[kind.kind] else \
            f"as_{type_.name}(convert_{unsigned(type_.kind)}{type_.width}({text} & ({kind.name})({self.low_bits(kind, type_)})))"

    @staticmethod
    def low_bits(kind, type_):
        """So that the conversion is in range: a mask of what the narrower type holds; of signed sources a bit less."""
        bits = min(BITS[type_.kind], BITS[kind.kind] - (0 if kind.kind.startswith("u") else 1))
        return f"({kind.kind}){(1 << bits) - 1}UL"

    @staticmethod
    def narrowed(text, type_):
        """The low bits of a scalar expression, as its type."""
        return f"(({type_.kind})({text}))" if type_.kind.startswith("u") else f"as_{type_.kind}(({unsigned(type_.kind)})({text}))"

    def built(self, type_, depth):
        parts, left = [], type_.width
        while left:
            width = self.draw.choice([width for width in (1, 2, 3, 4, 8) if width <= left and width < type_.width])
            parts.append(self.value(Type(type_.kind, width), depth - 2))
            left -= width
        return f"({type_.name})({', '.join(parts)})"

    def of_integers(self, type_, depth):
        draw, name, kind = self.draw, type_.name, type_.kind
        a, b, c = (self.value(type_, depth) for _ in range(3))
        low, top = BITS[kind] - 1, (1 << (BITS[kind] - 1)) - 1
        bare = unsigned(kind) + ("" if type_.width == 1 else str(type_.width))

        def wraps(operator, left=a, right=b):
            wide = "(uint)" if type_.width == 1 and BITS[kind] < 32 else ""  # products of promoted operands would overflow
            text = f"{wide}as_{bare}({left}) {operator} {wide}as_{bare}({right})"
            return f"as_{name}(({unsigned(kind)})({text}))" if type_.width == 1 else f"as_{name}({text})"

        def narrow(text):
            return self.narrowed(text, type_) if type_.width == 1 else f"({text})"

        def mask(text):
            return narrow(f"({text}) & ({name})({low})")

        not_least = a if kind.startswith("u") else f"max({a}, ({name})(-{top}))"
        forms = [
            lambda: wraps("+"), lambda: wraps("-"), lambda: wraps("*"), lambda: wraps("+"), lambda: wraps("*"),
            lambda: narrow(f"{a} & {b}"), lambda: narrow(f"{a} | {b}"), lambda: narrow(f"{a} ^ {b}"), lambda: narrow(f"~{a}"),
            lambda: wraps("<<", a, mask(b)), lambda: narrow(f"{a} >> {mask(b)}"),
            lambda: f"min({a}, {b})", lambda: f"max({a}, {b})", lambda: f"clamp({a}, min({b}, {c}), max({b}, {c}))",
            lambda: f"hadd({a}, {b})", lambda: f"rhadd({a}, {b})",
            lambda: f"mul_hi({a}, {b})", lambda: f"rotate({a}, {b})", lambda: f"clz({a})", lambda: f"popcount({a})",
            lambda: f"as_{name}(abs({not_least}))", lambda: f"bitselect({a}, {b}, {c})",
            lambda: self.compared(type_, depth, a, b), lambda: self.selected(type_, a, b, depth),
        ]
        if kind != "long":
            forms += [lambda: narrow(f"{a} / (({b} & ({name})({top})) | ({name})(1))"), lambda: narrow(f"{a} % (({b} & ({name})({top})) | ({name})(1))")]
            forms += [lambda: f"add_sat({a}, {b})", lambda: f"sub_sat({a}, {b})"]
        if kind.startswith("u"):
            forms.append(lambda: f"abs_diff({a}, {b})")
        if BITS[kind] == 32:
            forms += [lambda: f"mad_sat({a}, {b}, {c})", lambda: wraps("+", f"mul_hi({a}, {b})", c)]
        if kind in ("int", "uint"):
            small = f"({name})({0x7fff})"
            forms += [lambda: f"mul24({a} & {small}, {b} & {small})", lambda: f"mad24({a} & {small}, {b} & {small}, {c} & {small})"]
        if BITS[kind] > 8:
            half = {64: "int", 32: "short", 16: "char"}[BITS[kind]]
            high = type_.of(half if not kind.startswith("u") else "u" + half)
            forms.append(lambda: f"upsample({self.value(high, depth)}, {self.value(type_.of('u' + half), depth)})")
        return draw.choice(forms)()

    def compared(self, type_, depth, a, b):
        """A comparison of another type of as many bits, as a number."""
        same = [kind for kind in self.kinds if BITS[kind] == BITS[type_.kind]]
        other = type_.of(self.draw.choice(same or [type_.kind]))
        operator = self.draw.choice(["<", "<=", ">", ">=", "==", "!="])
        text = f"({self.value(other, depth)} {operator} {self.value(other, depth)})"
        return self.narrowed(text, type_) if type_.width == 1 else f"as_{type_.name}({text})"

    def selected(self, type_, a, b, depth):
        mask = type_.of(mask_of(type_.kind))
        return f"select({a}, {b}, {self.value(mask, depth)})"

    def of_floats(self, type_, depth):
        draw, name = self.draw, type_.name
        a, b, c = (self.value(type_, depth) for _ in range(3))
        zero = f"({name})(0)"
        forms = [
            lambda: f"({a} + {b})", lambda: f"({a} - {b})", lambda: f"({a} * {b})", lambda: f"({a} * {b})", lambda: f"(-{a})",
            lambda: f"(fmin({a}, {b}) + {zero})", lambda: f"(fmax({a}, {b}) + {zero})", lambda: f"fabs({a})",
            lambda: f"floor({a})", lambda: f"ceil({a})", lambda: f"trunc({a})", lambda: f"rint({a})", lambda: f"round({a})",
            lambda: f"copysign({a}, {b})", lambda: f"fma({a}, {b}, {c})", lambda: self.selected(type_, a, b, depth),
            lambda: f"convert_{name}({self.value(type_.of('int'), depth)})",
        ]
        if type_.width == 1:
            forms += [lambda: f"fmod({a}, {b})", lambda: f"ldexp({a}, ({self.value(Type('int'), depth)}) & 15)"]
        if type_.kind == "double" or self.exact_division:
            forms += [lambda: f"({a} / {b})", lambda: f"sqrt(fabs({a}))"]
        return draw.choice(forms)()

    def condition(self, depth):
        draw = self.draw
        type_ = Type(draw.choice(self.kinds), draw.choice([1, 1, 1, draw.choice(self.widths)]))
        text = f"{self.value(type_, depth)} {draw.choice(['<', '<=', '>', '>=', '==', '!='])} {self.value(type_, depth)}"
        if type_.width > 1:
            text = f"{draw.choice(['any', 'all'])}({text})"
        if draw.random() < 0.2:
            text = f"({text}) {draw.choice(['&&', '||'])} ({self.condition(depth - 1)})"
        return f"({text})"

    # Statements

    def block(self, depth, statements, tab):
        self.scopes.append([])
        lines = []
        for _ in range(statements):
            lines += self.statement(depth, tab)
        self.scopes.pop()
        return lines

    def statement(self, depth, tab):
        draw = self.draw
        forms = [self.declaration, self.declaration, self.assignment, self.assignment, self.assignment, self.component]
        if depth > 0:
            forms += [self.branch, self.branch, self.loop, self.switch, self.array, self.call]
            forms += [self.load, self.store, self.fetch] if self.memory else []
        return draw.choice(forms)(depth, tab)

    def declaration(self, depth, tab):
        type_ = self.any_type()
        return [self.declared(type_, self.value(type_, 3), tab)]

    def target(self, wanted=lambda name, kind: True):
        return self.draw.choice(self.variables(lambda name, kind: name not in self.fixed and wanted(name, kind)) or [(None, None)])

    def assignment(self, depth, tab):
        name, type_ = self.target()
        return [f"{tab}{name} = {self.value(type_, 3)};"] if name else []

    def component(self, depth, tab):
        name, type_ = self.target(lambda name, kind: kind.width > 1)
        if not name:
            return self.assignment(depth, tab)
        some = self.draw.sample(range(type_.width), self.draw.choice([width for width in (1, 2, 3, 4, 8) if width <= type_.width]))
        return [f"{tab}{name}.s{''.join(f'{i:x}' for i in some)} = {self.value(Type(type_.kind, len(some)), 2)};"]

    def branch(self, depth, tab):
        lines = [f"{tab}if {self.condition(2)} {{", *self.block(depth - 1, self.draw.randint(1, 3), tab + "  ")]
        if self.draw.random() < 0.5:
            lines += [f"{tab}}} else {{", *self.block(depth - 1, self.draw.randint(1, 3), tab + "  ")]
        return lines + [f"{tab}}}"]

    def loop(self, depth, tab):
        if self.loops >= 2:
            return self.branch(depth, tab)
        draw, name = self.draw, self.new("i")
        most = draw.choice([str(draw.randint(1, 9)), f"(int)({self.value(Type('uint'), 1)} % 7)"])
        self.loops += 1
        self.scopes.append([(name, Type("int"))])
        self.fixed.add(name)
        body = self.block(depth - 1, draw.randint(1, 3), tab + "  ")
        if draw.random() < 0.4:
            body.insert(draw.choice([0, len(body)]), f"{tab}  if {self.condition(1)} {draw.choice(['break', 'continue'])};")
        self.scopes.pop()
        self.loops -= 1
        return [f"{tab}for (int {name} = 0; {name} < {most}; ++{name}) {{", *body, f"{tab}}}"]

    def switch(self, depth, tab):
        draw = self.draw
        lines = [f"{tab}switch ({self.value(Type('uint'), 2)} % {draw.randint(2, 6)}) {{"]
        for case in draw.sample(range(6), draw.randint(1, 4)):
            lines += [f"{tab}case {case}: {{", *self.block(depth - 1, draw.randint(1, 2), tab + "  "), f"{tab}}}"]
            lines += [f"{tab}  break;"] if draw.random() < 0.7 else []
        return lines + [f"{tab}default: {{", *self.block(depth - 1, 1, tab + "  "), f"{tab}}}", f"{tab}}}"]

    def array(self, depth, tab):
        """A private array: written at places that depend on data, then read."""
        draw, name, type_ = self.draw, self.new("a"), self.any_type()
        if type_.width == 3:
            type_ = Type(type_.kind, 4)
        size, i, result = draw.choice([2, 4, 8, 16]), self.new("k"), self.new("v")
        lines = [f"{tab}{type_.name} {name}[{size}];",
                 f"{tab}for (int {i} = 0; {i} < {size}; ++{i}) {name}[{i}] = {self.converted(f'({i} + item)', Type('int'), Type(type_.kind)) if type_.width == 1 else self.value(type_, 1)};"]
        for _ in range(draw.randint(1, 3)):
            lines.append(f"{tab}{name}[{self.value(Type('uint'), 1)} & {size - 1}] = {self.value(type_, 2)};")
        lines.append(f"{tab}{type_.name} {result} = {name}[{self.value(Type('uint'), 1)} & {size - 1}];")
        self.scopes[-1].append((result, type_))
        return lines

    def place(self, places):
        return f"(({self.value(Type('uint'), 1)}) % {places}u)"

    def load(self, depth, tab):
        """From global memory, as elements of any type and vectors that lie anywhere, or from a table of constants."""
        draw, type_ = self.draw, self.any_type()
        elements, pointer = 1024 * 8 // BITS[type_.kind], f"(global const {type_.kind}*)in"
        if draw.random() < 0.2:
            type_, value = Type("uint"), f"table[{self.place(16)}]"
        elif draw.random() < 0.15:
            type_, value = Type("float"), f"vload_half({self.place(512)}, (global const half*)in)"
        elif type_.width == 1:
            value = f"({pointer})[{self.place(elements)}]"
        else:
            value = f"vload{type_.width}({self.place((elements - 3) // type_.width)}, {pointer} + {draw.choice([0, 1, 2, 3])})"
        return [self.declared(type_, value, tab)]

    def store(self, depth, tab):
        """To the item's own bytes, and back from there."""
        type_ = Type(self.scratch, self.draw.choice(self.widths))
        places, mine = SCRATCH * 8 // BITS[type_.kind] // type_.width, f"(global {type_.kind}*)(scratch + item * {SCRATCH})"
        value = self.value(type_, 2)
        if type_.floats:  # NaN has many forms
            value = f"isnan({value}) ? 0 : {value}" if type_.width == 1 else f"select({value}, ({type_.name})(0), isnan({value}))"
        if type_.width == 1:
            return [f"{tab}({mine})[{self.place(places)}] = {value};", self.declared(type_, f"({mine})[{self.place(places)}]", tab)]
        return [f"{tab}vstore{type_.width}({value}, {self.place(places)}, {mine});",
                self.declared(type_, f"vload{type_.width}({self.place(places)}, {mine})", tab)]

    def fetch(self, depth, tab):
        """A texel, or none beside the image, where the sampler clamps."""
        draw, margin = self.draw, self.draw.choice([0, 3])
        x, y = (f"(int){self.place(size + 2 * margin)} - {margin}" for size in PICTURE)
        sampler = draw.choice(["clamped, ", "to_edge, ", ""] if margin == 0 else ["clamped, ", "to_edge, "])
        lines = [self.declared(Type("uint", 4), f"read_imageui(picture, {sampler}(int2)({x}, {y}))", tab)]
        if draw.random() < 0.4:
            lines.append(f"{tab}write_imageui(target, (int2)(item & 7, item >> 3), {self.value(Type('uint', 4), 2)});")
        return lines

    def declared(self, type_, value, tab):
        name = self.new("v")
        self.scopes[-1].append((name, type_))
        return f"{tab}{type_.name} {name} = {value};"

    def call(self, depth, tab):
        """A function of its own, sometimes one that stays one."""
        draw = self.draw
        parameters = [(self.new("p"), self.any_type()) for _ in range(draw.randint(1, 3))]
        type_, name = self.any_type(), f"{self.name}_{self.new('f')}"
        arguments = ", ".join(self.value(kind, 1) for _, kind in parameters)
        outer, self.scopes = self.scopes, [list(parameters)]
        loops, self.loops = self.loops, 2
        body = self.block(0, draw.randint(1, 2), "  ")
        if draw.random() < 0.5:
            body.append(f"  if {self.condition(1)} return {self.value(type_, 1)};")
        body.append(f"  return {self.value(type_, 2)};")
        self.scopes, self.loops = outer, loops
        stays = "__attribute__((noinline)) " if draw.random() < 0.3 else ""
        self.functions.append("\n".join([f"{stays}{type_.name} {name}({', '.join(f'{kind.name} {parameter}' for parameter, kind in parameters)}) {{",
                                         "  const int item = 5;", *body, "}"]))
        result = self.new("v")
        self.scopes[-1].append((result, type_))
        return [f"{tab}{type_.name} {result} = {name}({arguments});"]

    def exchange(self, tab):
        """Through local memory, with all items of the group."""
        kind = self.draw.choice(self.kinds)
        type_, result = Type(kind), self.new("v")
        lines = [f"{tab}barrier(CLK_LOCAL_MEM_FENCE);", f"{tab}shared_{kind}[get_local_id(0)] = {self.value(type_, 2)};", f"{tab}barrier(CLK_LOCAL_MEM_FENCE);",
                 f"{tab}{kind} {result} = shared_{kind}[({self.value(Type('uint'), 2)}) % (uint)get_local_size(0)];"]
        self.scopes[-1].append((result, type_))
        self.shared.add(kind)
        return lines

    def mixing(self, name, type_):
        bits = f"bits_of_{type_.kind}" if type_.floats else f"(ulong)as_{unsigned(type_.kind)}"
        parts = [name] if type_.width == 1 else [f"{name}.s{i:x}" for i in range(type_.width)]
        return [f"  hash = mixed(hash, {bits}({part}));" for part in parts]

    def text(self):
        draw, lines, self.shared = self.draw, [], set()
        for n in range(draw.randint(3, 6)):
            type_, name = self.any_type(), self.new("v")
            source = f"in[(item * {draw.choice([1, 3, 5, 7])} + {n * 11}) & 255]"
            lines.append(f"  {type_.name} {name} = {self.from_variable(source, Type('uint'), type_)};")
            self.scopes[-1].append((name, type_))
        for _ in range(draw.randint(4, 9)):
            lines += self.exchange("  ") if draw.random() < 0.1 else self.statement(2, "  ")
        if draw.random() < 0.3:
            lines.append(f"  atomic_{draw.choice(['add', 'xor', 'max', 'min', 'or', 'and'])}(&counts[{self.value(Type('uint'), 1)} & 7], {self.value(Type('uint'), 2)});")
        hashing = [line for name, type_ in self.variables() for line in self.mixing(name, type_)]
        shared = [f"  __local {kind} shared_{kind}[{ITEMS}];" for kind in sorted(self.shared)]
        channels = f"__attribute__((intel_reqd_sub_group_size({self.channels}))) " if self.channels else ""
        # Functions that are called stand before their callers: the innermost are made first.
        return "\n".join([*self.functions, f"kernel {channels}void {self.name}(global const uint* in, global ulong* out, global uint* counts, global uchar* scratch,",
                          "    read_only image2d_t picture, write_only image2d_t target) {",
                          "  const int item = (int)get_global_id(0);", *shared, *lines, "  ulong hash = 0x1234567UL;", *hashing, "  out[item] = hash;", "}", ""])

    def options(self):
        """For both compilers."""
        return "-cl-fp32-correctly-rounded-divide-sqrt" if self.exact_division else ""

    def ways(self):
        """In which IGC compiles it: what it says changes addresses and messages, but no value."""
        standard = self.draw.choice(["", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"])
        more = self.draw.choice(["", "-cl-intel-greater-than-4GB-buffer-required", "-g", "-cl-uniform-work-group-size"])
        first = f"{standard} {more}".strip()
        return [first] if self.vectors else [first, "-cl-opt-disable"]
