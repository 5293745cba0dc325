package dev.colonnade.protocol.frame;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Context of a trace in a request (W3C Trace Context): the trace and the span of the client that
 * the server's spans belong to.
 *
 * <pre>
 *   0                               16              24     25
 *   +-------------------------------+---------------+------+
 *   |  trace id, 16 bytes           | span id, 8    | flags|
 *   +-------------------------------+---------------+------+
 * </pre>
 *
 * @param traceIdHigh first 8 bytes of the id of the trace, big-endian
 * @param traceIdLow last 8 bytes of it
 * @param spanId id of the span, big-endian
 * @param flags bit 0: the client records the trace
 */
public record WireTraceContext(long traceIdHigh, long traceIdLow, long spanId, byte flags) {
  /** Number of bytes in a frame. */
  public static final int BYTES = 25;

  /** Returns the context of ids in bytes, of 16 and 8. */
  public static WireTraceContext of(byte[] traceId, byte[] spanId, byte flags) {
    ByteBuffer trace = ByteBuffer.wrap(traceId);
    return new WireTraceContext(
        trace.getLong(), trace.getLong(), ByteBuffer.wrap(spanId).getLong(), flags);
  }

  /** Reads a context. */
  public static WireTraceContext read(ByteBuf in) {
    return new WireTraceContext(in.readLong(), in.readLong(), in.readLong(), in.readByte());
  }

  /** Appends the bytes of the context. */
  public void write(ByteBuf out) {
    out.writeLong(traceIdHigh).writeLong(traceIdLow).writeLong(spanId).writeByte(flags);
  }

  /** Returns the text form, as in the header {@code traceparent}. */
  public String traceparent() {
    HexFormat hex = HexFormat.of();
    return "00-"
        + hex.toHexDigits(traceIdHigh)
        + hex.toHexDigits(traceIdLow)
        + "-"
        + hex.toHexDigits(spanId)
        + "-"
        + hex.toHexDigits(flags);
  }
}
