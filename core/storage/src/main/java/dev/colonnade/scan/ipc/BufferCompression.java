package dev.colonnade.scan.ipc;

/** Compression of the buffers of a message, each buffer separately. */
public enum BufferCompression {
  NONE,
  /** Fast compression, for slow networks. */
  LZ4_FRAME,
  /** Better ratio than LZ4, but slower. */
  ZSTD
}
