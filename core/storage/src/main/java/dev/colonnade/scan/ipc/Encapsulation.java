package dev.colonnade.scan.ipc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.vector.ipc.message.MessageSerializer;

/**
 * What Arrow puts around the metadata of a message.
 *
 * <pre>
 *   0            4          8                      length + 8
 *   +------------+----------+-- ... --+-- ... ----+
 *   | FF FF FF FF| length   | flat-   | zeros, up |
 *   |            | i32      | buffer  | to 8 bytes|
 *   +------------+----------+-- ... --+-- ... ----+
 * </pre>
 */
final class Encapsulation {
  private static final int HEADER_BYTES = 8;
  private static final int ALIGNMENT = 8;

  private Encapsulation() {}

  /** The metadata with what goes around it, ready to be read. */
  static ByteBuffer around(ByteBuffer metadata) {
    int length = (metadata.remaining() + ALIGNMENT - 1) & -ALIGNMENT;
    ByteBuffer message =
        ByteBuffer.allocate(HEADER_BYTES + length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(MessageSerializer.IPC_CONTINUATION_TOKEN)
            .putInt(length)
            .put(metadata.duplicate());
    return message.clear();
  }
}
