package dev.colonnade.server.admin.http;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Conversion of failures to HTTP error responses. */
final class HttpErrors {
  private static final Logger LOG = LoggerFactory.getLogger(HttpErrors.class);

  private HttpErrors() {}

  /** Returns the response to a malformed request. */
  static PageResponse malformed(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException e -> answer(HttpResponseStatus.REQUEST_URI_TOO_LONG);
      case TooLongHttpHeaderException e ->
          answer(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE);
      default -> answer(HttpResponseStatus.BAD_REQUEST);
    };
  }

  /** Returns the response for a page that failed. */
  static PageResponse failed(String path, Throwable failure) {
    if (failure instanceof ColonnadeException e && e.code() == ErrorCode.SHUTTING_DOWN) {
      return answer(HttpResponseStatus.SERVICE_UNAVAILABLE);
    }
    if (failure instanceof ColonnadeException e && e.code() == ErrorCode.INVALID_ARGUMENT) {
      return PageResponse.text(HttpResponseStatus.BAD_REQUEST.code(), e.getMessage() + "\n");
    }
    if (failure instanceof ColonnadeException e && e.code() == ErrorCode.INVALID_PASSWORD) {
      return answer(HttpResponseStatus.UNAUTHORIZED);
    }
    if (failure instanceof ColonnadeException e && e.code() == ErrorCode.INVALID_AUTHORIZATION) {
      return PageResponse.text(HttpResponseStatus.FORBIDDEN.code(), e.getMessage() + "\n");
    }
    LOG.error("page failed path={}", path, failure);
    return answer(HttpResponseStatus.INTERNAL_SERVER_ERROR);
  }

  static PageResponse answer(HttpResponseStatus status) {
    return PageResponse.text(status.code(), status.code() + " " + status.reasonPhrase() + "\n");
  }
}
