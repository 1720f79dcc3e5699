import { Buffer } from 'node:buffer';
import type { Plane } from './i420-picture.ts';

// See docs/decisions.md, "Held pictures are written without the encoder".

// The parts of H.264's bit stream that this project reads and writes itself. Sections, tables and the names of syntax
// elements are those of ITU-T H.264 (08/2021).

/** NAL unit types (table 7-1). */
const nalUnitType = {
  slice: 1,
  idrSlice: 5,
  supplementalInformation: 6,
  sequenceParameterSet: 7,
  pictureParameterSet: 8,
};

/** The id of the picture parameter set that skipped pictures use; the encoder's own has the id 0. */
export const skippedPictureParameterSetId = 1;
/** The picture parameter set of pictures that our own coder writes. */
export const codedPictureParameterSetId = 2;

/** Start code of each NAL unit in a byte stream (annex B). */
const startCode = Buffer.from([0, 0, 0, 1]);

/** Number of bytes that always contain the edited part of a slice header. */
const editedBytes = 16;

/** The fields of a sequence parameter set that are needed to write a slice header (section 7.3.2.1.1). */
export interface SequenceParameters {
  /** Bits of `frame_num`. */
  readonly frameNumberBits: number;
  /** Macroblocks in a picture. */
  readonly macroblocks: number;
}

/** Returns the NAL units of a byte stream (annex B), each without its start code. */
export function* nalUnits(stream: Buffer): Generator<Buffer> {
  let start = -1;
  for (let at = stream.indexOf(startCodePrefix); ; at = stream.indexOf(startCodePrefix, start)) {
    const end = at < 0 ? stream.length : at;
    // A start code of four bytes begins with a zero that is not the NAL unit's.
    if (start >= 0) yield stream.subarray(start, at > 0 && stream[at - 1] === 0 ? end - 1 : end);
    if (at < 0) return;
    start = at + startCodePrefix.length;
  }
}

const startCodePrefix = startCode.subarray(1);

/**
 * Reads the sequence parameter set in a byte stream of an encoder's parameter sets. Throws an Error if there is none,
 * or if skipped pictures cannot be written for it: interlaced, with more than one reference picture, or with a
 * different output order.
 */
export function readSequenceParameters(parameterSets: Buffer): SequenceParameters {
  const unit = unitOfType(parameterSets, nalUnitType.sequenceParameterSet);
  const bits = new BitReader(removeEmulationPrevention(unit.subarray(1)));
  const profile = bits.read(8);
  bits.read(16);
  bits.readUnsigned();
  if (profilesWithChromaFormat.has(profile)) {
    if (bits.readUnsigned() !== 1) throw unsupported('chroma_format_idc');
    bits.readUnsigned();
    bits.readUnsigned();
    bits.read(1);
    if (bits.read(1) === 1) throw unsupported('seq_scaling_matrix_present_flag');
  }
  const frameNumberBits = bits.readUnsigned() + 4;
  // Type 2: pictures are displayed in the order of decoding, and slices have no field for it.
  if (bits.readUnsigned() !== 2) throw unsupported('pic_order_cnt_type');
  if (bits.readUnsigned() !== 1) throw unsupported('max_num_ref_frames');
  bits.read(1);
  const columns = bits.readUnsigned() + 1;
  const rows = bits.readUnsigned() + 1;
  if (bits.read(1) !== 1) throw unsupported('frame_mbs_only_flag');
  return { frameNumberBits, macroblocks: columns * rows };
}

/** Profiles whose sequence parameter sets contain the chroma format (section 7.3.2.1.1): High and its relatives. */
const profilesWithChromaFormat = new Set([100, 110, 122, 244]);

function unsupported(element: string): Error {
  return new Error(`the encoder's sequence parameter set has an unexpected ${element}`);
}

/**
 * Adds two picture parameter sets to an encoder's parameter sets. Skipped pictures use variable-length codes (CAVLC),
 * in which a picture without any change takes a few bytes. Our own coder uses arithmetic coding (CABAC).
 */
