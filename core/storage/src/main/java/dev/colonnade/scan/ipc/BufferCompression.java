package dev.colonnade.scan.ipc;

/** Whether and how the buffers of a message are compressed, each on its own. */
public enum BufferCompression {
  NONE,
  /** Fast; for networks that are not. */
  LZ4_FRAME,
  /** Smaller, and slower. */
  ZSTD
}
