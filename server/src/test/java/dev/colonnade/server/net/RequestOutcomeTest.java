package dev.colonnade.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

class RequestOutcomeTest {
  @Test
  void shouldTellWhoseFaultItWas() {
    assertThat(RequestOutcome.of(ErrorCode.UNKNOWN_TABLE)).isEqualTo(RequestOutcome.USER_ERROR);
    assertThat(RequestOutcome.of(ErrorCode.OVERLOADED)).isEqualTo(RequestOutcome.RETRY_ERROR);
    assertThat(RequestOutcome.of(ErrorCode.INTERNAL)).isEqualTo(RequestOutcome.SERVER_ERROR);
    assertThat(RequestOutcome.of(ErrorCode.CANCELED)).isEqualTo(RequestOutcome.CANCELED);
    assertThat(RequestOutcome.of(ErrorCode.DEADLINE_EXCEEDED)).isEqualTo(RequestOutcome.TIMED_OUT);
  }
}
