"""Copies and blits of what random passes drew, before and after which nothing else writes the images."""
import vulkan_formats as formats
from random_frames import COLOUR, FROM, FROM_LAYOUT, TO, TO_LAYOUT
from random_shaders import FILTER

ONE_LAYER = [COLOUR, 0, 0, 1]
NEAREST, LINEAR = 0, 1


def new_image(program, format, width, height):
    image = program.image(format.number, [width, height, 1], TO | FROM)
    program.layout(image, TO_LAYOUT)
    program.do("clear_image", image=image, range=[0, 1, 0, 1], clear=[0, 0, 0, 0])
    program.do("barrier")
    return image


def compare(program, image, target, error, width, height, copies=1):
    """Compares an image whose pixels were a target's, each as many times as there are copies."""
    format = target.format
    program.output(image, format, COLOUR, [width, height, 1], {"format": format.name, "error": error, "exact": target.exact, "copies": copies})


def layers_of(target):
    return [COLOUR, target.level, 0, 1]


def copy_part(program, target):
    """A rectangle of a target, to another place of an image of the same size."""
    draw, width, height = program.draw, program.width, program.height
    image = new_image(program, target.format, width, height)
    size = [draw.randint(1, width), draw.randint(1, height), 1]
    places = [[draw.randint(0, width - size[0]), draw.randint(0, height - size[1]), 0] for _ in range(2)]
    program.do("copy_image", **{"from": target.image}, to=image, from_layers=layers_of(target), to_layers=ONE_LAYER, from_offset=places[0], to_offset=places[1], extent=size)
    compare(program, image, target, target.error, width, height)


def blit_part(program, target):
    """A target at another size, turned over or not. Nearest texels are chosen in their middles, whatever the ratio's roundings."""
    draw, width, height = program.draw, program.width, program.height
    ratio = draw.choice([1, 2, 4])
    image = new_image(program, target.format, width * ratio, height * ratio)
    linear = not target.format.integer and ratio > 1 and draw.random() < 0.5
    corners = [[0, 0, 0], [width * ratio, height * ratio, 1]]
    if draw.random() < 0.3:
        corners = [[width * ratio, 0, 0], [0, height * ratio, 1]]
    program.do("blit", **{"from": target.image}, to=image, from_layers=layers_of(target), to_layers=ONE_LAYER, from_corners=[[0, 0, 0], [width, height, 1]], to_corners=corners,
               filter=LINEAR if linear else NEAREST)
    step = max(formats.step_of(target.format, c, target.large) for c, _ in target.format.channels)
    slope = 3 if target.format.kind == "srgb" else 1
    error = (target.error + step + (4 * FILTER * 2 * max(1, target.large) if linear else 0)) * slope
    compare(program, image, target, error, width * ratio, height * ratio, (2 * ratio)**2 if linear else ratio**2)


def record_transfers(program, targets):
    for target in targets:
        if target.format.kind == "srgb" or program.draw.random() < 0.5:
            continue
        program.layout(target.image, FROM_LAYOUT)
        program.draw.choice([copy_part, blit_part])(program, target)
