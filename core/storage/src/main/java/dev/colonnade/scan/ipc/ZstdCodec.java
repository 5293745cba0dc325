package dev.colonnade.scan.ipc;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.CompressionType;

/** Zstandard codec, at the fastest positive level. */
final class ZstdCodec implements BufferCodec {
  private static final int LEVEL = 1;

  @Override
  public byte number() {
    return CompressionType.ZSTD;
  }

  @Override
  public long bytesMax(int bytes) {
    return Zstd.compressBound(bytes);
  }

  @Override
  public int compress(ByteBuffer from, ByteBuffer to) {
    long written =
        Zstd.compressDirectByteBuffer(
            to, to.position(), to.remaining(), from, from.position(), from.remaining(), LEVEL);
    if (Zstd.isError(written)) {
      throw new IllegalStateException("zstd failed: error=" + Zstd.getErrorName(written));
    }
    return Math.toIntExact(written);
  }
}
