package dev.colonnade.client.page;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;

/**
 * Decompression of result buffers. The compression libraries are optional; the client announces to
 * the server those that are on the class path.
 */
public final class Decompressor {
  /** Maximum uncompressed length of one buffer in bytes; a buffer that claims more is rejected. */
  public static final int UNCOMPRESSED_BYTES_MAX = 64 * 1024 * 1024;

  private static final long NOT_COMPRESSED = -1;
  private static final int HEADER_BYTES = Long.BYTES;

  private Decompressor() {}

  /** Returns the compressions whose libraries are on the class path. */
  public static Set<Feature> available() {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    if (isPresent("net.jpountz.lz4.LZ4FrameInputStream")) {
      features.add(Feature.LZ4);
    }
    if (isPresent("com.github.luben.zstd.Zstd")) {
      features.add(Feature.ZSTD);
    }
    return features;
  }

  /**
   * Returns the content of a buffer that consists of an i64 uncompressed length and the compressed
   * bytes.
   *
   * @return little-endian
   * @throws ProtocolException if the buffer is malformed or too long
   */
  public static ByteBuffer decompress(Compression compression, ByteBuffer buffer) {
    if (compression == Compression.NONE || !buffer.hasRemaining()) {
      return buffer;
    }
    if (buffer.remaining() < HEADER_BYTES) {
      throw ProtocolException.malformed(
          "compressed buffer is truncated: bytes=" + buffer.remaining());
    }
    long length = buffer.order(ByteOrder.LITTLE_ENDIAN).getLong(buffer.position());
    ByteBuffer content =
        buffer.slice(buffer.position() + HEADER_BYTES, buffer.remaining() - HEADER_BYTES);
    if (length == NOT_COMPRESSED) {
      return content.order(ByteOrder.LITTLE_ENDIAN);
    }
    if (length < 0 || length > UNCOMPRESSED_BYTES_MAX) {
      throw ProtocolException.limit("buffer.uncompressedBytes", length, UNCOMPRESSED_BYTES_MAX);
    }
    return decompress(compression, content, (int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer decompress(Compression compression, ByteBuffer content, int length) {
    byte[] target = new byte[length];
    int written =
        switch (compression) {
          case LZ4 -> Lz4Frames.decompress(content, target);
          case ZSTD -> ZstdFrames.decompress(content, target);
          case NONE -> throw new AssertionError("compression=" + compression);
        };
    if (written != length) {
      throw ProtocolException.malformed(
          "compressed buffer has another length: expected=" + length + " actual=" + written);
    }
    return ByteBuffer.wrap(target);
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, false, Decompressor.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
