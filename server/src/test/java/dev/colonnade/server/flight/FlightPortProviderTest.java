package dev.colonnade.server.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

class FlightPortProviderTest {
  @Test
  void shouldReportThatTheModuleIsMissing() {
    assertThatThrownBy(FlightPortProvider::find)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining("colonnade-flight");
  }
}
