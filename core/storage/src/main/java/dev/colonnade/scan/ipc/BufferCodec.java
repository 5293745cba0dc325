package dev.colonnade.scan.ipc;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compression codec for single buffers. Thread-safe. */
sealed interface BufferCodec permits Lz4FrameCodec, ZstdCodec {
  /** Returns the codec of a compression; null for NONE. */
  static @Nullable BufferCodec of(BufferCompression compression) {
    return switch (requireNonNull(compression, "compression is null")) {
      case NONE -> null;
      case LZ4_FRAME -> new Lz4FrameCodec();
      case ZSTD -> new ZstdCodec();
    };
  }

  /** Returns the codec's number in Arrow's metadata. */
  byte number();

  /** Returns the most bytes that {@code bytes} bytes can be compressed to. */
  long bytesMax(int bytes);

  /**
   * Compresses the remaining bytes of {@code from}, which is direct, to {@code to}, which is direct
   * and has at least {@link #bytesMax} bytes remaining. Returns the number of compressed bytes.
   */
  int compress(ByteBuffer from, ByteBuffer to);
}
