package dev.colonnade.protocol.frame;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;

/** Check of the length of a frame, the first bytes that a peer sends. */
public final class FrameLength {
  /** The bytes {@code HTTP}, with which a response of an HTTP server begins. */
  private static final int HTTP = 0x5054_5448;

  private FrameLength() {}

  /**
   * Returns the length of a frame.
   *
   * @throws ProtocolException FRAME_LENGTH if it is out of range, or if the peer responds by HTTP
   */
  public static int require(int length, int frameBytesMax) {
    if (length >= FrameLayout.COUNTED_HEADER_BYTES && length <= frameBytesMax) {
      return length;
    }
    if (length == HTTP) {
      throw new ProtocolException(
          ProtocolError.FRAME_LENGTH,
          "the server responds by HTTP; the native protocol has another port"
              + " (listen.native-port, 7420 by default)");
    }
    throw new ProtocolException(
        ProtocolError.FRAME_LENGTH,
        "frame length is out of range: length="
            + Integer.toUnsignedString(length)
            + " min="
            + FrameLayout.COUNTED_HEADER_BYTES
            + " max="
            + frameBytesMax);
  }
}
