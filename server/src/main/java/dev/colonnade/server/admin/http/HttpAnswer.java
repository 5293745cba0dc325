package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/**
 * Response of a page.
 *
 * @param status HTTP status code, such as 200
 * @param contentType media type with its character set
 * @param body body in that encoding
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record HttpAnswer(int status, String contentType, byte[] body) {
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String JSON = "application/json; charset=utf-8";

  public static final String HTML = "text/html; charset=utf-8";

  public HttpAnswer {
    requireNonNull(contentType, "contentType is null");
    requireNonNull(body, "body is null");
  }

  public static HttpAnswer text(int status, String body) {
    return new HttpAnswer(status, TEXT, body.getBytes(UTF_8));
  }

  public static HttpAnswer json(int status, byte[] body) {
    return new HttpAnswer(status, JSON, body);
  }
}
