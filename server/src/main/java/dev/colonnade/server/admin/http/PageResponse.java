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
public record PageResponse(int status, String contentType, byte[] body) {
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String JSON = "application/json; charset=utf-8";

  public static final String HTML = "text/html; charset=utf-8";

  private static final int UNAUTHORIZED = 401;

  public PageResponse {
    requireNonNull(contentType, "contentType is null");
    requireNonNull(body, "body is null");
  }

  public static PageResponse text(int status, String body) {
    return new PageResponse(status, TEXT, body.getBytes(UTF_8));
  }

  /** Returns the response that requests a user and a password. */
  public static PageResponse unauthorized() {
    return text(UNAUTHORIZED, "401 Unauthorized\n");
  }

  public static PageResponse json(int status, byte[] body) {
    return new PageResponse(status, JSON, body);
  }
}
