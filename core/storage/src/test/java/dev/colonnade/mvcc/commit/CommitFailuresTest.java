package dev.colonnade.mvcc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Tests of the exceptions that writers receive. */
class CommitFailuresTest {
  private final ColonnadeException own = new ColonnadeException(ErrorCode.COMMIT_UNKNOWN, "own");

  @Test
  void shouldHaveTheCodeOfTheFailure() {
    assertThat(CommitFailures.known(own)).isSameAs(own);
    assertThat(CommitFailures.known(new OutOfMemoryError()).code())
        .isEqualTo(ErrorCode.MEMORY_LIMIT);
    assertThat(CommitFailures.known(new IllegalStateException()).code())
        .isEqualTo(ErrorCode.INTERNAL);
  }

  @Test
  void shouldStateThatTheCommitMayHaveHappened() {
    assertThat(CommitFailures.unknown(own)).isSameAs(own);
    assertThat(CommitFailures.unknown(new OutOfMemoryError()).code())
        .isEqualTo(ErrorCode.COMMIT_UNKNOWN);
  }
}
