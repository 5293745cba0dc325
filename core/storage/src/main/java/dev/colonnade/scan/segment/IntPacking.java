package dev.colonnade.scan.segment;

import dev.colonnade.memory.NativeMemory;

/**
 * Bit packing of integers of 1, 2, 4 or 8 bytes, as differences to the smallest one (frame of
 * reference), or of ascending ints, as differences to the one before.
 *
 * <pre>
 *   base i64 | first i64 | bits u8 | values of that many bits, the lowest bits first | 8 bytes 0
 * </pre>
 *
 * <p>{@code base} is the smallest value, or the smallest difference; {@code first} is the first
 * value of differences. Values of more than {@link #BITS_MAX} bits are not packed.
 */
final class IntPacking {
  /** Most bits of a packed value, so that one is read by one load of eight bytes. */
  static final int BITS_MAX = 56;

  /** Most bits of values of which four are read by one load. */
  private static final int QUAD_BITS_MAX = BITS_MAX / 4;

  /** Most bits of values of which two are read by one load. */
  private static final int PAIR_BITS_MAX = BITS_MAX / 2;

  private static final long INT_MASK = 0xFFFF_FFFFL;
  private static final int FIRST = Long.BYTES;
  private static final int BITS = 2 * Long.BYTES;
  private static final int VALUES = BITS + 1;

  private IntPacking() {}

  /** Returns the bytes of {@code count} packed values. */
  static long bytesOf(int count, int bits) {
    return VALUES + (((long) count * bits + 7) >>> 3) + Long.BYTES;
  }

  /**
   * Returns the most bytes that {@link #pack} and {@link #packDeltas} write for {@code rawBytes}
   * bytes of values: a value has at most its own bits, a difference of ints one more.
   */
  static long bytesMax(long rawBytes) {
    return bytesOf(0, 0) + rawBytes + rawBytes / Integer.SIZE + Long.BYTES;
  }

