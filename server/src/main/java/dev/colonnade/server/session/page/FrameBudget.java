package dev.colonnade.server.session.page;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.server.translate.ResumeToken;

/**
 * Budget of a frame with a page: its bytes are divided between rows and resume key.
 *
 * @param payloadBytesMax maximum length of rows and resume key, in bytes
 * @param resumeBytesMax part of it that is reserved for the resume key
 */
public record FrameBudget(int payloadBytesMax, int resumeBytesMax) {
  private static final int RESUME_SHARE = 2;

  /** Returns the budget of a frame without its head; resume keys also obey the server's limit. */
  public static FrameBudget of(int payloadBytesMax, ProtocolLimits limits) {
    return new FrameBudget(
        payloadBytesMax, Math.min(limits.resumeBytesMax(), payloadBytesMax / RESUME_SHARE));
  }

  /** Returns the maximum length of the rows of a page, in bytes. */
  public int pageBytesMax() {
    return payloadBytesMax - resumeBytesMax;
  }

  /** Throws LIMIT_EXCEEDED if so many spans are left that the resume key exceeds its budget. */
  public void requireResume(ResumeToken token) {
    if (token.byteCount() > resumeBytesMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "the scan has too many spans for a resume key, request fewer at a time: spans="
              + token.spans().size()
              + " bytes="
              + token.byteCount()
              + " max="
              + resumeBytesMax);
    }
  }

  /** Throws LIMIT_EXCEEDED if a page exceeds the budget; such a page has one row. */
  public void requirePage(EncodedPage ready) {
    long bytes = ready.bytes() + ready.page().resume().length();
    if (bytes > payloadBytesMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "a row exceeds the frame length that client and server accept, request fewer columns or"
              + " allow longer frames: rows="
              + ready.page().rowCount()
              + " bytes="
              + bytes
              + " max="
              + payloadBytesMax);
    }
  }
}