export function withOwnPictureParameterSets(parameterSets: Buffer): Buffer {
  return Buffer.concat([
    parameterSets,
    pictureParameterSet(skippedPictureParameterSetId, 'CAVLC'),
    pictureParameterSet(codedPictureParameterSetId, 'CABAC'),
  ]);
}

/** Size and rate of pictures that no encoder described. */
export interface VideoFormat {
  /** Pixels, both even. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

/** Bits of `frame_num` in our own sequence parameter set. */
const ownFrameNumberBits = 8;

/**
 * The parameter sets of pictures that all come from this package, as a byte stream: Main profile, one reference
 * picture, ITU-R BT.709 limited range (section 7.3.2.1.1 and annex E).
 */
export function parameterSetsFor({ width, height, framesPerSecond }: VideoFormat): Buffer {
  const columns = Math.ceil(width / 16);
  const rows = Math.ceil(height / 16);
  const bits = new BitWriter();
  bits.write(77, 8); // profile_idc: Main
  bits.write(0, 8); // constraint flags
  bits.write(columns * rows > 8192 || columns * rows * framesPerSecond > 245_760 ? 42 : 41, 8); // level_idc
  bits.writeUnsigned(0); // seq_parameter_set_id
  bits.writeUnsigned(ownFrameNumberBits - 4); // log2_max_frame_num_minus4
  bits.writeUnsigned(2); // pic_order_cnt_type
  bits.writeUnsigned(1); // max_num_ref_frames
  bits.write(0, 1); // gaps_in_frame_num_value_allowed_flag
  bits.writeUnsigned(columns - 1); // pic_width_in_mbs_minus1
  bits.writeUnsigned(rows - 1); // pic_height_in_map_units_minus1
  bits.write(0b11, 2); // frame_mbs_only_flag, direct_8x8_inference_flag
  bits.write(1, 1); // frame_cropping_flag, in units of two samples
  for (const offset of [0, (columns * 16 - width) / 2, 0, (rows * 16 - height) / 2])
    bits.writeUnsigned(offset);
  bits.write(1, 1); // vui_parameters_present_flag
  bits.write(0b00, 2); // aspect_ratio_info_present_flag, overscan_info_present_flag
  bits.write(1, 1); // video_signal_type_present_flag
  bits.write(5, 3); // video_format: unspecified
  bits.write(0b01, 2); // video_full_range_flag, colour_description_present_flag
  for (let part = 0; part < 3; part++) bits.write(1, 8); // primaries, transfer, matrix: BT.709
  bits.write(1, 1); // chroma_loc_info_present_flag
  bits.writeUnsigned(1); // chroma_sample_loc_type_top_field: in the middle of four pixels
  bits.writeUnsigned(1); // chroma_sample_loc_type_bottom_field
  bits.write(1, 1); // timing_info_present_flag
  bits.write(0, 16);
  bits.write(1, 16); // num_units_in_tick
  bits.write(0, 16);
  bits.write(framesPerSecond * 2, 16); // time_scale: two fields in a frame
  bits.write(1, 1); // fixed_frame_rate_flag
  bits.write(0, 4); // no parameters of a decoder's buffer, no picture structure, no restrictions
  const sequence = nalUnit(3, nalUnitType.sequenceParameterSet, bits.finish());
  return withOwnPictureParameterSets(Buffer.concat([startCode, sequence]));
}

/** Code of the macroblock type I_PCM in a slice of type I: 25 (table 7-11), ue(v). */
const rawMacroblockType = 25;

/**
 * A key picture without any compression: every macroblock has the type I_PCM (section 7.3.5). `planes` are luma, blue
 * and red samples up to whole macroblocks; consecutive key pictures need different `id`s. Returns its byte stream.
 */
export function rawKeyPicture(
  planes: readonly Plane[],
  { macroblocks, frameNumberBits }: SequenceParameters,
  id = 0,
): Buffer {
  const bits = new BitWriter();
  bits.writeUnsigned(0); // first_mb_in_slice
  bits.writeUnsigned(7); // slice_type: I, like all others of the picture
  bits.writeUnsigned(skippedPictureParameterSetId); // pic_parameter_set_id
  bits.write(0, frameNumberBits); // frame_num
  bits.writeUnsigned(id); // idr_pic_id
  bits.write(0b00, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
  bits.writeUnsigned(0); // slice_qp_delta
  bits.writeUnsigned(1); // disable_deblocking_filter_idc
  const columns = planes[0].stride / 16;
  const parts: Buffer[] = [];
  for (let macroblock = 0; macroblock < macroblocks; macroblock++) {
    const header = macroblock === 0 ? bits : new BitWriter();
    header.writeUnsigned(rawMacroblockType);
    parts.push(header.aligned());
    const [column, row] = [macroblock % columns, Math.floor(macroblock / columns)];
    for (const [plane, { data, stride }] of planes.entries()) {
      const side = plane === 0 ? 16 : 8;
      for (let line = 0; line < side; line++) {
        const start = (row * side + line) * stride + column * side;
        parts.push(Buffer.from(data.buffer, data.byteOffset + start, side));
      }
    }
  }
  parts.push(new BitWriter().finish());
  return Buffer.concat([startCode, nalUnit(3, nalUnitType.idrSlice, Buffer.concat(parts))]);
}

/** A picture parameter set without anything optional (section 7.3.2.2). */
function pictureParameterSet(id: number, entropyCoding: 'CAVLC' | 'CABAC'): Buffer {
  const bits = new BitWriter();
  bits.writeUnsigned(id); // pic_parameter_set_id
  bits.writeUnsigned(0); // seq_parameter_set_id
  bits.write(entropyCoding === 'CABAC' ? 1 : 0, 1); // entropy_coding_mode_flag
  bits.write(0, 1); // bottom_field_pic_order_in_frame_present_flag
  bits.writeUnsigned(0); // num_slice_groups_minus1
  bits.writeUnsigned(0); // num_ref_idx_l0_default_active_minus1
  bits.writeUnsigned(0); // num_ref_idx_l1_default_active_minus1
  bits.write(0, 1); // weighted_pred_flag
  bits.write(0, 2); // weighted_bipred_idc
  bits.writeUnsigned(0); // pic_init_qp_minus26, 0 as a signed number too
  bits.writeUnsigned(0); // pic_init_qs_minus26
  bits.writeUnsigned(0); // chroma_qp_index_offset
  bits.write(1, 1); // deblocking_filter_control_present_flag
  bits.write(0, 1); // constrained_intra_pred_flag
  bits.write(0, 1); // redundant_pic_cnt_present_flag
  return Buffer.concat([startCode, nalUnit(3, nalUnitType.pictureParameterSet, bits.finish())]);
}

/**
 * Returns the byte stream of a picture that repeats the previous one: a reference picture in which every macroblock is
 * skipped (section 7.3.4), so it copies the only reference picture.
 */
export function skippedPicture(
  frameNumber: number,
  { frameNumberBits, macroblocks }: SequenceParameters,
): Buffer {
  const bits = new BitWriter();
  bits.writeUnsigned(0); // first_mb_in_slice
  bits.writeUnsigned(5); // slice_type: P, like all others of the picture
  bits.writeUnsigned(skippedPictureParameterSetId); // pic_parameter_set_id
  bits.write(frameNumber % 2 ** frameNumberBits, frameNumberBits); // frame_num
  bits.write(0, 1); // num_ref_idx_active_override_flag
  bits.write(0, 1); // ref_pic_list_modification_flag_l0
  bits.write(0, 1); // adaptive_ref_pic_marking_mode_flag
  bits.writeUnsigned(0); // slice_qp_delta
  bits.writeUnsigned(1); // disable_deblocking_filter_idc
  bits.writeUnsigned(macroblocks); // mb_skip_run
  return Buffer.concat([startCode, nalUnit(2, nalUnitType.slice, bits.finish())]);
}

/**
 * Returns an encoder's picture, as a byte stream, with `skipped` added to its frame number: the number of skipped
 * pictures between it and the last IDR picture. Omits notes of the encoder (SEI), and keeps parameter sets and IDR
 * pictures unchanged.
 */
export function renumberedPicture(
  picture: Buffer,
  skipped: number,
  { frameNumberBits }: SequenceParameters,
): Buffer {
  const units: Buffer[] = [];
  for (const unit of nalUnits(picture)) {
    const type = unit[0] & 31;
    if (type === nalUnitType.supplementalInformation) continue;
    units.push(
      startCode,
      type === nalUnitType.slice && skipped > 0 ? renumberedSlice(unit, skipped, frameNumberBits) : unit,
    );
  }
  return Buffer.concat(units);
}

/** Returns a slice with `skipped` added to its `frame_num`, a field of fixed length near its start (section 7.3.3). */
function renumberedSlice(unit: Buffer, skipped: number, frameNumberBits: number): Buffer {
  // Escaping restarts after a byte other than zero, so the bytes after it do not change.
  let end = Math.min(editedBytes, unit.length);
  while (end < unit.length && (unit[end - 1] === 0 || (unit[end - 1] === 3 && unit[end - 2] === 0))) end++;
  const header = removeEmulationPrevention(unit.subarray(1, end));
  const bits = new BitReader(header);
  bits.readUnsigned(); // first_mb_in_slice
  bits.readUnsigned(); // slice_type
  bits.readUnsigned(); // pic_parameter_set_id
  const at = bits.position;
  const frameNumber = (bits.read(frameNumberBits) + skipped) % 2 ** frameNumberBits;
  for (let bit = 0; bit < frameNumberBits; bit++) {
    const mask = 128 >> ((at + bit) & 7);
    const byte = (at + bit) >> 3;
    if ((frameNumber >> (frameNumberBits - 1 - bit)) & 1) header[byte] |= mask;
    else header[byte] &= ~mask;
  }
  return Buffer.concat([unit.subarray(0, 1), addEmulationPrevention(header), unit.subarray(end)]);
}

function unitOfType(stream: Buffer, type: number): Buffer {
  for (const unit of nalUnits(stream)) if ((unit[0] & 31) === type) return unit;
  throw new Error(`the encoder returned no NAL unit of type ${type}`);
}

function nalUnit(referenceIdc: number, type: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(referenceIdc << 5) | type]), addEmulationPrevention(payload)]);
}

