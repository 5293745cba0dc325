package dev.colonnade.client.page;

import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4FrameInputStream;

/** Decompression of LZ4 frames. The only class that depends on the LZ4 library. */
final class Lz4Frames {
  private Lz4Frames() {}

  /**
   * Fills {@code target}, and returns the length of the content, at most one byte more than that of
   * {@code target}.
   */
  static int decompress(ByteBuffer content, byte[] target) {
    try (InputStream in =
        new LZ4FrameInputStream(new ByteBufInputStream(Unpooled.wrappedBuffer(content)))) {
      int written = in.readNBytes(target, 0, target.length);
      return in.read() < 0 ? written : written + 1;
    } catch (IOException | LZ4Exception notLz4) {
      throw ProtocolException.malformed("buffer is not an LZ4 frame: " + notLz4.getMessage());
    }
  }
}
