package dev.colonnade.protocol;

/**
 * What a peer accepts. Everything that a message can make long, deep or many has a limit here; a
 * message past one is refused with {@link ProtocolError#LIMIT_EXCEEDED} before memory is spent on
 * it. The server announces its limits in its half of the handshake.
 *
 * @param frameBytesMax length field of a frame, once the handshake is done
 * @param textBytesMax names, messages and other strings outside of rows
 * @param keyBytesMax an encoded key, a bound
 * @param columnsMax columns of a table, a projection or a tuple
 * @param itemsMax elements of any list: spans, literals of an IN, tables, ranges
 * @param requestsInFlightMax unanswered requests of one connection
 */
public record ProtocolLimits(
    int frameBytesMax,
    int textBytesMax,
    int keyBytesMax,
    int columnsMax,
    int itemsMax,
    int requestsInFlightMax) {

  /** The limit on a frame's length field before the handshake is done; the same for everybody. */
  public static final int HANDSHAKE_FRAME_BYTES_MAX = 64 * 1024;

  /** How deep a filter may nest; bounds the recursion of every peer that walks one. */
  public static final int FILTER_DEPTH_MAX = 64;

  private static final int RESUME_KEYS = 16;
  private static final int RESUME_FRAME_SHARE = 4;

  public static final ProtocolLimits DEFAULTS =
      new ProtocolLimits(16 * 1024 * 1024, 64 * 1024, 64 * 1024, 4096, 65_536, 1024);

  public ProtocolLimits {
    requireAtLeast(HANDSHAKE_FRAME_BYTES_MAX, frameBytesMax, "frameBytesMax");
    requireAtLeast(1, textBytesMax, "textBytesMax");
    requireAtLeast(1, keyBytesMax, "keyBytesMax");
    requireAtLeast(1, columnsMax, "columnsMax");
    requireAtLeast(1, itemsMax, "itemsMax");
    requireAtLeast(1, requestsInFlightMax, "requestsInFlightMax");
  }

  /**
   * The limit of a resume key, which holds all spans that are left of a scan. It leaves most of a
   * frame to what the frame is for.
   */
  public int resumeBytesMax() {
    return (int) Math.min((long) RESUME_KEYS * keyBytesMax, frameBytesMax / RESUME_FRAME_SHARE);
  }

  /** These limits with another frame length. */
  public ProtocolLimits withFrameBytesMax(int newFrameBytesMax) {
    return new ProtocolLimits(
        newFrameBytesMax, textBytesMax, keyBytesMax, columnsMax, itemsMax, requestsInFlightMax);
  }

  /** These limits with another number of requests in flight. */
  public ProtocolLimits withRequestsInFlightMax(int newRequestsInFlightMax) {
    return new ProtocolLimits(
        frameBytesMax, textBytesMax, keyBytesMax, columnsMax, itemsMax, newRequestsInFlightMax);
  }

  private static void requireAtLeast(int lowest, int value, String name) {
    if (value < lowest) {
      throw new IllegalArgumentException(name + "=" + value + " is below " + lowest);
    }
  }
}
