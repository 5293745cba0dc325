package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that a leader whose lease has ended serves no read as current: the entries of another leader
 * may be missing here.
 */
class LeaderReadsTest {
  private static final long MIB = 1024 * 1024;
  private static final int READINGS_MAX = 50;

  @TempDir private Path folder;

  private LeaderFixture leader;

  @BeforeEach
  void open() {
    leader =
        new LeaderFixture(
            StorageConfig.at(folder)
                .withStore(
                    RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4))));
    leader.run(
        "create table t (id int primary key, v bigint)",
        "insert into t select n, n from generate_series(1, 5000) n",
        "create sequence s cache 100",
        "create sequence o ordered cache 100",
        "select nextval('s'), nextval('o')",
        "select sum(v) from t",
        "select sum(v) from t",
        "select v from t where id = 7");
  }

  @AfterEach
  void close() {
    leader.close();
  }

  /** Asserts that a read succeeds with the lease, and is refused without it. */
  private void assertNeedsLease(Runnable read) {
    leader.renewLease();
    assertThatCode(read::run).doesNotThrowAnyException();
    leader.endLease();
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
  }

  private long cacheHits() {
    return leader.database().statistics().columnCache().hits();
  }

  @Test
  void shouldRefuseStatementsOnCachedColumns() {
    long hits = cacheHits();
    leader.run("select sum(v) from t");
    assertThat(cacheHits()).as("the scan reads cached columns").isGreaterThan(hits);
    assertNeedsLease(() -> leader.run("select sum(v) from t"));
    assertNeedsLease(() -> leader.run("select v from t where id = 7"));
    assertNeedsLease(() -> leader.run("select count(*) from pg_class"));
  }

  /** It still serves for up to two seconds, while the next leader commits. */
  @Test
  void shouldRefuseAllReadsOfALeaderThatHandsOver() {
    leader.run("begin isolation level repeatable read", "select sum(v) from t");
    leader.revokeLease();
    leader.renewLease();
    assertThat(leader.database().acceptsWrites()).isFalse();
    for (String read :
        new String[] {
          "select v from t where id between 4000 and 4100",
          "rollback",
          "select sum(v) from t",
          "select v from t where id = 7",
          "select count(*) from pg_class",
          "select nextval('s')",
          "begin read only"
        }) {
      if (!read.equals("rollback")) {
        assertThatThrownBy(() -> leader.run(read, "select sum(v) from t"))
            .as(read)
            .isInstanceOfSatisfying(
                ColonnadeException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      }
      leader.run("rollback");
    }
    leader.nextLeader();
  }

  @Test
  void shouldLeaveAStatementToAThreadThatMayWait() {
    String text = "select v from t where id = 7";
    leader.renewLease();
    assertThat(leader.session().sql().findPrepared(text)).isNotNull();
    leader.endLease();
    assertThat(leader.session().sql().findPrepared(text)).isNull();
  }

  @Test
  void shouldRefuseTransactions() {
    for (String begin :
        new String[] {"begin", "begin isolation level repeatable read", "begin read only"}) {
      assertNeedsLease(
          () -> {
            try {
              leader.run(begin, "select sum(v) from t");
            } finally {
              leader.run("rollback");
            }
          });
    }
  }

  @Test
  void shouldRefuseScansAndGetsOfThePlainInterface() {
    Table table = leader.database().catalog().snapshot().table("t");
    ScanTarget rows = ScanTarget.rows(table.format());
    ScanRequest all =
        ScanRequest.of(
            rows,
            List.of(rows.span()),
            leader.session().latestTimestamp(),
            Selection.all(table.schema()));
    long hits = cacheHits();
    assertNeedsLease(
        () -> leader.session().page(table, all, Cancellation.withoutDeadline()).close());
    assertThat(cacheHits()).as("the scan reads cached columns").isGreaterThan(hits);
    assertNeedsLease(
        () -> leader.session().scan(table, all, Cancellation.withoutDeadline()).close());
    Key key = table.format().keyCodec().encode(7);
    long timestamp = leader.session().latestTimestamp();
    assertNeedsLease(() -> leader.session().get(table, key, timestamp));
    assertThat(leader.session().tryGet(table, key, timestamp))
        .as("a read that must not wait")
        .isInstanceOf(CachedVersion.NotCached.class);
  }

  @Test
  void shouldRefuseCachedValuesOfSequences() {
    for (String name : new String[] {"s", "o"}) {
      Sequence sequence = leader.database().sequences().require(name);
      LongResult value = new LongResult();
      leader.renewLease();
      assertThat(leader.session().sequences().tryNext(sequence, value)).isTrue();
      leader.endLease();
      assertThat(leader.session().sequences().tryNext(sequence, value)).isFalse();
      assertThat(leader.session().sequences().next(sequence, SegmentCache.NO_TIMEOUT))
          .isCompletedExceptionally();
      assertNeedsLease(() -> leader.run("select nextval('" + name + "')"));
    }
  }

  @Test
  void shouldRefuseStatementsWhoseLeaseEndsWhileTheyBegin() {
    for (String statement :
        new String[] {
          "drop index if exists t_v",
          "update t set v = v + 1 where id = 8",
          "select v from t where id = 8 for update"
        }) {
      int refusals = 0;
      for (int readings = 0; readings < READINGS_MAX; readings++) {
        leader.endLeaseAfter(readings);
        try {
          leader.run(statement);
        } catch (ColonnadeException e) {
          assertThat(e.code()).as(statement).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
          refusals++;
        }
      }
      assertThat(refusals).as(statement).isPositive();
      leader.renewLease();
    }
  }
}
