package dev.colonnade.sql.execute.spill.format;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Compressed buffers of record batches, as Arrow defines them: the length, then an LZ4 frame.
 *
 * <pre>
 *   0              8       12  13  14              22   23
 *   +--------------+-------+---+---+---------------+----+------+-- ... --+-- ... --+---------+
 *   | bytes before | magic |FLG|BD | content bytes | HC | size | block   | more    | 00 x 4  |
 *   | i64, or -1   | u32   |   |   | u64           |    | u32  |         | blocks  |         |
 *   +--------------+-------+---+---+---------------+----+------+-- ... --+-- ... --+---------+
 *
 *   -1    uncompressed bytes follow, no frame
 *   FLG   version 1, independent blocks, content size present, no checksums
 *   BD    blocks of up to 4 MiB
 *   HC    second byte of xxHash32 over FLG, BD and content size
 *   size  highest bit: the block is not compressed
 * </pre>
 */
final class Lz4Buffers {
  private static final long NOT_COMPRESSED = -1;
  private static final int MAGIC = 0x184D2204;
  private static final int FLAGS = 0b0110_1000;
  private static final int BLOCK_DESCRIPTOR = 0b0111_0000;
  private static final int DESCRIPTOR_BYTES = 10;
  private static final int HEADER_BYTES = 15;
  private static final int BLOCK_BYTES_MAX = 4 << 20;
  private static final int BLOCK_NOT_COMPRESSED = 1 << 31;

  /** Shorter buffers are not compressed. */
  private static final int COMPRESSED_BYTES_MIN = 128;

  private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
  private final LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();
  private final XXHash32 hashes = XXHashFactory.fastestInstance().hash32();

  /** Adds a compressed buffer to {@code out}, without padding; an empty one adds nothing. */
  void compress(byte[] from, int start, int length, ByteSink out) {
    if (length == 0) {
      return;
    }
    int prefixAt = out.length();
    out.putLong(length);
    if (length >= COMPRESSED_BYTES_MIN) {
      putFrame(from, start, length, out);
    }
    int compressed = out.length() - prefixAt - Long.BYTES;
    if (compressed == 0 || compressed >= length) {
      out.setLength(prefixAt);
      out.putLong(NOT_COMPRESSED);
      out.putBytes(from, start, length);
    }
  }

  private void putFrame(byte[] from, int start, int length, ByteSink out) {
    out.reserve(bytesMax(length));
    out.putInt(MAGIC);
    int descriptorAt = out.length();
    out.putByte(FLAGS);
    out.putByte(BLOCK_DESCRIPTOR);
    out.putLong(length);
    out.putByte(hashes.hash(out.bytes(), descriptorAt, DESCRIPTOR_BYTES, 0) >>> Byte.SIZE);
    for (int at = 0; at < length; at += BLOCK_BYTES_MAX) {
      putBlock(from, start + at, Math.min(length - at, BLOCK_BYTES_MAX), out);
    }
    out.putInt(0);
  }

  /** The compressor needs place for its largest block, even if it is stored unchanged then. */
  private long bytesMax(int length) {
    long blockCount = length / BLOCK_BYTES_MAX + 1L;
    return HEADER_BYTES
        + (long) length
        + blockCount * Integer.BYTES
        + compressor.maxCompressedLength(Math.min(length, BLOCK_BYTES_MAX))
        + Integer.BYTES;
  }

  private void putBlock(byte[] from, int start, int length, ByteSink out) {
    int sizeAt = out.length();
    out.putInt(0);
    int bytesMax = compressor.maxCompressedLength(length);
    out.reserve(bytesMax);
    int compressed =
        compressor.compress(from, start, length, out.bytes(), out.length(), bytesMax);
    if (compressed < length) {
      out.setInt(sizeAt, compressed);
      out.setLength(out.length() + compressed);
    } else {
      out.setInt(sizeAt, length | BLOCK_NOT_COMPRESSED);
      out.putBytes(from, start, length);
    }
  }

  /** Returns the length of a compressed buffer before compression. */
  static int decompressedLength(byte[] from, int start, int length) {
    if (length == 0) {
      return 0;
    }
    long before = ByteSink.longAt(from, start);
    return Math.toIntExact(before == NOT_COMPRESSED ? length - Long.BYTES : before);
  }

  /**
   * Decompresses a buffer to {@code into}, which has at least {@link #decompressedLength} bytes.
   *
   * @throws ColonnadeException STORE_CORRUPT if the bytes are no such buffer
   */
  void decompress(byte[] from, int start, int length, byte[] into) {
    if (length == 0) {
      return;
    }
    int contentLength = decompressedLength(from, start, length);
    int contentStart = start + Long.BYTES;
    if (ByteSink.longAt(from, start) == NOT_COMPRESSED) {
      System.arraycopy(from, contentStart, into, 0, contentLength);
      return;
    }
    try {
      readFrame(from, contentStart, start + length, into, contentLength);
    } catch (LZ4Exception e) {
      throw corrupt(String.valueOf(e.getMessage()));
    }
  }

  private void readFrame(byte[] from, int start, int end, byte[] into, int length) {
    if (end - start < HEADER_BYTES || ByteSink.intAt(from, start) != MAGIC) {
      throw corrupt("no frame");
    }
    int at = start + HEADER_BYTES;
    int written = 0;
    while (written < length) {
      if (end - at < Integer.BYTES) {
        throw corrupt("frame is truncated");
      }
      int size = ByteSink.intAt(from, at);
      int bytes = size & ~BLOCK_NOT_COMPRESSED;
      at += Integer.BYTES;
      if (bytes == 0 || bytes > end - at) {
        throw corrupt("block is truncated");
      }
      if (size < 0) {
        System.arraycopy(from, at, into, written, bytes);
        written += bytes;
      } else {
        written += decompressor.decompress(from, at, bytes, into, written, length - written);
      }
      at += bytes;
    }
  }

  private static ColonnadeException corrupt(String reason) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "temporary file is damaged: reason=" + reason);
  }
}
