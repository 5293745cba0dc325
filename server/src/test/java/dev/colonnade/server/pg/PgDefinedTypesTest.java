package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parameters and results of types that statements have created, by their OIDs. */
class PgDefinedTypesTest {
  private static final short NONE = 0;
  private static final short TEXT = 0;
  private static final short BINARY = 1;

  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() throws IOException {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
    try (RawPgClient client = login()) {
      client.query("create type mood as enum ('sad', 'ok')");
      client.query("create domain positive as integer check (value > 0)");
      client.query("create type pair as (name text, size bigint)");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldCheckParametersOfADeclaredType() throws IOException {
    try (RawPgClient client = login()) {
      assertThat(texts(client, "mood", TEXT, bytes("ok"))).contains("D ok");
      assertThat(texts(client, "mood", TEXT, bytes("glad")))
          .contains("E 22P02 invalid input value for enum mood: \"glad\"");
      assertThat(texts(client, "mood[]", TEXT, bytes("{ok,sad}"))).contains("D {ok,sad}");
      assertThat(texts(client, "mood[]", TEXT, bytes("{glad}")))
          .contains("E 22P02 invalid input value for enum mood: \"glad\"");
      assertThat(texts(client, "positive", BINARY, new byte[] {0, 0, 0, 7})).contains("D 7");
      assertThat(texts(client, "positive", TEXT, bytes("-7")))
          .contains(
              "E 23514 value for domain positive violates check constraint \"positive_check\"");
      assertThat(texts(client, "name", TEXT, bytes("x".repeat(70))))
          .contains("D ?" + "x".repeat(63)); // the length 63 is the letter "?"
      assertThat(texts(client, "oid", TEXT, bytes("-1040"))).contains("D 4294966256");
      assertThat(texts(client, "pair", TEXT, bytes("(a,2)"))).contains("D (a,2)");
      assertThat(texts(client, "pair", TEXT, bytes("(a)")))
          .contains("E 22P02 malformed record literal: \"(a)\"");
    }
  }

  @Test
  void shouldReadAndWriteRowsInBinaryFormat() throws IOException {
    try (RawPgClient client = login()) {
      byte[] row = row(25, bytes("a,b"), 20, ByteBuffer.allocate(8).putLong(2).array());
      assertThat(texts(client, "pair", BINARY, row)).contains("D (\"a,b\",2)");
      assertThat(value(run(client, "pair", BINARY, row, BINARY))).isEqualTo(row);
      int pair = oid(client, "pair");
      byte[] rows = content(1, 0, pair, 1, 1, row.length, row);
      assertThat(texts(client, "pair[]", BINARY, rows)).contains("D {\"(\\\"a,b\\\",2)\"}");
      assertThat(value(run(client, "pair[]", BINARY, rows, BINARY))).isEqualTo(rows);
      byte[] other = row(25, bytes("a"), 23, ByteBuffer.allocate(4).putInt(2).array());
      assertThat(texts(client, "pair", BINARY, other))
          .contains(
              "E 42804 binary data has type 23 (integer) instead of expected 20 (bigint) in record"
                  + " column 2");
      assertThat(texts(client, "pair", BINARY, content(1, 25, -1)))
          .contains("E 42804 wrong number of columns: 1, expected 2");
    }
  }

  @Test
  void shouldDescribeInferredParameters() throws IOException {
    try (RawPgClient client = login()) {
      client.query("create table typed (m mood, d positive, p pair, ps pair[])");
      client.send('P', "s", "insert into typed values ($1, $2, $3, $4)", NONE);
      client.send('D', (byte) 'S', "s").send('S');
      ByteBuffer types = ByteBuffer.wrap(client.until('Z').get(1).content());
      assertThat(types.getShort()).isEqualTo((short) 4);
      for (String name : List.of("mood", "positive", "pair", "pair[]")) {
        assertThat(types.getInt()).as(name).isEqualTo(oid(client, name));
      }
    }
  }

  @Test
  void shouldReturnReferencesByNameAndNumber() throws IOException {
    try (RawPgClient client = login()) {
      assertThat(client.query("select array['int4'::regtype, 'text']"))
          .contains("D {integer,text}");
      client.send('P', "", "select 'int4'::regtype, row('int4'::regtype)", NONE);
      client.send('B', "", "", NONE, NONE, (short) 1, BINARY).send('E', "", 0).send('S');
      assertThat(client.until('Z').get(2).content())
          .isEqualTo(concat(new byte[] {0, 2}, content(4, 23, 16, 1, 2206, 4, 23)));
    }
  }

  private static List<String> texts(RawPgClient client, String type, short format, byte[] value)
      throws IOException {
    return run(client, type, format, value, TEXT).stream()
        .map(RawPgClient.Message::toString)
        .toList();
  }

  /** Selects a parameter of a type. */
  private static List<RawPgClient.Message> run(
      RawPgClient client, String type, short format, byte[] value, short resultFormat)
      throws IOException {
    client.send('P', "", "select $1", (short) 1, oid(client, type));
    client.send(
        'B', "", "", (short) 1, format, (short) 1, value.length, value, (short) 1, resultFormat);
    client.send('E', "", 0).send('S');
    return client.until('Z');
  }

  /** Returns the value of the only column of the only row. */
  private static byte[] value(List<RawPgClient.Message> messages) {
    ByteBuffer row = ByteBuffer.wrap(messages.get(2).content());
    assertThat(row.getShort()).isEqualTo((short) 1);
    byte[] value = new byte[row.getInt()];
    row.get(value);
    return value;
  }

  private static int oid(RawPgClient client, String type) throws IOException {
    client.send('Q', "select '" + type + "'::regtype::oid");
    byte[] row = client.until('Z').get(1).content();
    return Integer.parseInt(new String(row, 6, row.length - 6, UTF_8));
  }

  private static byte[] row(int firstOid, byte[] first, int secondOid, byte[] second)
      throws IOException {
    return content(2, firstOid, first.length, first, secondOid, second.length, second);
  }

  private static byte[] content(Object... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RawPgClient.write(new DataOutputStream(bytes), parts);
    return bytes.toByteArray();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static RawPgClient login() throws IOException {
    return RawPgClient.login(server.port(), "postgres");
  }
}
