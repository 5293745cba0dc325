package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;

/**
 * SASLInitialResponse of a client.
 *
 * @param mechanism selected mechanism
 * @param response first message of the mechanism
 */
public record SaslMessage(String mechanism, String response) {
  /** Decodes {@code | mechanism, zero byte | length int32 | response |}. */
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

  /** Decodes a SASLResponse, which contains nothing but the response. */
  public static String response(byte[] content) {
    return new String(content, UTF_8);
  }

  private static ColonnadeException malformed() {
    return new ColonnadeException(
        ErrorCode.PROTOCOL_VIOLATION, "malformed SASL response: stated length does not match");
  }
}
