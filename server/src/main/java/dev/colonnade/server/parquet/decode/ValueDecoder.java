package dev.colonnade.server.parquet.decode;

/** Decoder of the values of a page, which holds the current one. One thread. */
public abstract class ValueDecoder {
  private static final byte[] NO_BYTES = {};

  private long number;
  private byte[] bytes = NO_BYTES;
  private int start;
  private int length;

  /** Decodes the next value, which becomes the current one. */
  public abstract void next();

  /** Returns the current value of a BOOLEAN or number; the bits of a FLOAT or DOUBLE. */
  public final long number() {
    return number;
  }

  /** Returns the array with the bytes of the current value of any other type. */
  public final byte[] bytes() {
    return bytes;
  }

  /** Returns the index of the first byte of the current value. */
  public final int start() {
    return start;
  }

  /** Returns the number of bytes of the current value. */
  public final int length() {
    return length;
  }

  final void setNumber(long value) {
    number = value;
  }

  final void setBytes(byte[] array, int from, int count) {
    bytes = array;
    start = from;
    length = count;
  }
}
