package dev.colonnade.scan.ipc;

import java.nio.ByteBuffer;

/** Compresses one buffer. Safe for use by many threads. */
interface BufferCodec {
  /** The number that Arrow's metadata has for it. */
  byte number();

  /** The most bytes that so many can become. */
  long bytesMax(int bytes);

  /**
   * Compresses all that remains in {@code from}, which is direct, to {@code to}, which is direct
   * and has room for {@link #bytesMax}. Returns how many bytes there are.
   */
  int compress(ByteBuffer from, ByteBuffer to);
}
