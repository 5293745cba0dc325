package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages of Npgsql, byte for byte: opening a connection, running a command, and returning the
 * connection to its pool. The expected responses are those of PostgreSQL 15.
 */
class NpgsqlTest {
  private static final Path TYPES =
      Path.of(
          "..", "core", "engine", "src", "test", "resources", "clients", "npgsql_load_types.sql");
  private static final short INPUTS = 2;
  private static final short BINARY = 1;

  /** Reset that Npgsql sends before the first command of a connection from the pool. */
  private static final String RESET =
      "SET SESSION AUTHORIZATION DEFAULT;RESET ALL;CLOSE ALL;UNLISTEN *;"
          + "SELECT pg_advisory_unlock_all();DISCARD SEQUENCES;DISCARD TEMP";

  @TempDir private Path folder;

  @Test
  void shouldOpenLoadTypesRunAndReset() throws Exception {
    try (PgListenerFixture server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
        RawPgClient client = new RawPgClient(server.port())) {
      open(client);
      loadTypes(client);
      runCommand(client);
      client.send('Q', "select pg_advisory_lock(7)").texts();
      client.send('Q', "set application_name = 'changed'").texts();
      client.send('Q', RESET);
      List<RawPgClient.Message> reset = client.until('Z');
      assertThat(reset.stream().map(RawPgClient.Message::toString))
          .containsExactly(
              "C SET",
              "S application_name npgsql",
              "C RESET",
              "C CLOSE CURSOR ALL",
              "C UNLISTEN",
              "T",
              "D ",
              "C SELECT 1",
              "C DISCARD SEQUENCES",
              "C DISCARD TEMP",
              "Z I");
      assertThat(hex(reset.get(5)))
          .isEqualTo(
              "000170675f61647669736f72795f756e6c6f636b5f616c6c00"
                  + "000000000000000008e60004ffffffff0000");
      assertThat(hex(reset.get(6))).isEqualTo("000100000000");
      runCommand(client);
      assertThat(client.query("DISCARD ALL")).containsExactly("C DISCARD ALL", "Z I");
      runCommand(client);
    }
  }

  private static void open(RawPgClient client) throws IOException {
    client.raw(HexFormat.of().parseHex("0000000804d2162f")); // SSLRequest
    assertThat(client.readRaw(1)).containsExactly('N');
    client.startup(
        "user", "postgres",
        "client_encoding", "UTF8",
        "database", "colonnade",
        "application_name", "npgsql");
    assertThat(client.texts())
        .startsWith("R")
        .contains("S integer_datetimes on", "S TimeZone UTC", "S client_encoding UTF8")
        .endsWith("K", "Z I");
  }

  /** Sends one simple query: version, types, composite type attributes, enum labels. */
  private static void loadTypes(RawPgClient client) throws IOException {
    client.send('Q', "SELECT version();" + Files.readString(TYPES, UTF_8));
    List<RawPgClient.Message> messages = client.until('Z');
    assertThat(messages.stream().map(RawPgClient.Message::type).filter(type -> type != 'D'))
        .containsExactly('T', 'C', 'T', 'C', 'T', 'C', 'T', 'C', 'Z');
    List<String> texts = messages.stream().map(RawPgClient.Message::toString).toList();
    assertThat(texts.get(1)).startsWith("D ").contains("PostgreSQL 15");
    assertThat(texts)
        .contains("D pg_catalog23int4bf", "D pg_catalog1007_int4af23", "D pg_catalog25textbf");
  }

  /** Runs an unprepared command in one batch of messages, with binary parameters and results. */
  private static void runCommand(RawPgClient client) throws IOException {
    client.send('P', "", "SELECT $1 + 1, $2::text", INPUTS, 23, 25);
    client.send('B', "", "", INPUTS, BINARY, BINARY, INPUTS, 4, 41, 1, (byte) 'x', BINARY, BINARY);
    client.send('D', (byte) 'P', "").send('E', "", 0).send('S');
    List<RawPgClient.Message> messages = client.until('Z');
    assertThat(messages.stream().map(message -> message.type() + " " + hex(message)))
        .containsExactly(
            "1 ",
            "2 ",
            "T 00023f636f6c756d6e3f00000000000000000000170004ffffffff0001"
                + "746578740000000000000000000019ffffffffffff0001",
            "D 0002000000040000002a0000000178",
            "C 53454c454354203100",
            "Z 49");
  }

  private static String hex(RawPgClient.Message message) {
    return HexFormat.of().formatHex(message.content());
  }
}
