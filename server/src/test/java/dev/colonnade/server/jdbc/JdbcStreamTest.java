package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.ArrowResult;
import dev.colonnade.testing.OwnThread;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of streamed results, cancellation and timeouts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class JdbcStreamTest {
  private static final int ROWS = 500;
  private static final String CROSS_JOIN = "SELECT a.k, b.k, a.v FROM s a CROSS JOIN s b";
  private static final String ENDLESS =
      "SELECT count(*) FROM s a, s b, s c, s d WHERE a.v || b.v || c.v <> d.v";

  private JdbcServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws SQLException {
    server = JdbcServer.start(folder);
    try (Connection connection = server.connect()) {
      JdbcServer.run(connection, "CREATE TABLE s (k INTEGER PRIMARY KEY, v TEXT)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO s VALUES (?, ?)")) {
        for (int i = 0; i < ROWS; i++) {
          insert.setInt(1, i);
          insert.setString(2, "value " + i);
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void shouldStreamALongResult() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(1000);
      long sum = 0;
      int count = 0;
      try (ResultSet rows = statement.executeQuery(CROSS_JOIN)) {
        while (rows.next()) {
          sum += rows.getInt(2);
          count++;
        }
      }
      assertThat(count).isEqualTo(ROWS * ROWS);
      assertThat(sum).isEqualTo((long) ROWS * ROWS * (ROWS - 1) / 2);
    }
  }

  @Test
  void shouldRunOtherStatementsWhileAResultIsRead() throws SQLException {
    try (Connection connection = server.connect();
        Statement outer = connection.createStatement()) {
      outer.setFetchSize(100);
      int count = 0;
      try (ResultSet rows = outer.executeQuery(CROSS_JOIN)) {
        while (rows.next()) {
          if (count++ % 50_000 == 0) {
            assertThat(JdbcServer.single(connection, "SELECT count(*) FROM s")).isEqualTo("500");
          }
        }
      }
      assertThat(count).isEqualTo(ROWS * ROWS);
    }
  }

  @Test
  void shouldDiscardAResultWithoutFailingTheTransaction() throws SQLException {
    try (Connection connection = server.connect()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 3; i++) {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery(CROSS_JOIN)) {
          assertThat(rows.next()).isTrue();
        }
      }
      assertThat(JdbcServer.single(connection, "SELECT count(*) FROM s")).isEqualTo("500");
      connection.commit();
    }
  }

  @Test
  void shouldLimitTheRowsOfAResult() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(7);
      try (ResultSet rows = statement.executeQuery(CROSS_JOIN)) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo(7);
      }
    }
  }

  @Test
  void shouldScrollInBothDirections() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(64);
      try (ResultSet rows = statement.executeQuery("SELECT k FROM s ORDER BY k")) {
        assertThat(rows.last()).isTrue();
        assertThat(rows.getRow()).isEqualTo(ROWS);
        assertThat(rows.getInt(1)).isEqualTo(ROWS - 1);
        assertThat(rows.previous()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(ROWS - 2);
        assertThat(rows.absolute(100)).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(99);
        assertThat(rows.relative(-50)).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(49);
        assertThat(rows.absolute(-1)).isTrue();
        assertThat(rows.isLast()).isTrue();
        assertThat(rows.next()).isFalse();
        assertThat(rows.isAfterLast()).isTrue();
        rows.beforeFirst();
        assertThat(rows.isBeforeFirst()).isTrue();
        assertThat(rows.first()).isTrue();
        assertThat(rows.isFirst()).isTrue();
      }
    }
  }

  @Test
  void shouldReturnArrowBatches() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CROSS_JOIN)) {
      assertThat(rows.isWrapperFor(ArrowResult.class)).isTrue();
      ArrowResult batches = rows.unwrap(ArrowResult.class);
      assertThat(batches.shape().columns()).hasSize(3);
      assertThat(batches.schemaMessage().getInt(0)).isEqualTo(-1);
      int count = 0;
      for (ResultPage page = batches.nextPage(); page != null; page = batches.nextPage()) {
        ByteBuffer message = batches.batchMessage();
        assertThat(message.getInt(message.position())).isEqualTo(-1);
        assertThat(page.column(2).textAt(0)).startsWith("value ");
        count += page.rowCount();
      }
      assertThat(count).isEqualTo(ROWS * ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lz4", "zstd"})
  void shouldReadCompressedResults(String compression) throws SQLException {
    String url = server.url() + "?compression=" + compression;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k, v FROM s ORDER BY k")) {
      for (int i = 0; i < ROWS; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(i);
        assertThat(rows.getString(2)).isEqualTo("value " + i);
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void shouldCancelFromAnotherThread() throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      AtomicBoolean ended = new AtomicBoolean();
      CompletableFuture<Void> canceled =
          CompletableFuture.runAsync(() -> cancelUntil(ended, statement), OwnThread.EXECUTOR);
      try {
        assertThatThrownBy(() -> statement.executeQuery(ENDLESS))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("user request")
            .hasFieldOrPropertyWithValue("SQLState", "57014");
      } finally {
        ended.set(true);
      }
      canceled.get();
      assertThat(JdbcServer.single(connection, "SELECT 1")).isEqualTo("1");
    }
  }

  /** Cancels repeatedly, because the statement may not be running yet. */
  private static void cancelUntil(AtomicBoolean ended, Statement statement) {
    while (!ended.get()) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void shouldEndAStatementAtItsTimeout() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(ENDLESS))
          .isInstanceOf(SQLTimeoutException.class)
          .hasFieldOrPropertyWithValue("SQLState", "57014");
      statement.setQueryTimeout(0);
      assertThat(JdbcServer.single(connection, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void shouldCloseTheConnectionAtItsReadTimeout() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      assertThat(connection.isValid(120)).isTrue();
      connection.setNetworkTimeout(Runnable::run, 300);
      assertThat(connection.getNetworkTimeout()).isEqualTo(300);
      assertThatThrownBy(() -> statement.executeQuery(ENDLESS))
          .hasFieldOrPropertyWithValue("SQLState", "08006");
      assertThat(connection.isClosed()).isTrue();
      assertThat(connection.isValid(1)).isFalse();
    }
  }
}
