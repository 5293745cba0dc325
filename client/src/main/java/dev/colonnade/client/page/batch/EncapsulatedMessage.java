package dev.colonnade.client.page.batch;

import com.google.flatbuffers.Table;
import dev.colonnade.protocol.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;

/**
 * Encapsulated message of Arrow's IPC format:
 *
 * <pre>
 *   +------------+-----------------+---------------------+------+
 *   | FF FF FF FF| metadata length | metadata, padded    | body |
 *   |            | i32             | to 8 bytes          |      |
 *   +------------+-----------------+---------------------+------+
 * </pre>
 *
 * @param body little-endian, with the length that the metadata states
 * @param end end of the message in the buffer from which it was read
 */
public record EncapsulatedMessage(Message metadata, ByteBuffer body, int end) {
  private static final int CONTINUATION = -1;
  private static final int PREFIX_BYTES = 8;

  /**
   * Reads the message at {@code start}.
   *
   * @throws ProtocolException if there is no valid message
   */
  public static EncapsulatedMessage read(ByteBuffer bytes, int start) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() - start < PREFIX_BYTES || in.getInt(start) != CONTINUATION) {
      throw ProtocolException.malformed("not an Arrow message: start=" + start);
    }
    int metadataLength = in.getInt(start + Integer.BYTES);
    int metadataStart = start + PREFIX_BYTES;
    if (metadataLength < 1 || metadataLength > in.limit() - metadataStart) {
      throw ProtocolException.malformed(
          "Arrow metadata is truncated: start=" + start + " metadataLength=" + metadataLength);
    }
    Message metadata = Message.getRootAsMessage(in.slice(metadataStart, metadataLength));
    int bodyStart = metadataStart + metadataLength;
    long bodyLength = metadata.bodyLength();
    if (bodyLength < 0 || bodyLength > in.limit() - bodyStart) {
      throw ProtocolException.malformed(
          "Arrow body is truncated: start=" + start + " bodyLength=" + bodyLength);
    }
    ByteBuffer body = in.slice(bodyStart, (int) bodyLength).order(ByteOrder.LITTLE_ENDIAN);
    return new EncapsulatedMessage(metadata, body, bodyStart + (int) bodyLength);
  }

  /**
   * Returns the header of the message.
   *
   * @param header object that the header is read into
   * @throws ProtocolException if it is of another type than {@code headerType}, or missing
   */
  public <T extends Table> T header(byte headerType, T header) {
    if (metadata.headerType() != headerType || metadata.header(header) == null) {
      throw ProtocolException.malformed(
          "Arrow message has another type: expected="
              + headerType
              + " actual="
              + metadata.headerType());
    }
    return header;
  }
}
