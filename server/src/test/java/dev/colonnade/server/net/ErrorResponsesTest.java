package dev.colonnade.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.observer.RequestOutcome;
import org.junit.jupiter.api.Test;

class ErrorResponsesTest {
  @Test
  void shouldClassifyErrorsByOutcome() {
    assertThat(outcome(ErrorCode.UNKNOWN_TABLE)).isEqualTo(RequestOutcome.USER_ERROR);
    assertThat(outcome(ErrorCode.OVERLOADED)).isEqualTo(RequestOutcome.RETRY_ERROR);
    assertThat(outcome(ErrorCode.INTERNAL)).isEqualTo(RequestOutcome.SERVER_ERROR);
    assertThat(outcome(ErrorCode.CANCELED)).isEqualTo(RequestOutcome.CANCELED);
    assertThat(outcome(ErrorCode.DEADLINE_EXCEEDED)).isEqualTo(RequestOutcome.TIMED_OUT);
  }

  private static RequestOutcome outcome(ErrorCode code) {
    return ErrorResponses.outcome(ErrorResponses.response(new ColonnadeException(code, "failed")));
  }
}
