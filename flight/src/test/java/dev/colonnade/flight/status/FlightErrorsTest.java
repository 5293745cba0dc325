package dev.colonnade.flight.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FlightErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "UNKNOWN_TABLE, NOT_FOUND",
    "UNKNOWN_DATABASE, NOT_FOUND",
    "DUPLICATE_TABLE, ALREADY_EXISTS",
    "INSUFFICIENT_PRIVILEGE, UNAUTHORIZED",
    "INVALID_PASSWORD, UNAUTHENTICATED",
    "CANCELED, CANCELLED",
    "DEADLINE_EXCEEDED, TIMED_OUT",
    "SERIALIZATION_FAILURE, UNAVAILABLE",
    "UNSUPPORTED, UNIMPLEMENTED",
    "MEMORY_LIMIT, RESOURCE_EXHAUSTED",
    "UNIQUE_VIOLATION, INVALID_ARGUMENT",
    "SYNTAX_ERROR, INVALID_ARGUMENT",
    "STORE_CORRUPT, INTERNAL"
  })
  void shouldMapCodesToStatuses(ErrorCode code, FlightStatusCode status) {
    assertThat(FlightErrors.status(code).code()).isEqualTo(status);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void shouldKeepMessageAndSqlState(ErrorCode code) {
    CallStatus status =
        FlightErrors.of(new ColonnadeException(code, "the message of the error")).status();
    assertThat(status.description())
        .isEqualTo("the message of the error (SQLSTATE " + code.sqlState() + ")");
    assertThat(status.metadata().get(FlightErrors.SQLSTATE)).isEqualTo(code.sqlState());
  }

  @Test
  void shouldNotRevealDefects() {
    assertThat(FlightErrors.of(new IllegalStateException("secret")).status().description())
        .isEqualTo("internal error: IllegalStateException (SQLSTATE XX000)");
  }

  @Test
  void shouldKeepStatusesOfFlight() {
    FlightRuntimeException known = CallStatus.NOT_FOUND.toRuntimeException();
    assertThat(FlightErrors.of(known)).isSameAs(known);
  }
}
