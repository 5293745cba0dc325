package dev.colonnade.replication.appender;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the choice of entries that are sent again. */
final class RepeatingLogAppenderTest {
  @Test
  void shouldRepeatTheLastEntryIfItIsNotAcknowledged() {
    assertThat(RepeatingLogAppender.isUnacknowledged(18, 18, -1)).as("first of a term").isTrue();
    assertThat(RepeatingLogAppender.isUnacknowledged(18, 18, 16)).isTrue();
    assertThat(RepeatingLogAppender.isUnacknowledged(18, 18, 17)).as("acknowledged").isFalse();
    assertThat(RepeatingLogAppender.isUnacknowledged(18, 19, 16)).as("more to send").isFalse();
    assertThat(RepeatingLogAppender.isUnacknowledged(0, 0, -1)).as("empty log").isFalse();
  }

  @Test
  void shouldRepeatOnlyAnEntryWhosePredecessorIsKnown() {
    assertThat(RepeatingLogAppender.canRepeat(0, index -> false)).as("first of all").isTrue();
    assertThat(RepeatingLogAppender.canRepeat(17, index -> index == 16))
        .as("behind an entry, or behind a snapshot")
        .isTrue();
    assertThat(RepeatingLogAppender.canRepeat(17, index -> index == 17))
        .as("only entry of the log, which a snapshot contains")
        .isFalse();
  }
}
