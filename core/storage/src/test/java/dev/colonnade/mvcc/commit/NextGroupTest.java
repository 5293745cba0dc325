package dev.colonnade.mvcc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests of when the next group for a log is built, with a clock of the test. */
final class NextGroupTest {
  private static final int IN_LOG_MAX = 4;
  private static final long GROUP_NANOS = 1_000_000;

  private long now = 5;
  private final GroupsInLog groups = new GroupsInLog(IN_LOG_MAX, () -> now);

  private void add(int count) {
    groups.add(
        new GroupsInLog.Written(
            Collections.nCopies(count, null), // only their number counts
            1,
            1,
            1,
            now,
            () -> {},
            CompletableFuture.completedFuture(null)));
    now += GROUP_NANOS;
  }

  private void complete() {
    assertThat(groups.poll()).isNotNull();
  }

  @Test
  void shouldBuildFromAsManyBatchesAsAreInTheLog() {
    assertThat(groups.queuedForNextGroup(0)).isZero();
    add(3);
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(3);
    add(3);
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(6);
    assertThat(groups.queuedForNextGroup(2)).isEqualTo(4);
    add(1);
    add(1);
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void shouldLetTwoGroupsShareTheClients() {
    add(3);
    add(3);
    add(4);
    complete();
    complete();
    // With five waiting, one of the six that have an outcome is to come: as many as the four and
    // it.
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(5);
    add(5);
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(9);
    complete();
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(5);
  }

  @Test
  void shouldWaitForMostClientsWhenTheLogIsEmpty() {
    add(8);
    complete();
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(6);
    assertThat(groups.queuedForNextGroup(1)).isZero(); // others need an empty log
    now += GROUP_NANOS / 2 - 1;
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(6);
    now++;
    assertThat(groups.queuedForNextGroup(0)).isZero();
  }

  @Test
  void shouldNotWaitForTheOnlyClientOrLongerThanTheMaximum() {
    add(1);
    complete();
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(1); // itself
    add(8);
    now += 100 * GROUP_NANOS;
    complete();
    now += 1_999_999;
    assertThat(groups.queuedForNextGroup(0)).isPositive();
    now++;
    assertThat(groups.queuedForNextGroup(0)).isZero();
  }

  @Test
  void shouldWaitLessOftenWhenClientsDoNotCome() {
    int waits = 0;
    for (int round = 0; round < 1_000; round++) {
      add(round % 2 == 0 ? 8 : 1); // seven clients do not come at once
      complete();
      waits += groups.queuedForNextGroup(0) > 1 ? 1 : 0;
      now += GROUP_NANOS;
    }
    assertThat(waits).isBetween(5, 50);
    add(8);
    for (int round = 0; round < 200; round++) {
      complete();
      waits = groups.queuedForNextGroup(0);
      add(8);
    }
    complete();
    assertThat(groups.queuedForNextGroup(0)).isEqualTo(6); // they come again
  }
}
