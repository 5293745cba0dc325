package dev.colonnade.replication.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the limits of the log. */
class LogRetentionTest {
  private static final long NONE = Long.MAX_VALUE;

  /** Log with 1,000 entries of 1 byte in each segment. */
  private static final List<LogSegment> SEGMENTS =
      List.of(
          new LogSegment(0, 999, 1_000),
          new LogSegment(1_000, 1_999, 1_000),
          new LogSegment(2_000, 2_999, 1_000),
          new LogSegment(3_000, 3_999, 1_000),
          new LogSegment(4_000, 4_999, 1_000),
          new LogSegment(5_000, 5_999, 1_000),
          new LogSegment(6_000, LogSegment.OPEN, 500));

  private static final long LAST = 6_499;

  private static LogRetention.Needs needs(long durable, long checkpoint, long follower) {
    return new LogRetention.Needs(durable, checkpoint, follower, 0);
  }

  private static long removed(LogRetention retention, LogRetention.Needs needs) {
    return retention.removedIndex(SEGMENTS, LAST, needs);
  }

  @Test
  void shouldRemoveWhatExceedsTheNumberOfEntriesOrTheBytes() {
    LogRetention.Needs nothing = needs(LAST, NONE, NONE);
    assertThat(removed(new LogRetention(1_000, 1_000_000), nothing)).isEqualTo(5_499);
    assertThat(removed(new LogRetention(1_000_000, 2_500), nothing)).isEqualTo(3_999);
    assertThat(removed(new LogRetention(1_000_000, 2_499), nothing)).isEqualTo(4_999);
    assertThat(removed(new LogRetention(1_000, 1), nothing)).isEqualTo(5_999);
    assertThat(removed(new LogRetention(1_000_000, 1_000_000), nothing)).isNegative();
  }

  @Test
  void shouldKeepWhatIsNotDurable() {
    LogRetention retention = new LogRetention(0, 1);
    assertThat(removed(retention, needs(2_345, NONE, NONE))).isEqualTo(2_345);
  }

  @Test
  void shouldKeepAllAfterTheCheckpointThatAMemberFetches() {
    LogRetention retention = new LogRetention(0, 1);
    assertThat(removed(retention, needs(LAST, 17, NONE))).isEqualTo(17);
  }

  @Test
  void shouldKeepForAFollowerWhatIsSmallerThanTheStore() {
    LogRetention retention = new LogRetention(0, 500);
    assertThat(removed(retention, needs(LAST, NONE, 5_500))).isEqualTo(5_500);
    // Four times the bytes of the log are less than what the follower lacks.
    assertThat(removed(retention, needs(LAST, NONE, 100))).isEqualTo(4_999);
    assertThat(removed(retention, new LogRetention.Needs(LAST, NONE, 100, 4_500))).isEqualTo(1_999);
    assertThat(removed(retention, new LogRetention.Needs(LAST, NONE, 100, 9_000))).isEqualTo(100);
  }

  @Test
  void shouldListTheFilesOfTheLog(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("log_inprogress_120"), new byte[3]);
    Files.write(folder.resolve("log_100-119"), new byte[2]);
    Files.write(folder.resolve("log_7-99"), new byte[1]);
    Files.write(folder.resolve("raft-meta"), new byte[9]);
    assertThat(LogSegment.list(folder))
        .containsExactly(
            new LogSegment(7, 99, 1),
            new LogSegment(100, 119, 2),
            new LogSegment(120, LogSegment.OPEN, 3));
  }
}
