package dev.colonnade.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/** Work of a client of the PostgreSQL protocol that does not end by itself. */
enum EndlessWork {
  SORT(1, "select g from generate_series(1, 2000000000) g order by -g"),
  JOIN(
      2,
      "select count(*) from generate_series(1, 90000) a join generate_series(1, 90000) b"
          + " on a % 2 = b % 2"),
  REGULAR_EXPRESSION(3, "select repeat('a', 50000) ~ '(a*)*b'"),
  POWER(4, "do $$ declare x numeric; begin loop x := 2::numeric ^ 400000; end loop; end $$"),
  /** Waits for the row that the test has locked. */
  LOCK(5, "update held set v = 1 where id = 0"),
  COPY_IN(6, "copy copied from stdin") {
    @Override
    void run(Connection connection) throws SQLException {
      CopyIn copy = copies(connection).copyIn(sql());
      byte[] row = "some text\n".getBytes(UTF_8);
      while (true) {
        copy.writeToCopy(row, 0, row.length);
      }
    }
  },
  COPY_OUT(7, "copy (select g from generate_series(1, 2000000000) g) to stdout") {
    @Override
    void run(Connection connection) throws SQLException {
      CopyOut copy = copies(connection).copyOut(sql());
      while (copy.readFromCopy() != null) {
        // The rows are not used.
      }
    }
  },
  /** Reads nothing after the first row, so that the buffers of the connection are full. */
  UNREAD(8, "copy (select repeat('a', 1000) from generate_series(1, 2000000000)) to stdout") {
    @Override
    void run(Connection connection) throws SQLException, InterruptedException {
      CopyOut copy = copies(connection).copyOut(sql());
      copy.readFromCopy();
      while (!connection.isClosed()) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  };

  private final int lockedId;
  private final String sql;

  EndlessWork(int lockedId, String sql) {
    this.lockedId = lockedId;
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  private static CopyManager copies(Connection connection) throws SQLException {
    return connection.unwrap(BaseConnection.class).getCopyAPI();
  }

  /** Creates the tables of the works. */
  static void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table held (id int primary key, v int)");
      statement.execute("insert into held select g, 0 from generate_series(0, 10) g");
      statement.execute("create table copied (s text)");
    }
  }

  /**
   * Starts the work on a thread of its own, in a transaction that has locked the row of {@code
   * held} with the number of the work. The thread ends when the connection is lost.
   */
  Thread start(Connection connection) throws SQLException, InterruptedException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("update held set v = 1 where id = " + lockedId());
    }
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    run(connection);
                  } catch (SQLException lost) {
                    // That is how the work ends.
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    begun.await();
    return thread;
  }

  /** Returns the key of the row that the transaction of the work has locked. */
  int lockedId() {
    return lockedId;
  }

  /** Runs the work until it fails or the connection is closed. */
  void run(Connection connection) throws SQLException, InterruptedException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
