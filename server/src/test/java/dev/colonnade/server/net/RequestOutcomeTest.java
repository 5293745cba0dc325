package dev.colonnade.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

class RequestOutcomeTest {
  @Test
  void shouldClassifyErrorsByOutcome() {
    assertThat(outcome(ErrorCode.UNKNOWN_TABLE)).isEqualTo(RequestOutcome.USER_ERROR);
    assertThat(outcome(ErrorCode.OVERLOADED)).isEqualTo(RequestOutcome.RETRY_ERROR);
    assertThat(outcome(ErrorCode.INTERNAL)).isEqualTo(RequestOutcome.SERVER_ERROR);
    assertThat(outcome(ErrorCode.CANCELED)).isEqualTo(RequestOutcome.CANCELED);
    assertThat(outcome(ErrorCode.DEADLINE_EXCEEDED)).isEqualTo(RequestOutcome.TIMED_OUT);
  }

  private static RequestOutcome outcome(ErrorCode code) {
    return Errors.outcome(Errors.response(new ColonnadeException(code, "failed")));
  }
}
