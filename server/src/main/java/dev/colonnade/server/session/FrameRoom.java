package dev.colonnade.server.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.server.translate.ResumeToken;

/**
 * How a frame with a page is shared out.
 *
 * @param payloadBytesMax rows, and where to go on after them
 * @param resumeBytesMax the part of it that is kept for the latter
 */
record FrameRoom(int payloadBytesMax, int resumeBytesMax) {
  private static final int RESUME_SHARE = 2;

  /** What a frame without its head has room for; resume keys also keep to the server's limit. */
  static FrameRoom of(int payloadBytesMax, ProtocolLimits limits) {
    return new FrameRoom(
        payloadBytesMax, Math.min(limits.resumeBytesMax(), payloadBytesMax / RESUME_SHARE));
  }

  /** How long pages are to become. */
  int pageBytesMax() {
    return payloadBytesMax - resumeBytesMax;
  }

  /** LIMIT_EXCEEDED if so many spans are left that no frame takes the resume key. */
  void requireResume(ResumeToken token) {
    if (token.byteCount() > resumeBytesMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "the scan has too many spans for a resume key, ask for fewer at a time: spans="
              + token.spans().size()
              + " bytes="
              + token.byteCount()
              + " max="
              + resumeBytesMax);
    }
  }

  /** LIMIT_EXCEEDED if a page, of one row then, is too long for a frame. */
  void requirePage(ReadyPage ready) {
    long bytes = ready.bytes() + ready.page().resume().length();
    if (bytes > payloadBytesMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "a row is longer than a frame that client and server take, ask for fewer columns or"
              + " allow longer frames: rows="
              + ready.page().rowCount()
              + " bytes="
              + bytes
              + " max="
              + payloadBytesMax);
    }
  }
}
