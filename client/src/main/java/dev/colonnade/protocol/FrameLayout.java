package dev.colonnade.protocol;

/**
 * Layout of a frame, the transfer unit of both directions. All integers are little-endian.
 *
 * <pre>
 *   0               4      5       6               10
 *   +---------------+------+-------+---------------+----------------------+
 *   |    length     | type | flags |   stream id   |  payload             |
 *   |    u32        | u8   | u8    |   u32         |  length - 6 bytes    |
 *   +---------------+------+-------+---------------+----------------------+
 *                   |&lt;------------------ length bytes --------------------&gt;|
 * </pre>
 *
 * <p>The stream id is chosen by the client, is unique among the requests in flight on a connection,
 * and is repeated in every frame of the response. Stream 0 is the connection itself: the handshake,
 * and errors that end the connection.
 *
 * <p>If {@link #FLAG_DEADLINE} is set in a request, its payload starts with a u32: the milliseconds
 * after arrival within which the server must have sent the complete response. If {@link
 * #FLAG_TRACE} is set, the 25 bytes of the context of a trace follow.
 */
public final class FrameLayout {
  public static final int LENGTH_OFFSET = 0;
  public static final int TYPE_OFFSET = 4;
  public static final int FLAGS_OFFSET = 5;
  public static final int STREAM_ID_OFFSET = 6;

  /** Bytes before the payload. */
  public static final int HEADER_BYTES = 10;

  /** Bytes that the length field counts besides the payload. */
  public static final int COUNTED_HEADER_BYTES = HEADER_BYTES - TYPE_OFFSET;

  public static final int FLAGS_NONE = 0;

  /** In a request: the payload starts with a deadline, u32 milliseconds. */
  public static final int FLAG_DEADLINE = 0x01;

  /** In a response: no further frame follows for this stream id. */
  public static final int FLAG_LAST = 0x02;

  /** In a request: the context of a trace precedes the fields, after the deadline. */
  public static final int FLAG_TRACE = 0x04;

  /** The stream id of the connection itself. */
  public static final int CONNECTION_STREAM_ID = 0;

  private FrameLayout() {}
}
