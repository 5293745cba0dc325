package dev.colonnade.scan.ipc;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compresses one buffer. Safe for use by many threads. */
interface BufferCodec {
  /** Compresses so; null if it does not. */
  static @Nullable BufferCodec of(BufferCompression compression) {
    return switch (requireNonNull(compression, "compression is null")) {
      case NONE -> null;
      case LZ4_FRAME -> new Lz4FrameCodec();
      case ZSTD -> new ZstdCodec();
    };
  }

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
