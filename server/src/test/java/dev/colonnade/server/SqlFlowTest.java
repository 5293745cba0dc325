package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flow control of results beyond the memory limit: rows are computed only as they are requested.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SqlFlowTest {
  private static final int STREAM = 5;
  private static final int ROWS = 300;
  private static final int CREDIT = 2;
  private static final int PAGE_BYTES = 256 * 1024;

  /** Query with 27 million rows. */
  private static final String LONG_RESULT = "SELECT a.k, b.k, c.v FROM s a, s b, s c";

  @SuppressWarnings("NullAway.Init") // before all tests
  private Server server;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    server = TestServers.start(folder);
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      run(raw, "CREATE TABLE s (k INTEGER PRIMARY KEY, v TEXT)");
      run(raw, "CREATE TABLE filled (k INTEGER PRIMARY KEY, c CHAR(200000))");
      run(raw, "INSERT INTO filled SELECT g, g::text FROM generate_series(1, " + ROWS + ") g");
      run(raw, "INSERT INTO s SELECT g, 'value ' || g FROM generate_series(1, " + ROWS + ") g");
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void shouldComputeNoMorePagesThanTheCreditAllows() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, new SqlRequest.Run(LONG_RESULT, terms(CREDIT, 0)));
      long rows = 0;
      long rowsMax = 0;
      for (int page = 0; page < CREDIT + 1; page++) {
        if (page == CREDIT) {
          raw.send(STREAM, new Credit(1, 0));
        }
        int count = receivePage(raw, PAGE_BYTES * 2);
        rows += count;
        rowsMax = Math.max(rowsMax, count);
      }
      raw.send(STREAM, new SqlRequest.Stop());
      SqlResponse.End end = raw.receive(STREAM, SqlResponse.End.class);
      end.rows().payload().release();
      // One more page, of about as many rows, is computed in advance and waits for credit.
      assertThat(end.completion().rowCount()).isBetween(rows, rows + 2 * rowsMax);
    }
  }

  @Test
  void shouldEndPagesAtTheRequestedRowCount() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, new SqlRequest.Run("SELECT v, k FROM s", terms(100, 7)));
      int pages = (ROWS - 1) / 7;
      for (int page = 0; page < pages; page++) {
        assertThat(receivePage(raw, PAGE_BYTES)).isEqualTo(7);
      }
      SqlResponse.End end = raw.receive(STREAM, SqlResponse.End.class);
      end.rows().payload().release();
      assertThat(end.rows().rowCount()).isEqualTo(ROWS - 7 * pages);
      assertThat(end.completion().rowCount()).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT k, repeat('x', 200000) FROM s", "SELECT k, c FROM filled"})
  void shouldBoundPagesOfLongValues(String query) throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, new SqlRequest.Run(query, terms(CREDIT, 0)));
      for (int page = 0; page < CREDIT; page++) {
        assertThat(receivePage(raw, 2 * PAGE_BYTES)).isLessThanOrEqualTo(2);
      }
      raw.send(STREAM, new SqlRequest.Stop());
      SqlResponse.End end = raw.receive(STREAM, SqlResponse.End.class);
      end.rows().payload().release();
      assertThat(end.completion().rowCount()).isLessThanOrEqualTo(8);
    }
  }

  private static int receivePage(RawClient raw, int bytesMax) throws IOException {
    SqlResponse.Page page = raw.receive(STREAM, SqlResponse.Page.class);
    assertThat(page.rows().payload().readableBytes()).isLessThanOrEqualTo(bytesMax);
    page.rows().payload().release();
    return page.rows().rowCount();
  }

  private static SqlExecutionOptions terms(int creditPages, int pageRowsMax) {
    return new SqlExecutionOptions(false, 0, pageRowsMax, creditPages, Compression.NONE);
  }

  private static void run(RawClient raw, String sql) throws IOException {
    raw.send(STREAM, new SqlRequest.Run(sql, terms(1, 0)));
    raw.receive(STREAM, SqlResponse.End.class).rows().payload().release();
  }
}
