package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Output of psql, which must equal its output with PostgreSQL 15: {@code resources/psql} has
 * scripts and the output of psql 15 for them, in a new PostgreSQL database with collation C.
 */
@Tag("integration")
class PsqlTest {
  /** Required version: other versions send other catalog queries and print other columns. */
  private static final String VERSION = "psql (PostgreSQL) 15.";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"describe", "errors", "copy", "session"})
  void shouldPrintWhatItPrintsWithPostgresql(String script) throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    new PostgresProgram("psql", home, 1).assumeVersion(VERSION);
    try (Server server = TestServers.start(folder.resolve("store"))) {
      PostgresProgram psql = new PostgresProgram("psql", home, server.pgAddress().getPort());
      assertThat(psql.feed(read(script + ".sql"), "-X", "-f", "-").text())
          .isEqualTo(read(script + ".out"));
    }
  }

  private static String read(String name) throws IOException {
    try (InputStream in = PsqlTest.class.getResourceAsStream("/psql/" + name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
