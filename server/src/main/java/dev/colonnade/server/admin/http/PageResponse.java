package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/**
 * Response of a page.
 *
 * @param status HTTP status code, such as 200
 * @param contentType media type with its character set
 * @param body body in that encoding
 * @param securityPolicy Content-Security-Policy
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record PageResponse(int status, String contentType, byte[] body, String securityPolicy) {
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String JSON = "application/json; charset=utf-8";

  public static final String HTML = "text/html; charset=utf-8";

  /** Policy of pages whose scripts and styles are files of this server. */
  public static final String FILES_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
          + " data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Policy of a page that contains its script and its style. */
  public static final String SELF_CONTAINED_POLICY =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
          + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final int UNAUTHORIZED = 401;

  public PageResponse {
    requireNonNull(contentType, "contentType is null");
    requireNonNull(body, "body is null");
    requireNonNull(securityPolicy, "securityPolicy is null");
  }

  public PageResponse(int status, String contentType, byte[] body) {
    this(status, contentType, body, FILES_POLICY);
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