  /**
   * Packs {@code count} values of {@code width} bytes; returns the bytes written, or -1 if a value
   * has too many bits.
   */
  static int pack(long from, int width, int count, long to) {
    long min = count == 0 ? 0 : Long.MAX_VALUE;
    long max = count == 0 ? 0 : Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long value = get(from, width, i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(max - min);
    if (bits > BITS_MAX) {
      return -1;
    }
    Packer packer = new Packer(to, min, 0, bits);
    for (int i = 0; i < count; i++) {
      packer.add(get(from, width, i));
    }
    return packer.finish();
  }

  /** Packs the differences of {@code count} ints; returns the bytes written. */
  static int packDeltas(long from, int count, long to) {
    long min = count < 2 ? 0 : Long.MAX_VALUE;
    long max = count < 2 ? 0 : Long.MIN_VALUE;
    for (int i = 1; i < count; i++) {
      long delta = get(from, Integer.BYTES, i) - get(from, Integer.BYTES, i - 1);
      min = Math.min(min, delta);
      max = Math.max(max, delta);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(max - min);
    long first = count == 0 ? 0 : get(from, Integer.BYTES, 0);
    Packer packer = new Packer(to, min, first, bits);
    for (int i = 1; i < count; i++) {
      packer.add(get(from, Integer.BYTES, i) - get(from, Integer.BYTES, i - 1));
    }
    return packer.finish();
  }

  /** Unpacks {@code count} values of {@code width} bytes from {@code bytes} bytes. */
  static void unpack(long from, long bytes, int width, int count, long to) {
    int bits = requireBits(from, bytes, count);
    long base = NativeMemory.getLong(from);
    long values = from + VALUES;
    long mask = (1L << bits) - 1;
    int unpacked = 0;
    if (bits <= QUAD_BITS_MAX) {
      for (; unpacked + 4 <= count; unpacked += 4) {
        long four = bitsAt(values, (long) unpacked * bits);
        put(
            to + (long) unpacked * width,
            width,
            base + (four & mask),
            base + (four >>> bits & mask),
            base + (four >>> (2 * bits) & mask),
            base + (four >>> (3 * bits) & mask));
      }
    } else if (bits <= PAIR_BITS_MAX) {
      for (; unpacked + 4 <= count; unpacked += 4) {
        long two = bitsAt(values, (long) unpacked * bits);
        long more = bitsAt(values, (unpacked + 2L) * bits);
        put(
            to + (long) unpacked * width,
            width,
            base + (two & mask),
            base + (two >>> bits & mask),
            base + (more & mask),
            base + (more >>> bits & mask));
      }
    }
    for (; unpacked < count; unpacked++) {
      long value = base + (bitsAt(values, (long) unpacked * bits) & mask);
      put(to + (long) unpacked * width, width, value);
    }
  }

  private static void put(long to, int width, long value) {
    switch (width) {
      case Byte.BYTES -> NativeMemory.putByte(to, (byte) value);
      case Short.BYTES -> NativeMemory.putShort(to, (short) value);
      case Integer.BYTES -> NativeMemory.putInt(to, (int) value);
      default -> NativeMemory.putLong(to, value);
    }
  }

  /** Stores four values, by one instruction where they fit into a word. */
  private static void put(long to, int width, long a, long b, long c, long d) {
    switch (width) {
      case Byte.BYTES ->
          NativeMemory.putInt(
              to, (int) ((a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16 | d << 24));
      case Short.BYTES ->
          NativeMemory.putLong(
              to, (a & 0xFFFF) | (b & 0xFFFF) << 16 | (c & 0xFFFF) << 32 | d << 48);
      case Integer.BYTES -> {
        NativeMemory.putLong(to, (a & INT_MASK) | b << Integer.SIZE);
        NativeMemory.putLong(to + Long.BYTES, (c & INT_MASK) | d << Integer.SIZE);
      }
      default -> {
        NativeMemory.putLong(to, a);
        NativeMemory.putLong(to + Long.BYTES, b);
        NativeMemory.putLong(to + 2L * Long.BYTES, c);
        NativeMemory.putLong(to + 3L * Long.BYTES, d);
      }
    }
  }

  /** Unpacks the differences of {@code count} ints from {@code bytes} bytes. */
  static void unpackDeltas(long from, long bytes, int count, long to) {
    if (count == 0) {
      return;
    }
    int bits = requireBits(from, bytes, count - 1);
    int base = (int) NativeMemory.getLong(from);
    long values = from + VALUES;
    long mask = (1L << bits) - 1;
    int value = (int) NativeMemory.getLong(from + FIRST);
    NativeMemory.putInt(to, value);
    int unpacked = 1;
    if (bits == 0) {
      for (; unpacked < count; unpacked++) {
        NativeMemory.putInt(to + 4L * unpacked, value + unpacked * base);
      }
    } else if (bits <= QUAD_BITS_MAX) {
      for (; unpacked + 4 <= count; unpacked += 4) {
        long four = bitsAt(values, (unpacked - 1L) * bits);
        // Sums of two first: fewer additions depend on the one before.
        int first = base + (int) (four & mask);
        int two = first + base + (int) (four >>> bits & mask);
        int third = base + (int) (four >>> (2 * bits) & mask);
        int last = third + base + (int) (four >>> (3 * bits) & mask);
        int middle = value + two;
        put(
            to + 4L * unpacked,
            Integer.BYTES,
            value + first,
            middle,
            middle + third,
            middle + last);
        value = middle + last;
      }
    }
    for (; unpacked < count; unpacked++) {
      value += base + (int) (bitsAt(values, (unpacked - 1L) * bits) & mask);
      NativeMemory.putInt(to + 4L * unpacked, value);
    }
  }

  private static int requireBits(long from, long bytes, int count) {
    int bits = bytes < VALUES ? -1 : NativeMemory.getByte(from + BITS);
    if (bits < 0 || bits > BITS_MAX || bytes < bytesOf(count, bits)) {
      throw new DamagedSegmentException("packed integers bits=" + bits + " bytes=" + bytes);
    }
    return bits;
  }

  /** Returns the bits from a bit on, of which at least {@link #BITS_MAX} are valid. */
  private static long bitsAt(long values, long bit) {
    return NativeMemory.getLong(values + (bit >>> 3)) >>> (bit & 7);
  }

  private static long get(long from, int width, int index) {
    return switch (width) {
      case Byte.BYTES -> NativeMemory.getByte(from + index);
      case Short.BYTES -> NativeMemory.getShort(from + 2L * index);
      case Integer.BYTES -> NativeMemory.getInt(from + 4L * index);
      default -> NativeMemory.getLong(from + 8L * index);
    };
  }

  /** Writer of packed values. */
  private static final class Packer {
    private final long start;
    private final long base;
    private final int bits;
    private long to;
    private long pending;
    private int pendingBits;

    Packer(long start, long base, long first, int bits) {
      this.start = start;
      this.base = base;
      this.bits = bits;
      this.to = start + VALUES;
      NativeMemory.putLong(start, base);
      NativeMemory.putLong(start + FIRST, first);
      NativeMemory.putByte(start + BITS, (byte) bits);
    }

    void add(long value) {
      pending |= (value - base) << pendingBits;
      pendingBits += bits;
      while (pendingBits >= Byte.SIZE) {
        NativeMemory.putByte(to++, (byte) pending);
        pending >>>= Byte.SIZE;
        pendingBits -= Byte.SIZE;
      }
    }

    int finish() {
      if (pendingBits > 0) {
        NativeMemory.putByte(to++, (byte) pending);
      }
      NativeMemory.putLong(to, 0);
      return Math.toIntExact(to + Long.BYTES - start);
    }
  }
}
