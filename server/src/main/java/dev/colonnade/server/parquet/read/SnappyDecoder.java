package dev.colonnade.server.parquet.read;

/** Decoder of the block format of Snappy: literal bytes, and copies of earlier output. */
final class SnappyDecoder {
  private static final int TAG_MASK = 3;
  private static final int TAG_BITS = 2;
  private static final int LITERAL_INLINE_MAX = 60;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_BITS_MAX = 35;
  private static final int VARINT_MORE = 0x80;
  private static final int BYTE_MASK = 0xff;
  private static final int SHORT_COPY_MIN = 4;
  private static final int SHORT_COPY_MASK = 7;
  private static final int SHORT_OFFSET_SHIFT = 5;

  private final byte[] from;
  private final byte[] to;
  private final int toStart;
  private int in;
  private int out;

  private SnappyDecoder(byte[] from, int start, byte[] to, int toStart) {
    this.from = from;
    this.to = to;
    this.toStart = toStart;
    this.in = start;
    this.out = toStart;
  }

  /**
   * Decodes all bytes from {@code start} on.
   *
   * @return the number of decoded bytes; negative if the bytes are invalid
   */
  static int decode(byte[] from, int start, byte[] to, int toStart) {
    SnappyDecoder decoder = new SnappyDecoder(from, start, to, toStart);
    if (decoder.readLength() != to.length - toStart) {
      return -1;
    }
    while (decoder.in < from.length) {
      if (!decoder.step()) {
        return -1;
      }
    }
    return decoder.out - toStart;
  }

  private long readLength() {
    long length = 0;
    for (int shift = 0; shift < VARINT_BITS_MAX && in < from.length; shift += VARINT_BITS) {
      int next = from[in++];
      length |= (long) (next & (VARINT_MORE - 1)) << shift;
      if (next >= 0) {
        return length;
      }
    }
    return -1;
  }

  /** Decodes an element; returns false if it is invalid. */
  private boolean step() {
    int tag = from[in++] & BYTE_MASK;
    int rest = tag >>> TAG_BITS;
    return switch (tag & TAG_MASK) {
      case 0 -> literal(rest);
      case 1 -> {
        long low = number(1);
        int high = rest >>> (SHORT_OFFSET_SHIFT - TAG_BITS);
        yield low >= 0
            && copy((long) high << Byte.SIZE | low, SHORT_COPY_MIN + (rest & SHORT_COPY_MASK));
      }
      case 2 -> copy(number(2), rest + 1);
      default -> copy(number(4), rest + 1);
    };
  }

  private boolean literal(int code) {
    long length = code < LITERAL_INLINE_MAX ? code : number(code - LITERAL_INLINE_MAX + 1);
    if (length < 0 || length + 1 > from.length - in || length + 1 > to.length - out) {
      return false;
    }
    int count = (int) length + 1;
    System.arraycopy(from, in, to, out, count);
    in += count;
    out += count;
    return true;
  }

  private boolean copy(long offset, int length) {
    if (offset <= 0 || offset > out - toStart || length > to.length - out) {
      return false;
    }
    int source = out - (int) offset;
    for (int i = 0; i < length; i++) { // source and target may overlap
      to[out++] = to[source++];
    }
    return true;
  }

  /** Reads an unsigned number; returns a negative one if there are fewer bytes. */
  private long number(int bytes) {
    if (bytes > from.length - in) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) (from[in++] & BYTE_MASK) << (i * Byte.SIZE);
    }
    return number;
  }
}