/** Removes emulation prevention bytes: a 3 after two zeros (section 7.4.1). Always returns a copy. */
function removeEmulationPrevention(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    plain[length++] = byte;
  }
  return plain.subarray(0, length);
}

/** Inserts emulation prevention bytes, so that nothing looks like a start code (section 7.4.1). */
function addEmulationPrevention(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(twoZeros); at >= 0; at = bytes.indexOf(twoZeros, from)) {
    const end = at + twoZeros.length;
    const isAmbiguous = end < bytes.length && bytes[end] <= 3;
    parts.push(bytes.subarray(from, end), isAmbiguous ? escapeByte : noBytes);
    from = end;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}

const twoZeros = Buffer.alloc(2);
const escapeByte = Buffer.from([3]);
const noBytes = Buffer.alloc(0);

/** Reads bits, starting with the most significant. */
class BitReader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads an unsigned number of `count` bits, at most 31: u(n). */
  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.position++) {
      const byte = this.#bytes[this.position >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.position & 7))) & 1);
    }
    return value;
  }

  /** Reads an unsigned Exp-Golomb code: ue(v), section 9.1. */
  readUnsigned(): number {
    let zeros = 0;
    while (zeros < 32 && this.read(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.read(zeros);
  }
}

/** Writes bits, starting with the most significant. */
class BitWriter {
  readonly #bits: number[] = [];

  /** u(n). */
  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) this.#bits.push((value >> bit) & 1);
  }

  /** ue(v), section 9.1. */
  writeUnsigned(value: number): void {
    const length = Math.floor(Math.log2(value + 1)) + 1;
    this.write(0, length - 1);
    this.write(value + 1, length);
  }

  /** Returns the bytes, with the stop bit and zeros up to a whole byte (section 7.3.2.11). */
  finish(): Buffer {
    this.write(1, 1);
    return this.aligned();
  }

  /** Returns the bytes, with zeros up to a whole byte. */
  aligned(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) if (bit === 1) bytes[index >> 3] |= 128 >> (index & 7);
    return bytes;
  }
}
