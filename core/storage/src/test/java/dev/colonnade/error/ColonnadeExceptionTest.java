package dev.colonnade.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColonnadeExceptionTest {
  @Test
  void shouldCarryCodeMessageAndCause() {
    IllegalStateException cause = new IllegalStateException("why");
    ColonnadeException exception =
        new ColonnadeException(ErrorCode.ROW_TOO_LARGE, "row is too large: bytes=9", cause);

    assertThat(exception.code()).isEqualTo(ErrorCode.ROW_TOO_LARGE);
    assertThat(exception).hasMessage("row is too large: bytes=9").hasCause(cause);
  }
}
