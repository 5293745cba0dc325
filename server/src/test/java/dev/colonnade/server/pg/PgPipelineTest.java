package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time at which the responses of a pipeline of the extended query protocol are sent. */
class PgPipelineTest {
  private static final short NONE = 0;

  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldHoldResponsesUntilTheSync() throws Exception {
    try (RawPgClient client = login()) {
      run(client, "select 1");
      assertThat(client.isQuiet()).isTrue();
      run(client, "select 2");
      assertThat(client.isQuiet()).isTrue();
      client.send('S');
      assertThat(client.texts())
          .containsExactly("1", "2", "D 1", "C SELECT 1", "1", "2", "D 2", "C SELECT 1", "Z I");
    }
  }

  @Test
  void shouldHoldResponsesUntilAFlush() throws Exception {
    try (RawPgClient client = login()) {
      run(client, "select 1");
      assertThat(client.isQuiet()).isTrue();
      client.send('H');
      assertThat(client.until('C')).extracting(Object::toString).endsWith("D 1", "C SELECT 1");
      run(client, "select 2");
      assertThat(client.isQuiet()).isTrue();
      client.send('S');
      assertThat(client.texts()).containsExactly("1", "2", "D 2", "C SELECT 1", "Z I");
    }
  }

  @Test
  void shouldSendErrorsAtOnce() throws Exception {
    try (RawPgClient client = login()) {
      run(client, "select 1");
      run(client, "select 1/0");
      assertThat(client.until('E'))
          .extracting(Object::toString)
          .contains("C SELECT 1")
          .endsWith("E 22012 division by zero");
      client.send('S');
      assertThat(client.texts()).containsExactly("Z I");
    }
  }

  @Test
  void shouldSendLongResponsesInChunks() throws Exception {
    try (RawPgClient client = login()) {
      run(client, "select repeat('x', 100) from generate_series(1, 2000)");
      assertThat(client.read().type()).isEqualTo('1');
      client.send('S');
      assertThat(client.texts()).hasSize(2003).endsWith("C SELECT 2000", "Z I");
    }
  }

  @Test
  void shouldSendManyShortResponsesInChunks() throws Exception {
    try (RawPgClient client = login()) {
      for (int i = 0; i < 2_000; i++) {
        run(client, "select 1");
      }
      assertThat(client.read().type()).isEqualTo('1');
      client.send('S');
      assertThat(client.texts()).hasSize(8_000).endsWith("C SELECT 1", "Z I");
    }
  }

  @Test
  void shouldRequestTheDataOfACopyAtOnce() throws Exception {
    try (RawPgClient client = login()) {
      client.query("create table copied (id int primary key)");
      run(client, "copy copied from stdin");
      assertThat(client.until('G')).hasSize(3);
      client.send('d', "1\n2\n".getBytes(UTF_8)).send('c');
      assertThat(client.isQuiet()).isTrue();
      client.send('S');
      assertThat(client.texts()).containsExactly("C COPY 2", "Z I");
    }
  }

  @Test
  void shouldSendHeldResponsesBeforeTheReasonOfTheEnd() throws Exception {
    try (RawPgClient client = login();
        RawPgClient other = login()) {
      run(client, "select 'pid=' || pg_backend_pid()");
      assertThat(client.isQuiet()).isTrue();
      other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
      assertThat(client.toEnd())
          .contains("C SELECT 1")
          .endsWith("E 57P01 terminating connection due to administrator command");
    }
  }

  private static void run(RawPgClient client, String sql) throws IOException {
    client.send('P', "", sql, NONE).send('B', "", "", NONE, NONE, NONE).send('E', "", 0);
  }

  private static RawPgClient login() throws IOException {
    return RawPgClient.login(server.port(), "postgres");
  }
}
