package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** pgbench: initialization and transactions, none of which may fail. */
@Tag("integration")
class PgbenchTest {
  private static final String VERSION = "pgbench (PostgreSQL) 15.";
  private static final int CLIENTS = 4;
  private static final int TRANSACTIONS = 10;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // made before each test
  private Path home;

  @SuppressWarnings("NullAway.Init") // made before each test
  private Server server;

  @SuppressWarnings("NullAway.Init") // made before each test
  private PostgresProgram pgbench;

  @BeforeEach
  void start() throws Exception {
    home = Files.createDirectory(folder.resolve("home"));
    new PostgresProgram("pgbench", home, 1).assumeVersion(VERSION);
    server = TestServers.start(folder.resolve("store"));
    pgbench = new PostgresProgram("pgbench", home, server.pgAddress().getPort());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void shouldRunItsOwnScripts() throws Exception {
    assertThat(pgbench.run("-i", "-q", "-s", "1").text())
        .contains("creating primary keys...")
        .contains("done in ");
    assertThat(number("select count(*) from pgbench_accounts")).isEqualTo(100_000);
    int rounds = 0;
    for (String mode : new String[] {"simple", "extended", "prepared"}) {
      run("-M", mode, "-b", "tpcb-like");
      run("-M", mode, "-b", "select-only");
      rounds++;
    }
    long changes = number("select sum(delta) from pgbench_history");
    assertThat(number("select count(*) from pgbench_history"))
        .isEqualTo((long) rounds * CLIENTS * TRANSACTIONS);
    for (String balance :
        new String[] {
          "select sum(abalance) from pgbench_accounts",
          "select sum(bbalance) from pgbench_branches",
          "select sum(tbalance) from pgbench_tellers"
        }) {
      assertThat(number(balance)).as(balance).isEqualTo(changes);
    }
  }

  /**
   * With a cached block per session, which DISCARD discards, and with one block for all sessions.
   */
  @ParameterizedTest
  @ValueSource(strings = {"connection", "server"})
  void shouldAllocateSequenceValues(String method) throws Exception {
    execute("create sequence s cache 100");
    pgbench = pgbench.withSetting("sequence_cache_method", method);
    Path plain = Files.writeString(home.resolve("plain.sql"), "select nextval('s');\n");
    Path discarding =
        Files.writeString(
            home.resolve("discarding.sql"), "select nextval('s');\ndiscard sequences;\n");
    run("-M", "prepared", "-f", plain.toString());
    run("-M", "prepared", "-f", discarding.toString());
    assertThat(number("select nextval('s')")).isGreaterThan(2L * CLIENTS * TRANSACTIONS);
  }

  private void run(String... arguments) throws Exception {
    String[] all = new String[arguments.length + 5];
    all[0] = "-n";
    all[1] = "-c";
    all[2] = Integer.toString(CLIENTS);
    all[3] = "-t";
    all[4] = Integer.toString(TRANSACTIONS);
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    int count = CLIENTS * TRANSACTIONS;
    assertThat(pgbench.run(all).text())
        .contains("number of transactions actually processed: %d/%d\n".formatted(count, count))
        .contains("number of failed transactions: 0 (0.000%)\n")
        .doesNotContain("aborted");
  }

  private Connection connect() throws Exception {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/colonnade".formatted(server.pgAddress().getPort()),
        "postgres",
        "");
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getLong(1);
    }
  }
}
