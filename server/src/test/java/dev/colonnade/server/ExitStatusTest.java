package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
  @Test
  void shouldHaveStableNumbers() {
    assertThat(Arrays.stream(ExitStatus.values()).map(ExitStatus::number))
        .containsExactly(0, 1, 2, 10, 11, 12, 13, 14, 15, 16, 17);
    assertThat(ExitStatus.help().keySet()).hasSize(ExitStatus.values().length);
  }

  @Test
  void shouldDistinguishFailures() {
    assertThat(of(ErrorCode.INVALID_CONFIGURATION)).isEqualTo(ExitStatus.INVALID_CONFIGURATION);
    assertThat(of(ErrorCode.STORE_LOCKED)).isEqualTo(ExitStatus.STORE_IN_USE);
    assertThat(of(ErrorCode.STORE_FORMAT_TOO_NEW)).isEqualTo(ExitStatus.STORE_TOO_NEW);
    assertThat(of(ErrorCode.STORE_CORRUPT)).isEqualTo(ExitStatus.STORE_DAMAGED);
    assertThat(of(ErrorCode.PORT_UNAVAILABLE)).isEqualTo(ExitStatus.PORT_UNAVAILABLE);
    assertThat(of(ErrorCode.DISK_FULL)).isEqualTo(ExitStatus.DISK_FULL);
    assertThat(of(ErrorCode.STORE_IO)).isEqualTo(ExitStatus.STORE_UNUSABLE);
    assertThat(of(ErrorCode.INTERNAL)).isEqualTo(ExitStatus.FAILURE);
    assertThat(ExitStatus.of(new IllegalStateException("x"))).isEqualTo(ExitStatus.FAILURE);
  }

  @Test
  void shouldDetectMissingPermissionsInCauses() {
    assertThat(
            ExitStatus.of(
                new ColonnadeException(
                    ErrorCode.STORE_IO, "store", new AccessDeniedException("file"))))
        .isEqualTo(ExitStatus.PERMISSION_DENIED);
    assertThat(
            ExitStatus.of(
                new ColonnadeException(
                    ErrorCode.PORT_UNAVAILABLE,
                    "cannot listen",
                    new IOException("bind: Permission denied"))))
        .isEqualTo(ExitStatus.PERMISSION_DENIED);
  }

  private static ExitStatus of(ErrorCode code) {
    return ExitStatus.of(new ColonnadeException(code, "on purpose"));
  }
}
