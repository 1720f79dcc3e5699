"""Decodes an H.264 byte stream from standard input with OpenH264, whose library is the only argument. Prints the MD5 of the
I420 planes of each picture, without gaps, on a line."""

from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulonglong, c_void_p
from ctypes import string_at
from hashlib import md5
from re import finditer
from sys import argv, exit, stdin

# The structures and the order of the functions are those of codec_api.h.


class DecodingParameters(Structure):
    _fields_ = [
        ("file_name", c_char_p),
        ("processor_load", c_uint),
        ("target_layer", c_ubyte),
        ("error_concealment", c_int),  # 0: none, so that errors are reported
        ("parses_only", c_ubyte),
        ("properties_size", c_uint),
        ("stream_type", c_int),
        ("reserved", c_ubyte * 64),
    ]


class BufferInfo(Structure):
    _fields_ = [
        ("status", c_int),
        ("input_time", c_ulonglong),
        ("output_time", c_ulonglong),
        ("width", c_int),
        ("height", c_int),
        ("format", c_int),
        ("strides", c_int * 2),
        ("planes", c_void_p * 3),
        ("reserved", c_ubyte * 64),
    ]


Initialize = CFUNCTYPE(c_long, c_void_p, POINTER(DecodingParameters))
Uninitialize = CFUNCTYPE(c_long, c_void_p)
DecodeFrameNoDelay = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, POINTER(c_void_p * 3), POINTER(BufferInfo))
FlushFrame = CFUNCTYPE(c_int, c_void_p, POINTER(c_void_p * 3), POINTER(BufferInfo))


def access_units(stream):
    """Splits a byte stream into pictures: before a slice with the first macroblock, or what precedes it."""
    starts = [found.start() for found in finditer(b"\x00\x00\x00?\x01", stream)]
    begin, has_slice = 0, False
    for start in starts:
        header = stream.index(b"\x01", start) + 1
        is_slice = stream[header] & 31 in (1, 5)
        if has_slice and (not is_slice or stream[header + 1] & 128):
            yield stream[begin:start]
            begin, has_slice = start, False
        has_slice = has_slice or is_slice
    yield stream[begin:]


def plane(address, stride, width, height):
    if stride == width:
        return string_at(address, width * height)
    samples = memoryview(string_at(address, stride * (height - 1) + width))
    return b"".join(samples[row * stride : row * stride + width] for row in range(height))


def show(planes, info):
    width, height = info.width, info.height
    digest = md5(plane(planes[0], info.strides[0], width, height))
    digest.update(plane(planes[1], info.strides[1], width // 2, height // 2))
    digest.update(plane(planes[2], info.strides[1], width // 2, height // 2))
    print(digest.hexdigest())


def main():
    library = CDLL(argv[1])
    decoder = c_void_p()
    if library.WelsCreateDecoder(byref(decoder)) != 0:
        exit("OpenH264 gives no decoder")
    functions = POINTER(c_void_p).from_address(decoder.value)
    parameters = DecodingParameters(properties_size=8, stream_type=0)
    if Initialize(functions[0])(decoder, byref(parameters)) != 0:
        exit("OpenH264 cannot start")

    def take(call):
        """Calls a function that may give a picture; tells whether it did."""
        planes = (c_void_p * 3)()
        info = BufferInfo()
        state = call(byref(planes), byref(info))
        if state != 0:
            exit(f"OpenH264 fails in picture {number} with state {state}")
        if info.status == 1:
            show(planes, info)
        return info.status == 1

    decode = DecodeFrameNoDelay(functions[3])
    for number, unit in enumerate(access_units(stdin.buffer.read())):
        take(lambda planes, info: decode(decoder, unit, len(unit), planes, info))
    # It keeps pictures in case later ones are shown earlier.
    flush = FlushFrame(functions[5])
    while take(lambda planes, info: flush(decoder, planes, info)):
        pass
    Uninitialize(functions[1])(decoder)


main()
