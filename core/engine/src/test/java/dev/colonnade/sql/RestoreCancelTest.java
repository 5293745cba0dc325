package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Cancellation of RESTORE: after ever longer times, in steps of 100 ms, until the statement is
 * faster. Each time it ends soon, and nothing of it is left.
 */
@Tag("integration")
@Timeout(600)
class RestoreCancelTest extends RestoreFixture {
  private static final int STEP_MILLIS = 100;
  private static final long ROWS = 150_000;

  /** Far more than a cancellation takes, on a machine that others use; a restore takes longer. */
  private static final long CANCELLATION_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

  private int canceledCount;

  @BeforeEach
  void fill() {
    run("create database shop", "create table target (id int, m text, t text)");
    runIn(
        "shop",
        java.util.List.of(
            "create type mood as enum ('sad', 'glad')",
            "create table t (id serial primary key, m mood, t text)",
            "create index on t (m, t)",
            "create index on t (t)",
            "insert into t (m, t) select 'glad', md5(i::text) from generate_series(1, %d) i"
                .formatted(ROWS)));
    backUp();
    run("drop database shop");
  }

  @Test
  void shouldLeaveNothingOfADatabase() throws Exception {
    String restore = "restore database shop from '%s'".formatted(backups());
    int sequenceCount = database.sequences().all().size();
    int delay = 0;
    while (cancelAfter(restore, delay)) {
      assertThat(databases()).containsExactly("colonnade", "postgres");
      assertThat(database.sequences().all()).hasSize(sequenceCount);
      assertThat(database.catalog().snapshot().types()).isEmpty();
      assertThat(database.statistics().data().liveRows()).isZero();
      assertNothingLeft();
      delay += STEP_MILLIS;
    }
    assertThat(canceledCount).isGreaterThan(3);
    assertThat(rowsIn("shop", "select count(*) from t where m = 'glad'").getFirst())
        .containsExactly(ROWS);
    assertSound();
  }

  @Test
  void shouldLeaveNoRowsOfATable() throws Exception {
    String restore =
        "restore table target from '%s' (source_database 'shop', source_table 't')"
            .formatted(backups());
    int delay = 0;
    while (cancelAfter(restore, delay)) {
      assertThat(value("select count(*) from target")).isEqualTo(0L);
      assertNothingLeft();
      delay += STEP_MILLIS;
    }
    assertThat(canceledCount).isGreaterThan(3);
    assertThat(value("select count(*) from target")).isEqualTo(ROWS);
    assertSound();
  }

  /** Runs a statement; returns whether it was canceled before it had taken effect. */
  private boolean cancelAfter(String statement, int delayMillis) throws IOException {
    Cancellation cancellation = Cancellation.withoutDeadline();
    long start = System.nanoTime();
    try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      var canceling = timer.schedule(cancellation::cancel, delayMillis, TimeUnit.MILLISECONDS);
      ErrorCode failure = failure(statement, cancellation);
      boolean _ = canceling.cancel(false);
      if (failure == null) {
        return false;
      }
      long nanos = System.nanoTime() - start - TimeUnit.MILLISECONDS.toNanos(delayMillis);
      assertThat(failure).as("delay=%d", delayMillis).isEqualTo(ErrorCode.CANCELED);
      assertThat(nanos).as("delay=%d", delayMillis).isLessThan(CANCELLATION_NANOS_MAX);
      System.out.printf("canceled after=%d took=%d ms%n", delayMillis, nanos / 1_000_000);
      canceledCount++;
      return true;
    }
  }

  private @Nullable ErrorCode failure(String statement, Cancellation cancellation) {
    try {
      session.sql().execute(statement, cancellation).close();
      return null;
    } catch (ColonnadeException e) {
      return e.code();
    }
  }
}
