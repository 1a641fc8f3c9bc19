"""Random GLSL for programs of draws. Each expression knows how large it can be and how far two right implementations of it can be apart:
interpolation and filters leave room, arithmetic on exact numbers hardly any."""
import dataclasses

ULP = 2.0**-22  # of roundings that add up in a few operations
FILTER = 1.25 / 256  # of a filter's weights of 8 bits, for each axis: theirs are rounded, lavapipe's cut


@dataclasses.dataclass
class Value:
    """A float vector of four components (or a scalar): text, largest magnitude, largest error."""
    text: str
    large: float
    error: float = 0.0


class FloatExpressions:
    """Sums, products and choices of leaves that the owner gives: a list of functions that return a Value each."""

    def __init__(self, draw, leaves):
        self.draw, self.leaves = draw, leaves

    def leaf(self):
        if self.draw.random() < 0.15:
            numbers = [self.draw.randint(-16, 16) / 8 for _ in range(4)]
            return Value(f"vec4({', '.join(map(str, numbers))})", 2)
        return self.draw.choice(self.leaves)()

    def any(self, depth):
        if depth == 0:
            return self.leaf()
        a = self.any(depth - 1)
        kind = self.draw.choice("add sub mul min max abs neg mix clamp swizzle sqrt exp2 dot where pow sin rcp length".split())
        if kind in ("add", "sub", "mul", "min", "max", "where"):
            b = self.any(self.draw.randint(0, depth - 1))
        error = a.error
        if kind in ("add", "sub"):
            large, sign = a.large + b.large, "+" if kind == "add" else "-"
            return Value(f"({a.text} {sign} {b.text})", large, a.error + b.error + large * ULP)
        if kind == "mul":
            return Value(f"({a.text} * {b.text})", a.large * b.large, a.error * b.large + b.error * a.large + a.error * b.error + a.large * b.large * ULP)
        if kind in ("min", "max"):
            return Value(f"{kind}({a.text}, {b.text})", max(a.large, b.large), max(a.error, b.error))
        if kind in ("abs", "neg"):
            return Value(f"abs({a.text})" if kind == "abs" else f"(-{a.text})", a.large, a.error)
        if kind == "mix":
            return Value(f"mix({a.text}, vec4(0.25, 0.5, 0.75, 1.0), 0.375)", a.large + 1, error + (a.large + 1) * ULP)
        if kind == "clamp":
            return Value(f"clamp({a.text}, -1.0, 1.0)", min(a.large, 1), error)
        if kind == "swizzle":
            return Value(f"{a.text}.{''.join(self.draw.choice('xyzw') for _ in range(4))}", a.large, error)
        if kind == "sqrt":  # away from 0, where roots are steep
            return Value(f"sqrt(abs({a.text}) + 0.25)", (a.large + 0.25)**0.5, error + (a.large + 1) * 4 * ULP)
        if kind == "exp2" and a.large < 4:
            return Value(f"exp2(clamp({a.text}, -4.0, 1.0))", 2, 1.4 * error + 2.0**-14)
        if kind == "sin" and a.large < 4:
            return Value(f"{self.draw.choice(['sin', 'cos'])}({a.text})", 1, error + 2.0**-10)
        if kind == "pow" and a.large < 4:
            return Value(f"pow(clamp(abs({a.text}), 0.25, 1.0), vec4(1.5))", 1, 1.5 * error + 2.0**-12)
        if kind == "rcp":
            return Value(f"(1.0 / (abs({a.text}) + 0.5))", 2, 4 * error + 2.0**-18)
        if kind == "dot":
            return Value(f"vec4(dot({a.text}, vec4(0.25, -0.5, 0.125, 1.0)))", 2 * a.large, 2 * error + 2 * a.large * ULP)
        if kind == "length":
            return Value(f"vec4(length(vec4({a.text}.xy, 0.5, 0.0)))", 1.5 * a.large + 0.5, 2 * error + (a.large + 1) * 4 * ULP)
        if kind == "where":
            return Value(f"(((uint(gl_FragCoord.x) ^ uint(gl_FragCoord.y)) & {self.draw.choice([1, 2, 4, 5])}u) == 0u ? {a.text} : {b.text})",
                         max(a.large, b.large), max(a.error, b.error))
        return a

    def bounded(self, depth, most):
        """One whose magnitude is at most `most`."""
        value = self.any(depth)
        if value.large > most:
            return Value(f"clamp({value.text}, {-float(most)}, {float(most)})", most, value.error)
        return value


class IntegerExpressions:
    """uvec4 expressions, exact to the bit."""

    def __init__(self, draw, leaves):
        self.draw, self.leaves = draw, leaves

    def any(self, depth):
        if depth == 0:
            if self.draw.random() < 0.2:
                return "uvec4(" + ", ".join(f"{self.draw.getrandbits(32)}u" for _ in range(4)) + ")"
            return self.draw.choice(self.leaves)()
        a = self.any(depth - 1)
        b = self.any(self.draw.randint(0, depth - 1))
        shift = self.draw.randint(1, 31)
        return self.draw.choice([
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})", f"(~{a})", f"({a} << {shift}u)", f"({a} >> {shift}u)",
            f"uvec4(ivec4({a}) >> {shift})", f"({a} / ({b} | 1u))", f"({a} % ({b} | 1u))", f"uvec4(bitCount({a}))", f"uvec4(findMSB({a}))", f"uvec4(findLSB({a}))",
            f"bitfieldReverse({a})", f"bitfieldExtract({a}, {shift % 16}, {1 + shift % 15})", f"bitfieldInsert({a}, {b}, {shift % 16}, {1 + shift % 15})",
            f"min({a}, {b})", f"max({a}, {b})", f"uvec4(min(ivec4({a}), ivec4({b})))", f"uvec4(abs(ivec4({a})))", f"uvec4(lessThan({a}, {b}))",
            f"uvec4(sign(ivec4({a})))", f"mix({a}, {b}, greaterThan(ivec4({a}), ivec4({b})))", f"{a}.{''.join(self.draw.choice('xyzw') for _ in range(4))}",
            f"uvec4(ivec4({a}) / ivec4(({b} & 0xFFFFu) | 3u))",
        ])
