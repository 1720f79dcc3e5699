// The bits of a slice's header, from the most significant on (ITU-T H.264 (08/2021), sections 7.2 and 9.1).

/** Where the next whole 32 bits go. */
let address: usize = 0;
/** The last bits, of which fewer than 32 are not written yet. */
let pending: u64 = 0;
let pendingLength: i32 = 0;

export function restart(at: usize): void {
  address = at;
  pending = 0;
  pendingLength = 0;
}

/** u(n), n up to 32. */
export function write(value: u32, count: i32): void {
  pending = (pending << count) | <u64>value;
  pendingLength += count;
  if (pendingLength >= 32) {
    pendingLength -= 32;
    store<u32>(address, bswap<u32>(<u32>(pending >> pendingLength)));
    address += 4;
  }
}

/** ue(v). */
export function writeUnsigned(value: u32): void {
  const digits = 32 - <i32>clz<u32>(value + 1);
  write(0, digits - 1);
  write(value + 1, digits);
}

/** se(v). */
export function writeSigned(value: i32): void {
  writeUnsigned(value > 0 ? (value << 1) - 1 : -value << 1);
}

/** About how many bits a value takes. */
export function signedLength(value: i32): i32 {
  const code = value > 0 ? (value << 1) - 1 : -value << 1;
  return ((31 - <i32>clz<u32>(code + 1)) << 1) + 1;
}

/** Fills the last byte with cabac_alignment_one_bit (section 7.3.4); gives the address of the next byte. */
export function alignWithOnes(): usize {
  while ((pendingLength & 7) !== 0) write(1, 1);
  const bytes = pendingLength >> 3;
  if (bytes > 0) store<u32>(address, bswap<u32>(<u32>(pending << (32 - pendingLength))));
  return address + <usize>bytes;
}

/** Copies bytes with emulation prevention bytes put in (section 7.4.1); gives their number. */
export function escape(from: usize, bytes: i32, to: usize): i32 {
  let target = to;
  let zeros = 0;
  for (let index = 0; index < bytes; index++) {
    const byte = load<u8>(from + <usize>index);
    if (zeros >= 2 && byte <= 3) {
      store<u8>(target++, 3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    store<u8>(target++, byte);
  }
  return <i32>(target - to);
}
