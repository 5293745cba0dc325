package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/**
 * How result buffers are compressed. In {@link ScanFormat#COL_BATCH} each Arrow buffer is on its
 * own; in {@link ScanFormat#KEY_VALUES} the payload is one buffer. Either is then an i64
 * uncompressed length and the compressed bytes; a length of -1 says that they are not compressed.
 */
public enum Compression implements WireCode {
  NONE(0),
  /** LZ4 frames. */
  LZ4(1),
  ZSTD(2);

  private final int code;

  Compression(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
