package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;

/**
 * What stands in a client's messages of SASL.
 *
 * @param mechanism that it selected
 * @param response its first message
 */
public record SaslMessage(String mechanism, String response) {
  /** Reads {@code | mechanism, zero byte | length int32 | response |}. */
  public static SaslMessage initial(byte[] content) {
    int zero = 0;
    while (zero < content.length && content[zero] != 0) {
      zero++;
    }
    int responseAt = zero + 1 + Integer.BYTES;
    if (content.length < responseAt) {
      throw malformed();
    }
    int length = ByteBuffer.wrap(content).getInt(zero + 1);
    if (length != content.length - responseAt) {
      throw malformed();
    }
    return new SaslMessage(
        new String(content, 0, zero, UTF_8), new String(content, responseAt, length, UTF_8));
  }

  /** A later message is nothing but the response. */
  public static String response(byte[] content) {
    return new String(content, UTF_8);
  }

  private static ColonnadeException malformed() {
    return new ColonnadeException(
        ErrorCode.PROTOCOL_VIOLATION, "malformed SASL response: its length is not what it says");
  }
}
