package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.storage.lifecycle.LifecycleState;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionScanTest {
  private static final int ROWS = 1000;

  @TempDir private Path folder;
  private Database database;
  private Session session;
  private Table table;

  @BeforeEach
  public void open() {
    database = TestDatabases.open(folder);
    session = database.session("test");
    table = createTable(session, "t", PLAIN);
    RowBatch batch = session.newBatch(table);
    for (long id = 0; id < ROWS; id++) {
      batch.row().putAll(id, "name" + id, (int) id);
      batch.insert();
    }
    await(session.write(batch));
    session.splitAt(table, List.of(table.format().keyCodec().prefix(ROWS / 2L)));
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @Test
  void shouldReturnAllRowsOfAllRangesAndFreeTheMemory() {
    int rows = 0;
    int pages = 0;
    try (PageStream stream = session.scan(table, smallPages(), Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        rows += page.rowCount();
        pages++;
        page.close();
      }
    }
    assertThat(rows).isEqualTo(ROWS);
    assertThat(pages).isGreaterThan(ROWS / 100);
    assertThat(database.statistics().directBytes()).isZero();
  }

  @Test
  void shouldFailAScanWhoseTableIsDropped() {
    try (PageStream stream = session.scan(table, smallPages(), Cancellation.withoutDeadline())) {
      try (ScanPage first = stream.next()) {
        assertThat(first).isNotNull();
      }
      drop();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(stream::next)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
    }
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.page(table, smallPages(), Cancellation.withoutDeadline()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
    assertThat(database.statistics().directBytes()).isZero();
  }

  @Test
  void shouldGetCachedValuesWithoutReadingTheDisk() {
    Key key = table.format().keyCodec().encode(7L);
    long timestamp = session.latestTimestamp();
    assertThat(session.tryGet(table, key, timestamp)).isInstanceOf(CachedVersion.Found.class);
    assertThat(session.get(table, key, timestamp)).isNotNull();
    assertThat(session.get(table, table.format().keyCodec().encode(-7L), timestamp)).isNull();
    drop();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.tryGet(table, key, timestamp))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
  }

  @Test
  void shouldBlockClosingWhileAScanIsOpen() throws Exception {
    PageStream stream = session.scan(table, smallPages(), Cancellation.withoutDeadline());
    Thread closer = Thread.ofPlatform().start(database::close);
    Awaitility.await().until(() -> database.state() == LifecycleState.CLOSING);
    assertThat(closer.isAlive()).isTrue();
    stream.close();
    closer.join();
    assertThat(database.state()).isEqualTo(LifecycleState.CLOSED);
  }

  private void drop() {
    session.define(
        catalog -> {
          catalog.dropTable("t");
          return catalog;
        });
  }

  private ScanRequest smallPages() {
    ScanTarget target = ScanTarget.rows(table.format());
    return ScanRequest.of(
            target,
            List.of(target.span()),
            session.latestTimestamp(),
            Selection.all(table.schema()))
        .withLimits(ScanLimits.DEFAULT.withPage(PageLimits.DEFAULT.withRows(64)));
  }
}
