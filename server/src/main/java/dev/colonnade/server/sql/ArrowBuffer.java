package dev.colonnade.server.sql;

import com.github.luben.zstd.Zstd;
import dev.colonnade.protocol.result.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4FrameOutputStream;

/**
 * Buffer of a record batch: the first {@code byteCount} bytes of an array.
 *
 * <p>A compressed buffer is an i64 with the uncompressed length, followed by the compressed bytes.
 * A length of -1 means that the bytes are not compressed, because compression would not shorten
 * them. An empty buffer remains empty.
 */
@SuppressWarnings("ArrayRecordComponent") // a view of a buffer, never compared
record ArrowBuffer(byte[] bytes, int byteCount) {
  private static final int PREFIX_BYTES = Long.BYTES;
  private static final long NOT_COMPRESSED = -1;
  private static final int ALIGNMENT = 8;
  private static final int ZSTD_LEVEL = 1;

  /** Returns the size in a message, with padding, in bytes. */
  long paddedBytes() {
    return (byteCount + ALIGNMENT - 1L) & -ALIGNMENT;
  }

  /** Returns a buffer with the same content, compressed. */
  ArrowBuffer compressed(Compression compression) {
    if (compression == Compression.NONE || byteCount == 0) {
      return this;
    }
    byte[] plain = Arrays.copyOf(bytes, byteCount);
    byte[] compressed =
        compression == Compression.ZSTD ? Zstd.compress(plain, ZSTD_LEVEL) : lz4(plain);
    boolean isShorter = compressed.length < byteCount;
    byte[] content = isShorter ? compressed : plain;
    byte[] whole =
        ByteBuffer.allocate(PREFIX_BYTES + content.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(isShorter ? byteCount : NOT_COMPRESSED)
            .put(content)
            .array();
    return new ArrowBuffer(whole, whole.length);
  }

  private static byte[] lz4(byte[] plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (LZ4FrameOutputStream out =
        new LZ4FrameOutputStream(
            compressed,
            LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB,
            plain.length,
            LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
            LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return compressed.toByteArray();
  }
}
