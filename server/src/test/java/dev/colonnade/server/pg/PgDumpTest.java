package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Round trip of databases through pg_dump. {@code psql/dump.sql} is the output of pg_dump 15 for a
 * Colonnade database. Its output for a PostgreSQL database restored from that file is equal, except
 * for the texts of views.
 */
@Tag("integration")
class PgDumpTest {
  private static final String VERSION = "(PostgreSQL) 15.";

  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder.resolve("store"), PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends a dump as psql does, and compares the rows afterwards. */
  @Test
  void shouldRestoreADumpAsPsqlSendsIt() throws Exception {
    create("sent");
    List<Piece> pieces = Piece.of(dump());
    try (RawPgClient client = login("sent")) {
      for (Piece piece : pieces) {
        assertThat(send(client, piece)).as(piece.sql()).noneMatch(text -> text.startsWith("E"));
      }
      List<Piece> copies = pieces.stream().filter(Piece::isCopy).toList();
      assertThat(copies).hasSizeGreaterThan(5);
      for (Piece copy : copies) {
        String out = copy.sql().replace("FROM stdin", "TO stdout");
        assertThat(copied(client, out)).as(out).isEqualTo(copy.rows());
      }
      assertThat(client.query("select last_value, is_called from public.steps"))
          .anyMatch(text -> text.startsWith("D 15t"));
    }
  }

  @Test
  void shouldDumpARestoredDatabaseEqually() throws Exception {
    PostgresProgram pgDump = program("pg_dump", "pg_dump " + VERSION);
    program("pg_restore", "pg_restore " + VERSION);
    PostgresProgram psql = program("psql", "psql " + VERSION);
    create("plain");
    psql.feed(dump(), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-", "plain").text();
    assertThat(withoutVersions(pgDump.run("plain").text())).isEqualTo(withoutVersions(dump()));
    String archive = folder.resolve("archive").toString();
    pgDump.run("-Fd", "-j2", "-f", archive, "plain").text();
    create("archived");
    program("pg_restore", "pg_restore " + VERSION).run("-j2", "-d", "archived", archive).text();
    assertThat(withoutVersions(pgDump.run("archived").text())).isEqualTo(withoutVersions(dump()));
  }

  /** Roles with their passwords, memberships and settings, and all databases. */
  private static final String CLUSTER =
      """
      create role app login password 'secret' connection limit 5 valid until '2035-01-01';
      create role reader noinherit;
      grant reader to app with admin option;
      alter role app set work_mem = '8MB';
      create database shop owner app;
      alter database shop set timezone = 'UTC';
      alter role app in database shop set search_path = 'app';
      grant connect on database shop to reader;
      create table people (id int primary key, name text);
      insert into people select n, 'name ' || n from generate_series(1, 10) n;
      grant select on people to reader;
      comment on table people is 'all of them';
      \\c shop
      create table orders (id serial primary key, at timestamptz default now());
      alter table orders owner to app;
      """;

  @Test
  void shouldDumpAllDatabasesAndRolesEqually() throws Exception {
    Files.createDirectories(folder.resolve("all"));
    String dump;
    try (PgListenerFixture from = fixture("from")) {
      program("psql", "psql " + VERSION, from)
          .feed(CLUSTER, "-X", "-q", "-v", "ON_ERROR_STOP=1", "colonnade")
          .text();
      dump = dumpAll(from);
    }
    assertThat(dump)
        .contains("ALTER ROLE app SET work_mem TO '8MB'", "CREATE DATABASE shop")
        .contains("PASSWORD 'SCRAM-SHA-256$", "GRANT reader TO app WITH ADMIN OPTION")
        .contains("COPY public.people (id, name) FROM stdin");
    try (PgListenerFixture to = fixture("to")) {
      // The roles and databases that every server has exist there already.
      program("psql", "psql " + VERSION, to).feed(dump, "-X", "-q", "postgres");
      assertThat(dumpAll(to)).isEqualTo(dump);
    }
  }

  private static PgListenerFixture fixture(String name) {
    return PgListenerFixture.start(folder.resolve("all").resolve(name), PgListenerFixture.PATIENT);
  }

  private static String dumpAll(PgListenerFixture from) throws Exception {
    PostgresProgram program = program("pg_dumpall", "pg_dumpall " + VERSION, from);
    return program
        .run()
        .text()
        .lines()
        .filter(line -> !line.startsWith("\\restrict") && !line.startsWith("\\unrestrict"))
        .filter(line -> !line.startsWith("-- Dumped "))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static PostgresProgram program(String name, String version) throws Exception {
    return program(name, version, server);
  }

  private static PostgresProgram program(String name, String version, PgListenerFixture server)
      throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    PostgresProgram program = new PostgresProgram(name, home, server.port());
    program.assumeVersion(version);
    return program;
  }

  private static void create(String database) throws IOException {
    try (RawPgClient client = RawPgClient.login(server.port(), "postgres")) {
      assertThat(client.query("create database " + database))
          .first()
          .isEqualTo("C CREATE DATABASE");
      // Roles belong to the server, not to the database: a dump only refers to them.
      client.query("create role dump_reader");
    }
  }

  private static RawPgClient login(String database) throws IOException {
    RawPgClient client = new RawPgClient(server.port());
    client.startup("user", "postgres", "database", database);
    client.until('Z');
    return client;
  }

  private static List<String> send(RawPgClient client, Piece piece) throws IOException {
    client.send('Q', piece.sql());
    if (piece.isCopy()) {
      client.until('G');
      client.send('d', piece.rows().getBytes(UTF_8)).send('c');
    }
    return client.texts();
  }

  private static String copied(RawPgClient client, String sql) throws IOException {
    StringBuilder rows = new StringBuilder();
    client.send('Q', sql);
    for (RawPgClient.Message message : client.until('Z')) {
      if (message.type() == 'd') {
        rows.append(new String(message.content(), UTF_8));
      }
    }
    return rows.toString();
  }

  private static String dump() throws IOException {
    try (InputStream in = PgDumpTest.class.getResourceAsStream("/psql/dump.sql")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns a dump without version comments and without the psql commands of newer versions. */
  private static String withoutVersions(String dump) {
    return dump.lines()
        .filter(line -> !line.startsWith("\\") && !line.startsWith("-- Dumped "))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Statement of a dump.
   *
   * @param rows rows that follow a COPY
   */
  private record Piece(String sql, String rows) {
    boolean isCopy() {
      return sql.startsWith("COPY ");
    }

    /** Splits a dump as psql does; no line within a string literal ends with a semicolon. */
    static List<Piece> of(String dump) {
      List<Piece> pieces = new ArrayList<>();
      StringBuilder sql = new StringBuilder();
      StringBuilder rows = new StringBuilder();
      boolean isCopy = false;
      for (String line : dump.lines().toList()) {
        if (isCopy && line.equals("\\.")) {
          pieces.add(new Piece(sql.toString(), rows.toString()));
          sql.setLength(0);
          rows.setLength(0);
          isCopy = false;
        } else if (isCopy) {
          rows.append(line).append('\n');
        } else if (!line.isEmpty() && !line.startsWith("--") && !line.startsWith("\\")) {
          sql.append(line);
          boolean isEnd = line.endsWith(";");
          isCopy = isEnd && line.startsWith("COPY ");
          sql.append(isEnd ? "" : "\n");
          if (isEnd && !isCopy) {
            pieces.add(new Piece(sql.toString(), ""));
            sql.setLength(0);
          }
        }
      }
      return pieces;
    }
  }
}
