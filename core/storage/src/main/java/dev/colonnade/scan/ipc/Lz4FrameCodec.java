package dev.colonnade.scan.ipc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.arrow.flatbuf.CompressionType;

/**
 * LZ4 codec in the LZ4 frame format. The library supports frames for heap streams only; this class
 * builds them with its block compressor, directly from native memory to native memory.
 *
 * <pre>
 *   0       4   5   6               14   15
 *   +-------+---+---+---------------+----+------+-- ... --+-- ... --+---------+
 *   | magic |FLG|BD | content bytes | HC | size | block   | more    | 00 x 4  |
 *   | u32   |   |   | u64           |    | u32  |         | blocks  |         |
 *   +-------+---+---+---------------+----+------+-- ... --+-- ... --+---------+
 *
 *   FLG   version 1, independent blocks, content size present, no checksums
 *   BD    blocks of up to 4 MiB
 *   HC    second byte of xxHash32 over FLG, BD and content size
 *   size  highest bit: the block is not compressed
 * </pre>
 */
final class Lz4FrameCodec implements BufferCodec {
  private static final int MAGIC = 0x184D2204;
  private static final byte FLAGS = 0b0110_1000;
  private static final byte BLOCK_DESCRIPTOR = 0b0111_0000;
  private static final int DESCRIPTOR_OFFSET = 4;
  private static final int DESCRIPTOR_BYTES = 10;
  private static final int BLOCK_BYTES_MAX = 4 * 1024 * 1024;
  private static final int BLOCK_NOT_COMPRESSED = 1 << 31;
  private static final int HEADER_BYTES = 15;
  private static final int END_MARK = 0;

  private final LZ4Compressor blocks = LZ4Factory.fastestInstance().fastCompressor();
  private final XXHashFactory hashes = XXHashFactory.fastestInstance();

  @Override
  public byte number() {
    return CompressionType.LZ4_FRAME;
  }

  @Override
  public long bytesMax(int bytes) {
    // An incompressible block is stored unchanged, but the compressor needs its maximum size.
    long blockCount = bytes / BLOCK_BYTES_MAX + 1L;
    return (long) HEADER_BYTES
        + bytes
        + blockCount * Integer.BYTES
        + blocks.maxCompressedLength(Math.min(bytes, BLOCK_BYTES_MAX))
        + Integer.BYTES;
  }

  @Override
  public int compress(ByteBuffer from, ByteBuffer to) {
    ByteBuffer out = to.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int start = out.position();
    putHeader(out, from.remaining());
    int at = from.position();
    while (at < from.limit()) {
      int length = Math.min(from.limit() - at, BLOCK_BYTES_MAX);
      putBlock(from, at, length, out);
      at += length;
    }
    out.putInt(END_MARK);
    return out.position() - start;
  }

  private void putHeader(ByteBuffer out, long contentBytes) {
    int descriptor = out.position() + DESCRIPTOR_OFFSET;
    out.putInt(MAGIC).put(FLAGS).put(BLOCK_DESCRIPTOR).putLong(contentBytes);
    int hash = hashes.hash32().hash(out, descriptor, DESCRIPTOR_BYTES, 0);
    out.put((byte) (hash >>> Byte.SIZE));
  }

  private void putBlock(ByteBuffer from, int at, int length, ByteBuffer out) {
    int sizeAt = out.position();
    int dataAt = sizeAt + Integer.BYTES;
    int compressed = blocks.compress(from, at, length, out, dataAt, out.limit() - dataAt);
    if (compressed < length) {
      out.putInt(sizeAt, compressed).position(dataAt + compressed);
    } else {
      out.putInt(sizeAt, length | BLOCK_NOT_COMPRESSED);
      out.put(dataAt, from, at, length).position(dataAt + length);
    }
  }
}
