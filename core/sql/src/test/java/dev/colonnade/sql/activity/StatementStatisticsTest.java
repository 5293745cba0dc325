package dev.colonnade.sql.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the statistics of statements. */
class StatementStatisticsTest {
  private static StatementShape shape(long id) {
    return new StatementShape(id, "statement " + id);
  }

  private static StatementExecution execution(long nanos) {
    return new StatementExecution(1, nanos, 3, 1, nanos / 10, 5, 2);
  }

  @Test
  void shouldAddExecutions() {
    StatementStatistics statistics = new StatementStatistics();
    for (long nanos : new long[] {100, 300, 200}) {
      statistics.add(1, 2, shape(7), execution(nanos));
    }

    StatementEntry entry = statistics.entries().getFirst();

    assertThat(entry.key()).isEqualTo(new StatementKey(1, 2, 7));
    assertThat(entry.execution().count()).isEqualTo(3);
    assertThat(entry.execution().totalNanos()).isEqualTo(600);
    assertThat(entry.execution().minNanos()).isEqualTo(100);
    assertThat(entry.execution().maxNanos()).isEqualTo(300);
    assertThat(entry.execution().meanNanos()).isEqualTo(200);
    assertThat(entry.execution().deviationNanos()).isCloseTo(81.65, within(0.01));
    assertThat(entry.planning().totalNanos()).isEqualTo(60);
    assertThat(entry.rowCount()).isEqualTo(9);
    assertThat(entry.spilledBytes()).isEqualTo(15);
    assertThat(entry.retries()).isEqualTo(6);
  }

  @Test
  void shouldCountABatchAsItsCalls() {
    StatementStatistics statistics = new StatementStatistics();
    statistics.add(1, 2, shape(7), new StatementExecution(4, 400, 4, 0, 0, 0, 0));
    statistics.add(1, 2, shape(7), execution(200));

    TimeSummary times = statistics.entries().getFirst().execution();

    assertThat(times.count()).isEqualTo(5);
    assertThat(times.meanNanos()).isEqualTo(120);
    assertThat(times.deviationNanos()).isCloseTo(40, within(1e-6));
  }

  @Test
  void shouldSeparateUsersDatabasesAndShapes() {
    StatementStatistics statistics = new StatementStatistics();
    statistics.add(1, 2, shape(7), execution(1));
    statistics.add(2, 2, shape(7), execution(1));
    statistics.add(1, 3, shape(7), execution(1));
    statistics.add(1, 2, shape(8), execution(1));
    assertThat(statistics.entries()).hasSize(4);

    statistics.reset(1, 2, 7L, 50);
    assertThat(statistics.entries()).hasSize(3);
    assertThat(statistics.resetMicros()).isZero();

    statistics.reset(null, null, null, 50);
    assertThat(statistics.entries()).isEmpty();
    assertThat(statistics.resetMicros()).isEqualTo(50);
  }

  @Test
  void shouldRemoveTheLeastUsedBeyondTheLimit() {
    StatementStatistics statistics = new StatementStatistics(100);
    for (long id = 1; id <= 100; id++) {
      for (int i = 0; i < (id <= 5 ? 1 : 3); i++) {
        statistics.add(1, 2, shape(id), execution(1));
      }
    }

    statistics.add(1, 2, shape(1000), execution(1));

    List<Long> left = new ArrayList<>();
    statistics.entries().forEach(entry -> left.add(entry.key().shapeId()));
    assertThat(left).hasSize(96).contains(1000L, 6L, 100L).doesNotContain(1L, 2L, 3L, 4L, 5L);
    assertThat(statistics.removals()).isEqualTo(1);
  }

  @Test
  void shouldCutLongTexts() {
    StatementStatistics statistics = new StatementStatistics();
    statistics.add(1, 2, new StatementShape(1, "x".repeat(10_000)), execution(1));
    assertThat(statistics.entries().getFirst().text()).hasSize(StatementStatistics.TEXT_LENGTH_MAX);
  }
}
