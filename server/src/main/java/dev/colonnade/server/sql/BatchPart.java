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
 * A buffer of a batch: the first bytes of an array.
 *
 * <p>A compressed one is an i64, the number of bytes before, and what they have become; -1 says
 * that they are as they were, because compressing would not have made them fewer. An empty one
 * stays empty.
 */
@SuppressWarnings("ArrayRecordComponent") // a view of what is written next, never compared
record BatchPart(byte[] bytes, int byteCount) {
  private static final int PREFIX_BYTES = Long.BYTES;
  private static final long NOT_COMPRESSED = -1;
  private static final int ALIGNMENT = 8;
  private static final int ZSTD_LEVEL = 1;

  /** Bytes in a message. */
  long paddedBytes() {
    return (byteCount + ALIGNMENT - 1L) & -ALIGNMENT;
  }

  /** The same content, compressed. */
  BatchPart compressed(Compression compression) {
    if (compression == Compression.NONE || byteCount == 0) {
      return this;
    }
    byte[] plain = Arrays.copyOf(bytes, byteCount);
    byte[] packed = compression == Compression.ZSTD ? Zstd.compress(plain, ZSTD_LEVEL) : lz4(plain);
    boolean isShorter = packed.length < byteCount;
    byte[] content = isShorter ? packed : plain;
    byte[] whole =
        ByteBuffer.allocate(PREFIX_BYTES + content.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(isShorter ? byteCount : NOT_COMPRESSED)
            .put(content)
            .array();
    return new BatchPart(whole, whole.length);
  }

  private static byte[] lz4(byte[] plain) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (LZ4FrameOutputStream out =
        new LZ4FrameOutputStream(
            packed,
            LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB,
            plain.length,
            LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
            LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return packed.toByteArray();
  }
}
