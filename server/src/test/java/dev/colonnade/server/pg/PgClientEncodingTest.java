package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of clients whose character encoding is not UTF-8. */
class PgClientEncodingTest {
  private static final short NONE = 0;
  private static final byte END = 0;

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
  void shouldConvertQueriesRowsNamesAndErrors() throws IOException {
    try (RawPgClient client = login("latin1")) {
      client.send(
          'Q', "select 'é' as \"é\", length('é'), 'é'::jsonb #>> '{}'".getBytes(UTF_8), END);
      assertThat(client.texts()).first().asString().startsWith("E 22P02");
      client.send('Q', "select 'é' as \"ü\", length('é')".getBytes(ISO_8859_1), END);
      List<RawPgClient.Message> messages = client.until('Z');
      assertThat(new String(messages.get(0).content(), ISO_8859_1)).contains("ü");
      assertThat(messages.get(1).content())
          .containsExactly(0, 2, 0, 0, 0, 1, 0xE9, 0, 0, 0, 1, '1');
      client.send('Q', "select ß".getBytes(ISO_8859_1), END);
      assertThat(new String(client.until('Z').getFirst().content(), ISO_8859_1))
          .contains("column \"ß\" does not exist");
    }
  }

  @Test
  void shouldConvertParametersInBothFormats() throws IOException {
    try (RawPgClient client = login("iso-8859-15")) {
      byte[] euro = {(byte) 0xA4};
      for (short format = 0; format <= 1; format++) {
        client.send('P', "", "select $1::text, ascii($1)", NONE);
        client.send('B', "", "", (short) 1, format, (short) 1, 1, euro, (short) 1, format);
        client.send('E', "", 0).send('S');
        byte[] row = client.until('Z').get(2).content();
        assertThat(row).startsWith(0, 2, 0, 0, 0, 1, 0xA4);
      }
    }
  }

  @Test
  void shouldRefuseCharactersThatAnEncodingLacks() throws IOException {
    try (RawPgClient client = login("latin1")) {
      assertThat(client.query("select U&'\\20ac'"))
          .contains(
              "E 22P05 character with byte sequence 0xe2 0x82 0xac in encoding \"UTF8\" has no"
                  + " equivalent in encoding \"LATIN1\"");
      client.query("set client_encoding to 'EUC_JP'");
      client.send(
          'Q', new byte[] {'s', 'e', 'l', 'e', 'c', 't', ' ', '\'', (byte) 0xA4, '\'', END});
      assertThat(client.texts())
          .containsExactly(
              "E 22021 invalid byte sequence for encoding \"EUC_JP\": 0xa4 0x27", "Z I");
      client.query("set client_encoding to 'SQL_ASCII'");
      client.send(
          'Q', new byte[] {'s', 'e', 'l', 'e', 'c', 't', ' ', '\'', (byte) 0xE9, '\'', END});
      assertThat(client.texts())
          .containsExactly("E 22021 invalid byte sequence for encoding \"UTF8\": 0xe9 0x27", "Z I");
    }
  }

  /** As in PostgreSQL, which commits after the rows are sent. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into e values (2, U&'\\20ac') returning t",
        "insert into e select g, U&'\\20ac' from generate_series(2, 3) g returning t",
        "update e set t = U&'\\20ac' where id = 1 returning t",
        "delete from e returning U&'\\20ac'",
        "with d as (delete from e returning t) select U&'\\20ac' from d",
        "delete from e; select U&'\\20ac'"
      })
  void shouldKeepNoChangeWhoseRowsCannotBeSent(String sql) throws IOException {
    try (RawPgClient client = login("latin1")) {
      client.query("drop table if exists e");
      client.query("create table e (id int primary key, t text)");
      client.query("insert into e values (1, 'a')");
      for (int i = 0; i < 2; i++) { // the second time with a plan that is known
        assertThat(client.query(sql)).anyMatch(text -> text.startsWith("E 22P05")).endsWith("Z I");
        assertThat(client.query("select * from e")).contains("D 1a");
      }
      if (!sql.contains(";")) {
        client.send('P', "s", sql, NONE);
        for (int i = 0; i < 2; i++) {
          client.send('B', "", "s", NONE, NONE, NONE).send('E', "", 0).send('S');
          assertThat(client.texts()).anyMatch(text -> text.startsWith("E 22P05")).endsWith("Z I");
          assertThat(client.query("select * from e")).contains("D 1a");
        }
      }
    }
  }

  @Test
  void shouldReportAndRestoreTheEncoding() throws IOException {
    try (RawPgClient client = login("utf-8")) {
      assertThat(client.query("begin; set client_encoding to latin9"))
          .containsExactly("C BEGIN", "S client_encoding LATIN9", "C SET", "Z T");
      assertThat(client.query("rollback"))
          .containsExactlyInAnyOrder("S client_encoding UTF8", "C ROLLBACK", "Z I");
      client.send('Q', "select 'é'");
      assertThat(client.until('Z').get(1).content()).endsWith(0xC3, 0xA9);
      assertThat(client.query("set client_encoding to mule_internal"))
          .containsExactly(
              "E 0A000 invalid value for parameter \"client_encoding\": \"mule_internal\"", "Z I");
    }
  }

  @Test
  void shouldConvertCopiedTextAlsoIfACharacterIsDivided() throws IOException {
    Charset japanese = Charset.forName("EUC-JP");
    try (RawPgClient client = login("euc_jp")) {
      client.query("create table copied (t text)");
      byte[] hiragana = "あ".getBytes(japanese);
      client.send('Q', "copy copied from stdin");
      client.send('d', hiragana[0]).send('d', hiragana[1], (byte) '\n').send('c');
      assertThat(client.texts()).containsExactly("G", "C COPY 1", "Z I");
      client.send('Q', "copy copied to stdout");
      assertThat(client.until('Z').get(1).content())
          .containsExactly(hiragana[0], hiragana[1], '\n');
      assertThat(client.query("select length(t) from copied")).contains("D 1");
      client.send('Q', "copy copied from stdin").send('d', hiragana[0]).send('c');
      assertThat(client.texts()).element(1).asString().startsWith("E 22021");
    }
  }

  private static RawPgClient login(String encoding) throws IOException {
    RawPgClient client = new RawPgClient(server.port());
    client.startup("user", "postgres", "database", "colonnade", "client_encoding", encoding);
    client.until('Z');
    return client;
  }
}
