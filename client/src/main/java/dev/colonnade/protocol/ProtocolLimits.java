package dev.colonnade.protocol;

/**
 * Limits of the messages that a peer accepts. Every length, depth and count of a message is limited
 * here; a message that exceeds a limit is rejected with {@link ProtocolError#LIMIT_EXCEEDED} before
 * memory is allocated for it. The server announces its limits in its part of the handshake.
 *
 * @param frameBytesMax length field of a frame, once the handshake is complete
 * @param textBytesMax names, messages and other strings outside of rows
 * @param keyBytesMax an encoded key, a bound
 * @param columnsMax columns of a table, a projection or a tuple
 * @param itemsMax elements of any list: spans, literals of an IN, tables, ranges
 * @param requestsInFlightMax outstanding requests of one connection
 */
public record ProtocolLimits(
    int frameBytesMax,
    int textBytesMax,
    int keyBytesMax,
    int columnsMax,
    int itemsMax,
    int requestsInFlightMax) {

  /** Limit of a frame's length field before the handshake is complete; the same for all peers. */
  public static final int HANDSHAKE_FRAME_BYTES_MAX = 64 * 1024;

  /** Maximum nesting depth of a filter; bounds the recursion of every peer that traverses one. */
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
   * Returns the limit of a resume key in bytes, which contains all remaining spans of a scan. It
   * leaves most of a frame to the frame's payload.
   */
  public int resumeBytesMax() {
    return (int) Math.min((long) RESUME_KEYS * keyBytesMax, frameBytesMax / RESUME_FRAME_SHARE);
  }

  /** Returns these limits with another frame length. */
  public ProtocolLimits withFrameBytesMax(int newFrameBytesMax) {
    return new ProtocolLimits(
        newFrameBytesMax, textBytesMax, keyBytesMax, columnsMax, itemsMax, requestsInFlightMax);
  }

  /** Returns these limits with another number of requests in flight. */
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
