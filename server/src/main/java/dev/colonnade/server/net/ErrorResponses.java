package dev.colonnade.server.net;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.server.net.observer.RequestOutcome;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Conversion of exceptions to error responses and request outcomes. */
public final class ErrorResponses {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorResponses.class);

  private ErrorResponses() {}

  /**
   * Returns the error response for a failure. Any exception other than Colonnade's own is a defect
   * and is logged.
   */
  static ErrorResponse response(Throwable failure) {
    return switch (failure) {
      case ColonnadeException ours ->
          new ErrorResponse(
              ours.code().number(),
              ours.sqlState(),
              category(ours.code()),
              String.valueOf(ours.getMessage()),
              "");
      case ProtocolException protocol -> ErrorResponse.of(protocol);
      case CompletionException wrapped when wrapped.getCause() != null ->
          response(wrapped.getCause());
      default -> {
        LOG.error("request failed unexpectedly", failure);
        yield response(ErrorCode.INTERNAL, "unexpected failure: cause=" + failure);
      }
    };
  }

  /** Variant of {@link #response(Throwable)} that adds a detail text. */
  public static ErrorResponse response(Throwable failure, String detail) {
    ErrorResponse error = response(failure);
    return detail.isEmpty()
        ? error
        : new ErrorResponse(
            error.number(), error.sqlState(), error.category(), error.message(), detail);
  }

  static ErrorResponse response(ErrorCode code, String message) {
    return new ErrorResponse(code.number(), code.sqlState(), category(code), message, "");
  }

  /** Returns the outcome of a request that failed with this error. */
  static RequestOutcome outcome(ErrorResponse error) {
    if (error.number() == ErrorCode.CANCELED.number()) {
      return RequestOutcome.CANCELED;
    }
    if (error.number() == ErrorCode.DEADLINE_EXCEEDED.number()) {
      return RequestOutcome.TIMED_OUT;
    }
    return switch (error.category()) {
      case RETRY -> RequestOutcome.RETRY_ERROR;
      case USER -> RequestOutcome.USER_ERROR;
      case FATAL -> RequestOutcome.SERVER_ERROR;
    };
  }

  private static ErrorCategory category(ErrorCode code) {
    return switch (code.category()) {
      case RETRY -> ErrorCategory.RETRY;
      case USER -> ErrorCategory.USER;
      case FATAL -> ErrorCategory.FATAL;
    };
  }
}
