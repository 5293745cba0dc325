package dev.colonnade.server.admin.http;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks of requests for commands, so that a page of another origin cannot execute one through the
 * browser of a user. A browser sends the media type of JSON and a foreign Origin only after the
 * server has permitted it, which this server never does.
 */
final class CommandRequests {
  private static final String JSON = "application/json";
  private static final String FETCH_SITE = "sec-fetch-site";

  private CommandRequests() {}

  /** Returns the status with which a request is refused; null if it is accepted. */
  static @Nullable HttpResponseStatus refusal(FullHttpRequest request, boolean isEncrypted) {
    HttpHeaders headers = request.headers();
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    if (!type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JSON)) {
      return HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    String own = (isEncrypted ? "https://" : "http://") + headers.get(HttpHeaderNames.HOST, "");
    boolean isOwn = origin == null || origin.equalsIgnoreCase(own);
    String site = headers.get(FETCH_SITE, "same-origin");
    return isOwn && (site.equals("same-origin") || site.equals("none"))
        ? null
        : HttpResponseStatus.FORBIDDEN;
  }
}
