package dev.colonnade.client.page;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.colonnade.protocol.ProtocolException;
import java.nio.ByteBuffer;

/** Decompression of Zstandard frames. The only class that depends on the Zstandard library. */
final class ZstdFrames {
  private ZstdFrames() {}

  /** Fills {@code target}, and returns the length of the content. */
  static int decompress(ByteBuffer content, byte[] target) {
    byte[] source = new byte[content.remaining()];
    content.get(content.position(), source);
    try {
      long written = Zstd.decompressByteArray(target, 0, target.length, source, 0, source.length);
      if (Zstd.isError(written)) {
        throw ProtocolException.malformed("buffer is not Zstandard: " + Zstd.getErrorName(written));
      }
      return (int) written;
    } catch (ZstdException notZstd) {
      throw ProtocolException.malformed("buffer is not Zstandard: " + notZstd.getMessage());
    }
  }
}
