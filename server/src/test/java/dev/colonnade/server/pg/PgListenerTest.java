package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.PgConfig.Timeouts;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of the PostgreSQL protocol between a raw client and the server. */
class PgListenerTest {
  private static final short NONE = 0;

  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT.withConnectionsMax(20));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldReportParametersAfterStartup() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup("user", "postgres", "database", "colonnade", "application_name", "me");
      List<String> messages = client.texts();
      assertThat(messages)
          .startsWith("R")
          .endsWith("K", "Z I")
          .contains(
              "S server_version 15.0",
              "S client_encoding UTF8",
              "S application_name me",
              "S integer_datetimes on",
              "S standard_conforming_strings on",
              "S session_authorization postgres");
    }
  }

  @Test
  void shouldRespondToSimpleQueries() throws Exception {
    try (RawPgClient client = login()) {
      assertThat(client.query("select 1")).containsExactly("T", "D 1", "C SELECT 1", "Z I");
      assertThat(client.query("")).containsExactly("I", "Z I");
      assertThat(client.query(" ; -- nothing\n;")).containsExactly("I", "Z I");
      assertThat(client.query("select 1; select 2"))
          .containsExactly("T", "D 1", "C SELECT 1", "T", "D 2", "C SELECT 1", "Z I");
      assertThat(client.query("select 1; selec 2")).hasSize(2).first().asString().contains("42601");
      assertThat(client.query("set application_name = 'x'"))
          .containsExactly("S application_name x", "C SET", "Z I");
    }
  }

  @Test
  void shouldRespondToKnownQueriesAsToNewOnes() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table known (id int primary key, v int)");
      for (int i = 0; i < 4; i++) {
        String row = " from known where id = " + i;
        assertThat(client.query("insert into known values (" + i + ", 10)"))
            .containsExactly("C INSERT 0 1", "Z I");
        assertThat(client.query("select v" + row))
            .containsExactly("T", "D 10", "C SELECT 1", "Z I");
        assertThat(client.query("begin")).containsExactly("C BEGIN", "Z T");
        assertThat(client.query("update known set v = v + 1 where id = " + i))
            .containsExactly("C UPDATE 1", "Z T");
        assertThat(client.query("select v" + row))
            .containsExactly("T", "D 11", "C SELECT 1", "Z T");
        assertThat(client.query("select 1 / (v - 11)" + row))
            .endsWith("E 22012 division by zero", "Z E");
        assertThat(client.query("select v" + row)).first().asString().startsWith("E 25P02");
        assertThat(client.query("rollback")).containsExactly("C ROLLBACK", "Z I");
        assertThat(client.query("select 1 / (v - 10)" + row))
            .endsWith("E 22012 division by zero", "Z I");
        assertThat(client.query("select v" + row))
            .containsExactly("T", "D 10", "C SELECT 1", "Z I");
        assertThat(client.query("select v from known where id = $1"))
            .first()
            .asString()
            .startsWith("E 42P02");
      }
    }
  }

  @Test
  void shouldReportTheRowCountOfCreateTableAs() throws Exception {
    try (RawPgClient client = login()) {
      assertThat(client.query("create table made as select 1 x union all select 2"))
          .containsExactly("C SELECT 2", "Z I");
      assertThat(client.query("select x from made where false"))
          .containsExactly("T", "C SELECT 0", "Z I");
    }
  }

  @Test
  void shouldShareATransactionAmongTheStatementsOfAQuery() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table shared (id int primary key)");
      assertThat(client.query("insert into shared values (1); select 1/0"))
          .contains("C INSERT 0 1", "E 22012 division by zero")
          .endsWith("Z I");
      assertThat(client.query("select count(*) from shared")).contains("D 0");
      assertThat(client.query("begin; insert into shared values (2); commit; select 1/0"))
          .contains("C COMMIT")
          .endsWith("Z I");
      assertThat(client.query("select count(*) from shared")).contains("D 1");
      assertThat(client.query("begin; select 1/0")).endsWith("Z E");
      assertThat(client.query("select 1"))
          .first()
          .asString()
          .startsWith("E 25P02 current transaction is aborted");
      assertThat(client.query("rollback")).containsExactly("C ROLLBACK", "Z I");
      assertThat(client.query("rollback"))
          .containsExactly("N 25P01 there is no transaction in progress", "C ROLLBACK", "Z I");
    }
  }

  @Test
  void shouldRunAnExtendedQuery() throws Exception {
    try (RawPgClient client = login()) {
      client.send('P', "s", "select $1::int + 1", NONE);
      client.send('D', (byte) 'S', "s");
      client.send('B', "", "s", (short) 1, (short) 1, (short) 1, 4, 41, (short) 1, (short) 1);
      client.send('D', (byte) 'P', "");
      client.send('E', "", 0);
      client.send('C', (byte) 'S', "s");
      client.send('S');
      List<RawPgClient.Message> messages = client.until('Z');
      assertThat(messages)
          .extracting(RawPgClient.Message::type)
          .containsExactly('1', 't', 'T', '2', 'T', 'D', 'C', '3', 'Z');
      assertThat(messages.get(5).content()).containsExactly(0, 1, 0, 0, 0, 4, 0, 0, 0, 42);
    }
  }

  @Test
  void shouldFetchFromACursorWithParameters() throws Exception {
    try (RawPgClient client = login()) {
      client.query("begin");
      client.send(
          'P', "", "declare c cursor for select n + $1::int from generate_series(1, 3) n", NONE);
      client
          .send('B', "", "", NONE, (short) 1, 2, "40".getBytes(UTF_8), NONE)
          .send('D', (byte) 'P', "");
      client.send('E', "", 0).send('S');
      assertThat(client.texts()).containsExactly("1", "2", "n", "C DECLARE CURSOR", "Z T");
      assertThat(client.query("fetch c")).containsExactly("T", "D 41", "C FETCH 1", "Z T");
      client.send('P', "", "fetch all from c", NONE).send('B', "", "", NONE, NONE, NONE);
      client.send('D', (byte) 'P', "").send('E', "", 0).send('S');
      assertThat(client.texts()).containsExactly("1", "2", "T", "D 42", "D 43", "C FETCH 2", "Z T");
      assertThat(client.query("move all from c")).containsExactly("C MOVE 0", "Z T");
      client.send('D', (byte) 'P', "c").send('S');
      assertThat(client.texts()).containsExactly("T", "Z T");
      client.send('C', (byte) 'P', "c").send('D', (byte) 'P', "c").send('S');
      assertThat(client.texts()).containsExactly("3", "E 34000 portal \"c\" does not exist", "Z E");
    }
  }

  @Test
  void shouldDescribeTheCursorOrStatementThatANameStandsForAtPresent() throws Exception {
    try (RawPgClient client = login()) {
      client.query("begin");
      client.query("declare c cursor for select 1, 2");
      client.query("prepare q as select 1");
      client.send('P', "f", "fetch all from c", NONE).send('P', "e", "execute q", NONE);
      for (String sql : List.of("close c", "deallocate q", "prepare q as select 1, 2")) {
        client.query(sql);
      }
      client.query("declare c cursor for select 'x', 'y', 3");
      for (String name : List.of("f", "e")) {
        client.send('D', (byte) 'S', name).send('B', "", name, NONE, NONE, NONE);
        client.send('D', (byte) 'P', "").send('E', "", 0).send('S');
        assertThat(client.until('Z').stream().filter(message -> "TD".indexOf(message.type()) >= 0))
            .hasSize(3)
            .allMatch(message -> message.content()[1] == (name.equals("f") ? 3 : 2));
      }
    }
  }

  @Test
  void shouldSuspendAndResumeAPortal() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table five (id int primary key)");
      client.query("insert into five values (1), (2), (3), (4), (5)");
      client.send('P', "", "select id from five order by id", NONE);
      client.send('B', "p", "", NONE, NONE, NONE);
      client.send('E', "p", 2).send('E', "p", 2).send('E', "p", 2).send('E', "p", 2).send('S');
      assertThat(client.texts())
          .containsExactly(
              "1",
              "2",
              "D 1",
              "D 2",
              "s",
              "D 3",
              "D 4",
              "s",
              "D 5",
              "C SELECT 1",
              "C SELECT 0",
              "Z I");
      client.send('E', "p", 2).send('S');
      assertThat(client.texts()).containsExactly("E 34000 portal \"p\" does not exist", "Z I");
    }
  }

  @Test
  void shouldReadPortalsAsCursors() throws Exception {
    try (RawPgClient client = login()) {
      client.query("begin");
      client.send('P', "s", "select n from generate_series(1, 20) n", NONE);
      client.send('B', "p", "s", NONE, NONE, NONE).send('E', "p", 2).send('S');
      assertThat(client.texts()).containsExactly("1", "2", "D 1", "D 2", "s", "Z T");
      assertThat(client.query("move 3 in p")).containsExactly("C MOVE 3", "Z T");
      assertThat(client.query("fetch 2 from p"))
          .containsExactly("T", "D 6", "D 7", "C FETCH 2", "Z T");
      client.send('E', "p", 1).send('S');
      assertThat(client.texts()).containsExactly("D 8", "s", "Z T");
      client.send('B', "q", "s", NONE, NONE, NONE).send('S');
      client.texts();
      assertThat(client.query("move 12 in q")).containsExactly("C MOVE 12", "Z T");
      assertThat(client.query("close q")).containsExactly("C CLOSE CURSOR", "Z T");
      assertThat(client.query("select 1 / 0")).contains("Z E");
      client.send('E', "p", 1).send('S');
      assertThat(client.texts()).hasSize(2).first().asString().startsWith("E 25P02");
      client.send('E', "q", 1).send('S');
      assertThat(client.texts()).containsExactly("E 34000 portal \"q\" does not exist", "Z E");
    }
  }

  @Test
  void shouldSkipMessagesAfterAnErrorUpToTheSync() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table skipped (id int primary key)");
      client.send('P', "", "insert into skipped values (1)", NONE);
      client.send('B', "", "", NONE, NONE, NONE).send('E', "", 0);
      client.send('P', "", "select 1/0", NONE);
      client.send('B', "", "", NONE, NONE, NONE).send('E', "", 0);
      client.send('P', "", "insert into skipped values (2)", NONE);
      client.send('B', "", "", NONE, NONE, NONE).send('E', "", 0);
      client.send('S');
      assertThat(client.texts())
          .containsExactly("1", "2", "C INSERT 0 1", "1", "2", "E 22012 division by zero", "Z I");
      assertThat(client.query("select count(*) from skipped")).contains("D 0");
    }
  }

  @Test
  void shouldRespondToAFlushWithoutASync() throws Exception {
    try (RawPgClient client = login()) {
      client.send('P', "", "select 1", NONE).send('H');
      assertThat(client.read().type()).isEqualTo('1');
      client.send('S');
      assertThat(client.texts()).containsExactly("Z I");
    }
  }

  @Test
  void shouldFailTheTransactionOfAMessageThatFails() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table failing(a int)");
      client.query("begin");
      client.send('B', "", "none", NONE, NONE, NONE).send('S');
      assertThat(client.texts())
          .containsExactly("E 26000 prepared statement \"none\" does not exist", "Z E");
      assertThat(client.query("commit")).containsExactly("C ROLLBACK", "Z I");
      client.send('P', "", "insert into failing values (1)", NONE);
      client.send('B', "", "", NONE, NONE, NONE).send('E', "", 0);
      client.send('B', "", "none", NONE, NONE, NONE).send('S');
      assertThat(client.texts()).last().isEqualTo("Z I");
      assertThat(client.query("select count(*) from failing")).contains("D 0");
    }
  }

  @Test
  void shouldRefuseInconsistentMessages() throws Exception {
    try (RawPgClient client = login()) {
      client.send('P', "twice", "select 1", NONE).send('P', "twice", "select 2", NONE).send('S');
      assertThat(client.texts())
          .containsExactly("1", "E 42P05 prepared statement \"twice\" already exists", "Z I");
      client.send('B', "", "twice", NONE, (short) 1, -1, NONE).send('S');
      assertThat(client.texts())
          .containsExactly(
              "E 08P01 bind message supplies 1 parameters, but prepared statement \"twice\""
                  + " requires 0",
              "Z I");
      client.send('B', "", "none", NONE, NONE, NONE).send('S');
      assertThat(client.texts())
          .containsExactly("E 26000 prepared statement \"none\" does not exist", "Z I");
      client.send('B', "", "twice", NONE, NONE, (short) 2, NONE, NONE).send('S');
      assertThat(client.texts())
          .containsExactly(
              "E 08P01 bind message has 2 result formats but query has 1 columns", "Z I");
      client.send('B', "", "twice", (short) 1, (short) 7, NONE, NONE).send('S');
      assertThat(client.texts()).containsExactly("E 22023 unsupported format code: 7", "Z I");
      client.send('P', "", "select 1; select 2", NONE).send('S');
      assertThat(client.texts())
          .containsExactly(
              "E 42601 cannot insert multiple commands into a prepared statement", "Z I");
      client.send('F', 1, NONE, NONE, NONE);
      assertThat(client.texts()).hasSize(2).first().asString().startsWith("E 0A000");
      client.send('E', "nowhere", 0).send('Q', "select 1").send('S');
      assertThat(client.texts())
          .as("a query is skipped as well")
          .containsExactly("E 34000 portal \"nowhere\" does not exist", "Z I");
      client.send('d', new byte[] {1}).send('c').send('f', "no");
      assertThat(client.query("select 1")).contains("D 1");
    }
  }

  @Test
  void shouldRespondToPipelinedMessages() throws Exception {
    try (RawPgClient client = login()) {
      for (int i = 0; i < 200; i++) {
        client.send('Q', "select " + i);
      }
      for (int i = 0; i < 200; i++) {
        assertThat(client.texts()).contains("D " + i);
      }
    }
  }

  @Test
  void shouldRefuseOtherUsersDatabasesAndModes() throws Exception {
    assertThat(refused("user", "unknown")).contains("28000 role \"unknown\" does not exist");
    assertThat(refused("database", "colonnade")).contains("28000 no PostgreSQL user name");
    assertThat(refused("user", "postgres", "replication", "true")).contains("0A000");
    assertThat(refused("user", "postgres", "database", "colonnade", "client_encoding", "LATIN0"))
        .contains("invalid value for parameter \"client_encoding\": \"LATIN0\"");
  }

  @Test
  void shouldNegotiateANewerMinorVersion() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup((3 << 16) + 2, "user", "postgres", "database", "colonnade", "_pq_.x", "1");
      assertThat(client.read().type()).isEqualTo('v');
      assertThat(client.texts()).endsWith("Z I");
    }
  }

  @Test
  void shouldDeclineUnavailableEncryption() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      assertThat(client.raw(request(80877104)).readRaw(1)).containsExactly('N');
      assertThat(client.raw(request(80877103)).readRaw(1)).containsExactly('N');
      client.startup("user", "postgres", "database", "colonnade");
      assertThat(client.texts()).endsWith("Z I");
    }
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.raw(request(80877103)).readRaw(1);
      client.raw(request(80877103));
      assertThat(client.toEnd()).singleElement().asString().contains("requested twice");
    }
  }

  @Test
  void shouldCancelAStatementByItsKeyOnly() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup("user", "postgres", "database", "colonnade");
      byte[] key =
          client.until('Z').stream()
              .filter(message -> message.type() == 'K')
              .findFirst()
              .orElseThrow()
              .content();
      CompletableFuture<List<String>> response = new CompletableFuture<>();
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  response.complete(client.query("select pg_sleep(600)"));
                } catch (IOException e) {
                  response.completeExceptionally(e);
                }
              });
      byte[] wrong = key.clone();
      wrong[7] ^= 1;
      for (int i = 0; i < 20; i++) {
        cancel(wrong);
      }
      assertThat(response).isNotDone();
      await()
          .until(
              () -> {
                cancel(key); // again, since the statement may not have begun
                return response.isDone();
              });
      assertThat(response.get(120, TimeUnit.SECONDS))
          .endsWith("E 57014 canceling statement due to user request", "Z I");
      assertThat(client.query("select 1")).contains("D 1");
    }
  }

  @Test
  void shouldRespondToHttpWithAnError() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(client.readRaw(1000), US_ASCII))
          .startsWith("HTTP/1.1 400 Bad Request")
          .contains("PostgreSQL protocol");
    }
  }

  @Test
  void shouldCloseOnlyTheSessionThatViolatesTheProtocol() throws Exception {
    try (RawPgClient other = login()) {
      try (RawPgClient client = new RawPgClient(server.port())) {
        client.raw(new byte[] {0, 0, 0, 3});
        assertThat(client.toEnd()).containsExactly("E 08P01 invalid length of startup packet");
      }
      try (RawPgClient client = login()) {
        client.send('y');
        assertThat(client.toEnd()).containsExactly("E 08P01 invalid frontend message type 121");
      }
      try (RawPgClient client = login()) {
        client.raw(new byte[] {'Q', 0x7f, -1, -1, -1});
        assertThat(client.toEnd()).singleElement().asString().startsWith("E 54000");
      }
      try (RawPgClient client = login()) {
        client.send('p', "password");
        assertThat(client.toEnd()).singleElement().asString().startsWith("E 08P01");
      }
      assertThat(other.query("select 1")).contains("D 1");
    }
  }

  @Test
  void shouldSurviveRandomMessages() throws Exception {
    long seed = Seed.of("PgPortTest");
    Random random = new Random(seed);
    String types = "QPBDECHSdcfF";
    for (int round = 0; round < 40; round++) {
      try (RawPgClient client = login()) {
        for (int i = 0; i < 20; i++) {
          byte[] content = new byte[random.nextInt(12)];
          if (random.nextBoolean()) {
            random.nextBytes(content);
          }
          client.send(types.charAt(random.nextInt(types.length())), content);
        }
        client.send('S').send('Q', "select 'still here'");
        List<String> responses = new ArrayList<>(client.texts());
        while (!responses.contains("D still here")) {
          responses.addAll(client.texts());
        }
        assertThat(responses).as("seed=" + seed).contains("D still here");
      }
    }
  }

  @Test
  void shouldRefuseConnectionsBeyondTheLimit() throws Exception {
    await().until(() -> server.server().sessionCount() == 0);
    List<RawPgClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        clients.add(login());
      }
      assertThat(refused("user", "postgres", "database", "colonnade"))
          .contains("53300 sorry, too many clients already");
    } finally {
      for (RawPgClient client : clients) {
        client.close();
      }
    }
    await().until(() -> server.server().sessionCount() == 0);
    login().close();
  }

  @Test
  void shouldCloseConnectionsAfterTheAuthenticationTimeout(@TempDir Path other) throws Exception {
    Timeouts timeouts = new Timeouts(Duration.ofMillis(500), Duration.ZERO);
    try (PgListenerFixture impatient =
            PgListenerFixture.start(other, PgConfig.DEFAULT.withTimeouts(timeouts));
        RawPgClient client = new RawPgClient(impatient.port())) {
      assertThat(client.toEnd()).isEmpty();
    }
  }

  /** Reset commands of Npgsql for a connection that returns to its pool. */
  @Test
  void shouldAcceptResetCommandsOfPools() throws Exception {
    try (RawPgClient client = login()) {
      client.query("set application_name = 'mine'");
      assertThat(client.query("DISCARD ALL"))
          .containsExactly("S application_name", "C DISCARD ALL", "Z I");
      assertThat(
              client.query(
                  "SET SESSION AUTHORIZATION DEFAULT;RESET ALL;CLOSE ALL;UNLISTEN *;"
                      + "SELECT pg_advisory_unlock_all();DISCARD SEQUENCES;DISCARD TEMP"))
          .containsExactly(
              "C SET",
              "C RESET",
              "C CLOSE CURSOR ALL",
              "C UNLISTEN",
              "T",
              "D ",
              "C SELECT 1",
              "C DISCARD SEQUENCES",
              "C DISCARD TEMP",
              "Z I");
      assertThat(client.query("DEALLOCATE ALL")).containsExactly("C DEALLOCATE ALL", "Z I");
      assertThat(client.query("LISTEN x")).containsExactly("C LISTEN", "Z I");
      assertThat(client.query("DISCARD ALL")).containsExactly("C DISCARD ALL", "Z I");
    }
  }

  @Test
  void shouldEndASessionThatIsIdleInATransaction() throws Exception {
    try (RawPgClient client = login()) {
      client.query("set idle_in_transaction_session_timeout = 200");
      client.query("begin");
      assertThat(client.toEnd())
          .containsExactly("E 25P03 terminating connection due to idle-in-transaction timeout");
    }
  }

  /** Clients with an older libpq use DEALLOCATE for statements that they prepared by messages. */
  @Test
  void shouldSharePreparedStatementsBetweenSqlAndMessages() throws Exception {
    try (RawPgClient client = login()) {
      client.send('P', "m", "select 1", NONE).send('S');
      client.until('Z');
      assertThat(client.query("execute m")).containsExactly("T", "D 1", "C SELECT 1", "Z I");
      assertThat(client.query("prepare m as select 2")).first().asString().startsWith("E 42P05");
      assertThat(client.query("deallocate m")).containsExactly("C DEALLOCATE", "Z I");
      assertThat(client.query("deallocate m")).first().asString().startsWith("E 26000");
      client.query("prepare m as select 2");
      bindAndRun(client, "m");
      assertThat(client.texts()).containsExactly("2", "D 2", "C SELECT 1", "Z I");
      client.query("deallocate all");
      bindAndRun(client, "m");
      assertThat(client.texts()).first().asString().startsWith("E 26000");
      client.send('P', "m", "select 3", NONE).send('S');
      assertThat(client.texts()).containsExactly("1", "Z I");
    }
  }

  private static void bindAndRun(RawPgClient client, String statement) throws IOException {
    client.send('B', "", statement, NONE, NONE, NONE);
    client.send('E', "", 0).send('S');
  }

  private static RawPgClient login() throws IOException {
    return RawPgClient.login(server.port(), "postgres");
  }

  private static String refused(String... parameters) throws IOException {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup(parameters);
      List<String> messages = client.toEnd();
      assertThat(messages).hasSize(1);
      return messages.getFirst();
    }
  }

  private static void cancel(byte[] key) throws IOException {
    byte[] request = new byte[16];
    request[3] = 16;
    System.arraycopy(request(80877102), 4, request, 4, 4);
    System.arraycopy(key, 0, request, 8, 8);
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.raw(request);
      assertThat(client.toEnd()).isEmpty();
    }
  }

  private static byte[] request(int code) {
    return java.nio.ByteBuffer.allocate(8).putInt(8).putInt(code).array();
  }
}
