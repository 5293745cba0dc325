package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.local.ServerAddress;
import dev.colonnade.client.ClientBuilder;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.login.TargetServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failover of clients that list three processes, of which the leader is killed under load. */
@Tag("integration")
@Timeout(180)
final class ClusterFailoverTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
  private static final int LOAD_MILLIS = 1000;

  @TempDir private Path folder;

  @Test
  void shouldFindTheNewLeaderAndRepeatNoWrite() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, NAMES)) {
      String leader = cluster.leader();
      // The leader first, so that each new connection has to pass it after its end.
      List<ServerAddress> servers = new ArrayList<>();
      servers.add(cluster.server(leader).address());
      for (String name : NAMES) {
        if (!name.equals(leader)) {
          servers.add(cluster.server(name).address());
        }
      }
      createTables(cluster, leader);
      assertThat(isWritable(postgresUrl(servers))).isTrue();
      assertThat(runPsql(servers)).isIn("", "f");

      try (ColonnadeClient writes = client(servers, TargetServer.PRIMARY);
          ColonnadeClient followers = client(servers, TargetServer.REPLICA);
          ColonnadeClient any = client(servers, TargetServer.ANY);
          FailoverClients clients = new FailoverClients()) {
        start(clients, servers, List.of(writes, followers, any));
        assertThat(clients.awaitSuccessOfAll(System.nanoTime(), WAIT_NANOS_MAX)).isEmpty();
        Thread.sleep(LOAD_MILLIS);

        cluster.kill(leader);
        long killed = System.nanoTime();
        List<String> late = clients.awaitSuccessOfAll(killed, WAIT_NANOS_MAX);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
        assertThat(late).as("clients without a success after the kill").isEmpty();
        assertThat(isWritable(postgresUrl(servers))).isTrue();
        String inRecovery = runPsql(servers);
        assertThat(inRecovery).isIn("", "f");
        Thread.sleep(LOAD_MILLIS);
        clients.stop();

        System.out.printf(
            "failover ms=%d acknowledged=%d unknown=%d refused=%d errors=%s psql=%s%n",
            millis,
            clients.acknowledged.size(),
            clients.unknown.size(),
            clients.refused.size(),
            clients.errors,
            inRecovery.isEmpty() ? "missing" : "read-write");
        assertThat(clients.problems).isEmpty();
        check(clients, cluster);
      }
    }
  }

  private static void createTables(LocalCluster cluster, String leader) throws SQLException {
    try (Connection connection = cluster.connect(leader);
        Statement statement = connection.createStatement()) {
      // Without a key, so that a repeated insert leaves two rows; the other table refuses it.
      statement.execute("create table by_jdbc (id bigint not null)");
      statement.execute("create table by_columns (id bigint primary key)");
      statement.execute("create table by_postgres (id bigint)");
    }
  }

  private static void start(
      FailoverClients clients, List<ServerAddress> servers, List<ColonnadeClient> columnar) {
    String url = "jdbc:colonnade://" + hosts(servers, a -> a.protocol().getAuthority());
    clients.startJdbcWriter("jdbc-1", url + "/colonnade?target=primary");
    clients.startJdbcWriter("jdbc-2", url + "/colonnade?target=primary");
    clients.startJdbcReader("jdbc-replica", url + "/colonnade?target=replica", true);
    clients.startJdbcReader("jdbc-any", url + "/colonnade?target=any", false);
    ColonnadeClient writes = columnar.get(0);
    clients.startColumnarWriter("columnar-1", writes, writes.table("by_columns"));
    clients.startColumnarWriter("columnar-2", writes, writes.table("by_columns"));
    for (ColonnadeClient reader : columnar.subList(1, columnar.size())) {
      String name = reader.equals(columnar.get(1)) ? "columnar-replica" : "columnar-any";
      clients.startColumnarReader(name, reader, writes.table("by_columns"));
    }
  }

  private static String hosts(
      List<ServerAddress> servers, Function<ServerAddress, String> authority) {
    return servers.stream().map(authority).collect(Collectors.joining(","));
  }

  private static ColonnadeClient client(List<ServerAddress> servers, TargetServer target) {
    ClientBuilder builder =
        ColonnadeClient.builder().target(target).requestTimeout(Duration.ofSeconds(20));
    for (ServerAddress server : servers) {
      builder.server(server.protocol().getHost(), server.protocol().getPort());
    }
    return builder.build();
  }

  private static String postgresUrl(List<ServerAddress> servers) {
    return "jdbc:postgresql://"
        + hosts(servers, ServerAddress::postgres)
        + "/colonnade?user=colonnade&targetServerType=primary&hostRecheckSeconds=0";
  }

  private static boolean isWritable(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate("insert into by_postgres values (1)") == 1;
    }
  }

  /** Returns what psql prints of pg_is_in_recovery(); empty if psql is not installed. */
  private String runPsql(List<ServerAddress> servers) throws IOException, InterruptedException {
    String target =
        "host=%s port=%s dbname=colonnade user=colonnade target_session_attrs=read-write"
            .formatted(
                hosts(servers, a -> a.postgres().replaceFirst(":\\d+$", "")),
                hosts(servers, a -> a.postgres().replaceFirst("^.*:", "")));
    String insert = "insert into by_postgres values (2)";
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    "psql",
                    "-XqAt",
                    "-v",
                    "ON_ERROR_STOP=1",
                    "-c",
                    insert,
                    "-c",
                    "select pg_is_in_recovery()",
                    target))
            .redirectErrorStream(true);
    Process psql;
    try {
      psql = builder.start();
    } catch (IOException e) {
      System.out.println("psql is not installed: its failover is not tested");
      return "";
    }
    String output = new String(psql.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(psql.waitFor()).as(output).isZero();
    return output.strip();
  }

  private static void check(FailoverClients clients, LocalCluster cluster)
      throws SQLException, InterruptedException {
    Map<Long, Integer> found = new HashMap<>();
    try (Connection connection = cluster.connect(cluster.leader());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select id from by_jdbc union all select id from by_columns")) {
      while (rows.next()) {
        found.merge(rows.getLong(1), 1, Integer::sum);
      }
    }
    assertThat(clients.acknowledged).isNotEmpty();
    assertThat(found.values()).as("rows per id").allMatch(count -> count == 1);
    assertThat(found.keySet()).as("acknowledged rows").containsAll(clients.acknowledged);
    assertThat(clients.refused).as("refused rows").noneMatch(found::containsKey);
    found.keySet().removeAll(clients.acknowledged);
    assertThat(clients.unknown).as("rows of unknown outcome").containsAll(found.keySet());
  }
}
