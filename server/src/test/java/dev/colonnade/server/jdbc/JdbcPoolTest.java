package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.colonnade.jdbc.ColonnadeDataSource;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the driver with the connection pool HikariCP. */
@Timeout(600)
final class JdbcPoolTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 40;

  @Test
  void shouldConnectToAServerOfTheRequiredKind(@TempDir Path folder) throws Exception {
    try (JdbcServer server = JdbcServer.start(folder)) {
      String hosts = server.url().replace("://", "://127.0.0.1:1,");
      try (Connection connection = DriverManager.getConnection(hosts + "?target=primary")) {
        assertThat(connection.isValid(10)).isTrue();
      }
      assertThatThrownBy(() -> DriverManager.getConnection(hosts + "?target=replica").close())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
          .hasMessageContaining("none of the servers is a replica");
    }
  }

  @Test
  void shouldFindThePrimaryBesideAServerThatDoesNotRespond(@TempDir Path folder) throws Exception {
    try (JdbcServer server = JdbcServer.start(folder);
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String hosts = server.url().replace("://", "://127.0.0.1:" + silent.getLocalPort() + ",");
      long start = System.nanoTime();
      try (Connection connection =
          DriverManager.getConnection(hosts + "?target=primary&connectTimeout=600")) {
        assertThat(connection.isValid(10)).isTrue();
      }
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
    }
  }

  @Test
  void shouldReportARefusedLoginAlthoughAnotherServerIsNotReached(@TempDir Path folder)
      throws Exception {
    try (JdbcServer server = JdbcServer.start(folder)) {
      String hosts = server.url().replace("://", "://127.0.0.1:1,");
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(
                          hosts.replaceAll("/[^/]*$", "/nosuch") + "?target=primary")
                      .close())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("3D000"));
    }
  }

  @Test
  void shouldServeManyThreadsFromFewConnections(@TempDir Path folder) throws Exception {
    try (JdbcServer server = JdbcServer.start(folder);
        HikariDataSource pool = pool(server);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      try (Connection connection = pool.getConnection()) {
        JdbcServer.run(connection, "CREATE TABLE p (k INTEGER PRIMARY KEY, n INTEGER)");
      }
      List<Future<?>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread * ROUNDS;
        work.add(
            threads.submit(
                () -> {
                  insert(pool, first);
                  return null;
                }));
      }
      for (Future<?> each : work) {
        each.get();
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(JdbcServer.single(connection, "SELECT count(*) FROM p"))
            .isEqualTo(Integer.toString(THREADS * ROUNDS / 2));
        assertThat(connection.getAutoCommit()).isTrue();
      }
    }
  }

  @Test
  void shouldReplaceAConnectionThatWasLost(@TempDir Path folder) throws SQLException {
    try (JdbcServer server = JdbcServer.start(folder);
        HikariDataSource pool = pool(server)) {
      try (Connection connection = pool.getConnection()) {
        connection.setNetworkTimeout(Runnable::run, 1);
        assertThatThrownBy(
                () -> {
                  for (int i = 0; i < 100_000; i++) {
                    JdbcServer.single(connection, "SELECT count(*) FROM pg_catalog.pg_class");
                  }
                })
            .isInstanceOf(SQLException.class);
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(JdbcServer.single(connection, "SELECT 1")).isEqualTo("1");
      }
    }
  }

  @Test
  void shouldOpenConnectionsWithADataSource(@TempDir Path folder) throws SQLException {
    try (JdbcServer server = JdbcServer.start(folder)) {
      ColonnadeDataSource source = new ColonnadeDataSource();
      source.setUrl(server.url());
      source.setProperty("statementCacheSize", "2");
      try (Connection connection = source.getConnection("postgres", "secret")) {
        for (int round = 0; round < 3; round++) {
          for (int i = 0; i < 6; i++) { // more statements than the cache holds
            try (PreparedStatement select = connection.prepareStatement("SELECT ? + " + i)) {
              select.setInt(1, 1);
              var row = select.executeQuery();
              assertThat(row.next()).isTrue();
              assertThat(row.getInt(1)).isEqualTo(1 + i);
            }
          }
        }
      }
      assertThatThrownBy(() -> source.setProperty("nosuch", "1")).isInstanceOf(SQLException.class);
      source.setUrl("jdbc:colonnade://127.0.0.1:1/x");
      assertThatThrownBy(source::getConnection).hasFieldOrPropertyWithValue("SQLState", "08001");
    }
  }

  private static HikariDataSource pool(JdbcServer server) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url());
    config.setMaximumPoolSize(3);
    config.setConnectionTimeout(300_000);
    config.setValidationTimeout(120_000);
    return new HikariDataSource(config);
  }

  /** Inserts rows, each in a transaction; rolls back every second one. */
  private static void insert(HikariDataSource pool, int first) throws SQLException {
    for (int i = 0; i < ROUNDS; i++) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO p VALUES (?, ?)")) {
          insert.setInt(1, first + i);
          insert.setInt(2, i);
          assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        if (i % 2 == 0) {
          connection.commit();
        } else {
          connection.rollback();
        }
      }
    }
  }
}
