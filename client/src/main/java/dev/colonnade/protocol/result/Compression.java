package dev.colonnade.protocol.result;

import dev.colonnade.protocol.WireCode;

/**
 * Compression of result buffers. In {@link ScanFormat#COL_BATCH} each Arrow buffer is compressed
 * separately; in {@link ScanFormat#KEY_VALUES} the payload is one buffer. A compressed buffer is an
 * i64 uncompressed length followed by the compressed bytes; a length of -1 means that the bytes are
 * not compressed.
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
