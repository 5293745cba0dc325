package dev.colonnade.flight.status;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Conversion of errors to statuses of Flight. The description is the message with its SQLSTATE, and
 * with detail and hint on further lines; the SQLSTATE alone is in the metadata {@value #SQLSTATE}.
 */
public final class FlightErrors {
  /** Key of the metadata of an error with its SQLSTATE. */
  public static final String SQLSTATE = "sqlstate";

  private static final Logger LOG = LoggerFactory.getLogger(FlightErrors.class);

  private FlightErrors() {}

  /** Returns the status of an error; logs one that is a defect. */
  public static FlightRuntimeException of(Throwable failure) {
    return switch (failure) {
      case FlightRuntimeException known -> known;
      case ColonnadeException known -> of(known);
      default -> {
        LOG.error("a call of Flight SQL failed", failure);
        yield of(
            new ColonnadeException(
                ErrorCode.INTERNAL, "internal error: " + failure.getClass().getSimpleName()));
      }
    };
  }

  private static FlightRuntimeException of(ColonnadeException failure) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(SQLSTATE, failure.code().sqlState());
    return status(failure.code())
        .withDescription(description(failure))
        .withMetadata(metadata)
        .withCause(failure)
        .toRuntimeException();
  }

  /** Returns the text of an error for clients. */
  public static String description(ColonnadeException failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    text.append(" (SQLSTATE ").append(failure.code().sqlState()).append(')');
    ErrorFields fields = failure.fields();
    if (fields.detail() != null) {
      text.append("\nDETAIL: ").append(fields.detail());
    }
    if (fields.hint() != null) {
      text.append("\nHINT: ").append(fields.hint());
    }
    return text.toString();
  }

  /** Returns the status of an error code, by its SQLSTATE. */
  static CallStatus status(ErrorCode code) {
    if (code == ErrorCode.DEADLINE_EXCEEDED) {
      return CallStatus.TIMED_OUT;
    }
    return switch (code.sqlState()) {
      case "57014" -> CallStatus.CANCELLED;
      case "42501" -> CallStatus.UNAUTHORIZED;
      case "42P01", "42703", "42704", "3D000", "3F000", "26000", "34000", "02000" ->
          CallStatus.NOT_FOUND;
      case "42P04", "42P06", "42P07", "42701", "42710", "42P05" -> CallStatus.ALREADY_EXISTS;
      default -> statusOfClass(code.sqlState().substring(0, 2));
    };
  }

  private static CallStatus statusOfClass(String sqlClass) {
    return switch (sqlClass) {
      case "28" -> CallStatus.UNAUTHENTICATED;
      case "0A" -> CallStatus.UNIMPLEMENTED;
      case "53", "54" -> CallStatus.RESOURCE_EXHAUSTED;
      case "40", "57", "55" -> CallStatus.UNAVAILABLE;
      case "XX", "58" -> CallStatus.INTERNAL;
      default -> CallStatus.INVALID_ARGUMENT;
    };
  }
}
