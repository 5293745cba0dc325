package dev.colonnade.server.pg.copy;

/**
 * Layout of the binary format of COPY.
 *
 * <pre>
 * | signature 11 bytes | flags int32 | length of an extension int32 | extension |
 * | columns int16 |                         for each row; -1 for the end
 * | length int32, -1 for NULL | value |     for each column
 * </pre>
 */
final class BinaryCopyLayout {
  static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
  static final int HEADER_BYTES = SIGNATURE.length + 2 * Integer.BYTES;

  /** Mask of the critical flags: a reader must reject a file with an unknown one. */
  static final int CRITICAL_FLAGS = 0xffff0000;

  static final short END = -1;

  private BinaryCopyLayout() {}
}
