package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;

/** COPY through pgJDBC, and through raw messages for cases that pgJDBC does not cover. */
class PgCopyTest {
  @TempDir static Path folder;

  private static PgListenerFixture server;

  private Connection connection;
  private CopyManager copy;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connect() throws SQLException {
    Properties properties = new Properties();
    properties.put("user", "postgres");
    connection = DriverManager.getConnection(server.url(), properties);
    copy = connection.unwrap(PGConnection.class).getCopyAPI();
    execute("drop table if exists c");
    execute("create table c (id int primary key, name text, amount numeric(10,2) default 7)");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void shouldCopyTextInAndOut() throws Exception {
    String text = "1\tone\t1.50\n2\t\\N\t\\N\n3\ta\\tb\\nc\\\\d\\x41\\101\t-3\n4\t\t0.00\n";
    assertThat(copy.copyIn("copy c from stdin", new StringReader(text))).isEqualTo(4);
    assertThat(value("select name from c where id = 3")).isEqualTo("a\tb\nc\\dAA");
    assertThat(value("select name from c where id = 4")).isEmpty();
    assertThat(out("copy c to stdout"))
        .isEqualTo("1\tone\t1.50\n2\t\\N\t\\N\n3\ta\\tb\\nc\\\\dAA\t-3.00\n4\t\t0.00\n");
    assertThat(out("copy c (name, id) to stdout with (delimiter '|', null 'nil', header)"))
        .isEqualTo("name|id\none|1\nnil|2\na\\tb\\nc\\\\dAA|3\n|4\n");
    assertThat(out("copy (select id + 1 as n from c where id < 3) to stdout (format csv, header)"))
        .isEqualTo("n\n2\n3\n");
  }

  @Test
  void shouldCopyCsvInAndOut() throws Exception {
    String csv = "id,name\r\n1,\"a,\"\"b\"\"\nc\"\r\n2,\r\n3,\"\"\r\n";
    assertThat(copy.copyIn("copy c (id, name) from stdin csv header", new StringReader(csv)))
        .isEqualTo(3);
    assertThat(value("select name from c where id = 1")).isEqualTo("a,\"b\"\nc");
    assertThat(value("select amount from c where id = 1")).as("a default").isEqualTo("7.00");
    assertThat(out("copy (select id, name from c order by id) to stdout with csv"))
        .isEqualTo("1,\"a,\"\"b\"\"\nc\"\n2,\n3,\"\"\n");
    assertThat(
            out("copy (select name, id from c where id = 2) to stdout (format csv, force_quote *)"))
        .isEqualTo(",\"2\"\n");
    execute("delete from c");
    assertThat(
            copy.copyIn(
                "copy c (id, name) from stdin (format csv, force_not_null (name), quote '''',"
                    + " escape '\\')",
                new StringReader("1,\n2,'it\\'s'\n\\.\n")))
        .isEqualTo(2);
    assertThat(value("select name from c where id = 1")).isEmpty();
    assertThat(value("select name from c where id = 2")).isEqualTo("it's");
  }

  @Test
  void shouldCopyBinaryOutAndInAgain() throws Exception {
    execute("insert into c values (1, 'one', 1.5), (2, null, null), (3, 'ä', -12345678.9)");
    ByteArrayOutputStream binary = new ByteArrayOutputStream();
    assertThat(copy.copyOut("copy c to stdout (format binary)", binary)).isEqualTo(3);
    String before = out("copy c to stdout");
    execute("delete from c");
    assertThat(
            copy.copyIn(
                "copy c from stdin (format binary)",
                new ByteArrayInputStream(binary.toByteArray()),
                7))
        .isEqualTo(3);
    assertThat(out("copy c to stdout")).isEqualTo(before);
    byte[] cut = java.util.Arrays.copyOf(binary.toByteArray(), binary.size() - 9);
    InputStream cutStream = new ByteArrayInputStream(cut);
    assertThatThrownBy(() -> copy.copyIn("copy c from stdin (format binary)", cutStream))
        .hasMessageContaining("unexpected EOF in COPY data");
  }

  /** PostgreSQL accepts data without the end marker, which some clients omit. */
  @Test
  void shouldCopyBinaryInWithoutEndMarker() throws Exception {
    execute("insert into c values (1, 'one', 1.5), (2, null, null)");
    ByteArrayOutputStream binary = new ByteArrayOutputStream();
    copy.copyOut("copy c to stdout (format binary)", binary);
    execute("delete from c");
    byte[] cut = java.util.Arrays.copyOf(binary.toByteArray(), binary.size() - 2);
    assertThat(copy.copyIn("copy c from stdin (format binary)", new ByteArrayInputStream(cut)))
        .isEqualTo(2);
  }

  @Test
  void shouldCopyManyRowsInArbitraryChunks() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 12_000; i++) {
      rows.append(i).append("\tname ").append(i).append('\t').append(i % 100).append('\n');
    }
    byte[] bytes = rows.toString().getBytes(UTF_8);
    assertThat(copy.copyIn("copy c from stdin", new ByteArrayInputStream(bytes), 1_013))
        .isEqualTo(12_000);
    assertThat(value("select count(*), sum(id) from c")).isEqualTo("12000");
    assertThat(out("copy c to stdout").lines()).hasSize(12_000);
  }

  @ParameterizedTest
  @CsvSource({
    "'1\tone\t1\n2\ttwo\n', 22P04, 'missing data for column \"amount\"', 2",
    "'1\tone\t1\textra\n', 22P04, extra data after last expected column, 1",
    "'1\tone\t1\nx\ttwo\t2\n', 22P02, 'invalid input syntax for type integer: \"x\"', 2",
    "'1\tone\t1\n2\ttwo\t2\n1\tsame\t3\n', 23505, 'Key (id)=(1) already exists', 3",
    "'1\tone\t1\n-7\tthere\t2\n3\tthree\t3\n', 23505, 'Key (id)=(-7) already exists', 2",
    "'1\tone\t1\n2\tunique\t2\n', 23505, 'Key (name)=(unique) already exists', 2",
    "'3\ttwice\t1\n2\ttwice\t2\n', 23505, 'Key (name)=(twice) already exists', 2",
    "'1\tone\t1\n2\ttwo\t-2\n', 23514, 'violates check constraint', 2",
    "'1\tone\t1\n2\ttwo\tbad\n', 22P02, 'invalid input syntax for type numeric: \"bad\"', 2",
  })
  void shouldReportTheLineOfAnError(String text, String state, String message, int line)
      throws Exception {
    execute("create unique index c_name on c (name)");
    execute("alter table c add check (amount > 0)");
    execute("insert into c values (-7, 'unique', 1)");
    assertThatThrownBy(() -> copy.copyIn("copy c from stdin", new StringReader(text)))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageContaining(message)
        .hasMessageContaining("COPY c, line " + line);
    assertThat(value("select count(*) from c")).isEqualTo("1");
  }

  /**
   * Rows of tables without indexes and constraints use the fast path, which detects no position.
   */
  @ParameterizedTest
  @CsvSource({
    "'1\tone\t1\nx\ttwo\t2\n', 22P02, 'invalid input syntax for type integer: \"x\"', 2",
    "'1\tone\t1\n2\ttwo\t2\n1\tsame\t3\n', 23505, 'Key (id)=(1) already exists', 3",
    "'1\tone\t1\n-7\tthere\t2\n3\tthree\t3\n', 23505, 'Key (id)=(-7) already exists', 2",
    "'1\tone\t1\n2\ttwo\t123456789.5\n', 22003, numeric field overflow, 2",
    "'1\tone\t1\n\\N\ttwo\t2\n', 23502, 'null value in column \"id\"', 2",
    "'1\tone\t1\n2\t\\000\t2\n', 22021, 'invalid byte sequence for encoding', 2",
    "'1\tone\t1\n2\t\\377\t2\n', 22021, 'invalid byte sequence for encoding', 2",
  })
  void shouldReportTheLineOfAnErrorOnTheFastPath(
      String text, String state, String message, int line) throws Exception {
    execute("insert into c values (-7, 'unique', 1)");
    assertThatThrownBy(() -> copy.copyIn("copy c from stdin", new StringReader(text)))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageContaining(message)
        .hasMessageContaining("COPY c, line " + line);
    assertThat(value("select count(*) from c")).isEqualTo("1");
  }

  /** The messages are those of PostgreSQL. */
  @Test
  void shouldReportTheTextOfAnInvalidRow() throws Exception {
    execute("alter table c add check (amount > 0)");
    assertThat(whereOf("1\tone\t1\nx\ttwo\t2\n")).isEqualTo("COPY c, line 2, column id: \"x\"");
    assertThat(whereOf("1\tone\t1\n2\t \t123456789.5\n"))
        .isEqualTo("COPY c, line 2, column amount: \"123456789.5\"");
    assertThat(whereOf("1\tone\t1\n2\ttwo\t-2\n")).isEqualTo("COPY c, line 2: \"2\ttwo\t-2\"");
    assertThat(whereOf("1\tone\t1\n\\N\ttwo\t2\n")).isEqualTo("COPY c, line 2: \"\\N\ttwo\t2\"");
    assertThat(whereOf("1\tone\t1\n2\ttwo\n")).isEqualTo("COPY c, line 2: \"2\ttwo\"");
    assertThat(whereOf("1\tone\t1\n1\ttwo\t1\n")).isEqualTo("COPY c, line 2");
    assertThat(whereOf("ä".repeat(99) + "\n"))
        .isEqualTo("COPY c, line 1: \"" + "ä".repeat(50) + "...\"");
  }

  private String whereOf(String rows) {
    try {
      copy.copyIn("copy c from stdin", new StringReader(rows));
    } catch (PSQLException e) {
      return String.valueOf(requireNonNull(e.getServerErrorMessage()).getWhere());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      return "no message of the server: " + e.getMessage();
    }
    return "none";
  }

  @Test
  void shouldAcceptValuesOfIdentityColumns() throws Exception {
    execute("drop table if exists numbered");
    execute("create table numbered (id int generated always as identity primary key, a int)");
    copy.copyIn("copy numbered from stdin", new StringReader("5\t1\n7\t2\n"));
    copy.copyIn("copy numbered (a) from stdin", new StringReader("3\n"));
    assertThat(out("copy numbered to stdout")).isEqualTo("1\t3\n5\t1\n7\t2\n");
    execute("drop table numbered");
  }

  @Test
  void shouldWriteEqualRowsOnBothPaths() throws Exception {
    String columns =
        "(id bigint primary key, b boolean, s smallint, i int, r real, d double precision,"
            + " n numeric(9,3), t text, v varchar(5), c char(5), day date, at timestamp)";
    execute("drop table if exists plain, checked");
    execute("create table plain " + columns);
    execute("create table checked " + columns);
    execute("alter table checked add check (id is not null)");
    String plain =
        """
        1,t,1,-2,1.5,-2.25,3.125,a text,ab,cd ,2024-02-29,1969-12-31 23:59:59.5
        2,false,-32768,0,0,-0,-1,,,,0001-01-01,2024-01-01 00:00:00
        3,,,,,,,,,,,
        """;
    String odd =
        """
        4,yes, 7 ,+5,1e3,Infinity,1.00049,äöü,日本語,x,20240229,2024-01-01T10:00:00
        5,0,-1,5,NaN,-inf,1e2, ä, b,  c ,1999-01-08,2024-01-01
        """;
    for (String rows :
        new String[] {plain, odd, plain.replaceAll("(?m)^", "1") + odd.replaceAll("(?m)^", "2")}) {
      copy.copyIn("copy plain from stdin csv", new StringReader(rows));
      copy.copyIn("copy checked from stdin csv", new StringReader(rows));
    }
    assertThat(out("copy (select * from plain order by id) to stdout"))
        .isEqualTo(out("copy (select * from checked order by id) to stdout"))
        .hasLineCount(10);
    execute("drop table plain, checked");
  }

  /** Sequence values are allocated once, also for rows that are read again. */
  @Test
  void shouldAllocateSequenceValuesOnTheFastPath() throws Exception {
    execute("drop table if exists numbered_rows");
    execute("create table numbered_rows (id serial, small smallserial primary key, name text)");
    copy.copyIn("copy numbered_rows (name) from stdin", new StringReader("a\nb\nc\n"));
    execute("alter table numbered_rows add n int");
    copy.copyIn("copy numbered_rows (name, n) from stdin", new StringReader("d\t1\ne\t 2\n"));
    assertThat(out("copy (select * from numbered_rows order by id) to stdout"))
        .isEqualTo("1\t1\ta\t\\N\n2\t2\tb\t\\N\n3\t3\tc\t\\N\n4\t4\td\t1\n5\t5\te\t2\n");
    execute("drop table numbered_rows");
  }

  @Test
  void shouldChangeCopiedRowsInTheSameTransaction() throws Exception {
    execute("create index c_name on c (name)");
    connection.setAutoCommit(false);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      rows.append(i).append("\tn").append(i % 10).append("\t1\n");
    }
    copy.copyIn("copy c from stdin", new StringReader(rows.toString()));
    execute("update c set amount = 2 where id = 17");
    execute("delete from c where id < 10");
    execute("insert into c values (3, 'n3', 5)");
    Savepoint savepoint = connection.setSavepoint();
    copy.copyIn("copy c from stdin", new StringReader("5\tn5\t9\n6000\tn6\t9\n"));
    assertThat(value("select count(*) from c where name = 'n5'")).isEqualTo("500");
    connection.rollback(savepoint);
    copy.copyIn("copy c from stdin", new StringReader("5\tn5\t3\n"));
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(value("select count(*) || ' ' || sum(amount) from c")).isEqualTo("4992 4999.00");
    assertThat(value("select count(*) from c where name = 'n5'")).isEqualTo("500");
  }

  @Test
  void shouldFailTheCopyThatCommitsAKeySecond() throws Exception {
    connection.setAutoCommit(false);
    copy.copyIn("copy c from stdin", new StringReader("1\tone\t1\n2\ttwo\t1\n"));
    Properties properties = new Properties();
    properties.put("user", "postgres");
    try (Connection other = DriverManager.getConnection(server.url(), properties)) {
      other
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("copy c from stdin", new StringReader("2\tother\t1\n3\tthree\t1\n"));
    }
    assertThatThrownBy(connection::commit)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"))
        .hasMessageContaining("\"c_pkey\"")
        .hasMessageContaining("Key (id)=(2) already exists");
    connection.setAutoCommit(true);
    assertThat(value("select count(*) from c")).isEqualTo("2");
  }

  @Test
  void shouldBePartOfATransaction() throws Exception {
    connection.setAutoCommit(false);
    copy.copyIn("copy c from stdin", new StringReader("1\tone\t1\n"));
    assertThat(value("select count(*) from c")).isEqualTo("1");
    connection.rollback();
    assertThat(value("select count(*) from c")).isEqualTo("0");
    connection.setAutoCommit(true);
  }

  @Test
  void shouldMatchAHeader() throws Exception {
    assertThatThrownBy(
            () ->
                copy.copyIn(
                    "copy c from stdin (header match)", new StringReader("id\tnom\tamount\n")))
        .hasMessageContaining(
            "column name mismatch in header line field 2: got \"nom\", expected \"name\"");
    copy.copyIn(
        "copy c from stdin (header match)", new StringReader("id\tname\tamount\n1\ta\t1\n"));
    assertThat(value("select count(*) from c")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "copy c from program 'x' # 0A000",
        "copy nothere from stdin # 42P01",
        "copy c (nothere) from stdin # 42703",
        "copy c from stdin (format xml) # 22023",
        "copy c from stdin (quote 'x') # 0A000",
        "copy c from stdin (delimiter 'ab') # 0A000",
        "copy c from stdin (nonsense) # 42601",
        "copy c from stdin (format csv, format text) # 42601",
        "copy c to stdout (format csv, header match) # 0A000",
        "copy c from stdin (format csv, force_null (nothere)) # 42703",
      })
  void shouldRefuseUnsupportedCopies(String sql, String state) {
    assertThatThrownBy(() -> copy.copyIn(sql, new StringReader("")))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void shouldCopyRowsInThatSatisfyTheCondition() throws Exception {
    execute("create table chosen (id int primary key, n int default 3, check (id < 100))");
    assertThat(
            copy.copyIn(
                "copy chosen (id) from stdin where n = 3 and id % 2 = 0",
                new StringReader("1\n2\n3\n4\n")))
        .isEqualTo(2);
    assertThat(copy.copyIn("copy chosen from stdin where n > 3", new StringReader("5\t1\n6\t4\n")))
        .isEqualTo(1);
    assertThat(out("copy chosen to stdout")).isEqualTo("2\t3\n4\t3\n6\t4\n");
    // Constraints concern chosen rows only; an error has the line of its row.
    assertThat(
            copy.copyIn("copy chosen from stdin where id < 9", new StringReader("101\t1\n8\t1\n")))
        .isEqualTo(1);
    assertThatThrownBy(
            () ->
                copy.copyIn(
                    "copy chosen from stdin where n > 3", new StringReader("1\t1\n101\t4\n")))
        .hasMessageContaining("COPY chosen, line 2");
    assertThatThrownBy(
            () -> copy.copyIn("copy chosen from stdin where count(*) > 1", new StringReader("")))
        .hasMessageContaining("aggregate functions are not allowed in COPY FROM WHERE conditions");
  }

  @Test
  void shouldRefuseToCopyViews() throws Exception {
    execute("create or replace view shown as select 1 as one");
    assertThatThrownBy(() -> copy.copyIn("copy shown from stdin", new StringReader("")))
        .hasMessageContaining("cannot copy to view \"shown\"");
    assertThatThrownBy(() -> out("copy shown to stdout"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42809"))
        .hasMessageContaining("Try the COPY (SELECT ...) TO variant.");
    execute("drop view shown");
  }

  @Test
  void shouldContinueTheSessionAfterATruncatedCopy() throws Exception {
    try (RawPgClient client = RawPgClient.login(server.port(), "postgres")) {
      client.send('Q', "copy c from stdin");
      client.until('G');
      client.send('d', "1\tone\t1\n2\ttw".getBytes(UTF_8)).send('c');
      assertThat(client.texts())
          .containsExactly("E 22P04 missing data for column \"amount\"", "Z I");
      client.send('Q', "copy c from stdin");
      client.until('G');
      client.send('d', "bad\n".getBytes(UTF_8)).send('d', "1\tx\t1\n".getBytes(UTF_8)).send('c');
      assertThat(client.texts()).hasSize(2).endsWith("Z I");
      client.send('Q', "copy c from stdin");
      client.until('G');
      client.send('Q', "select 1");
      assertThat(client.texts()).hasSize(2).first().asString().startsWith("E 08P01 unexpected");
      assertThat(client.query("select count(*) from c")).contains("D 0");
      client.send('Q', "copy c from stdin");
      client.until('G');
    }
    assertThat(value("select count(*) from c")).isEqualTo("0");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String value(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private String out(String sql) throws Exception {
    StringWriter writer = new StringWriter();
    copy.copyOut(sql, writer);
    return writer.toString();
  }

  private String jsonLines(String source) throws SQLException, IOException {
    StringWriter out = new StringWriter();
    copy.copyOut("copy " + source + " to stdout (format jsonl)", out);
    return out.toString();
  }

  /** The objects are those of row_to_json in PostgreSQL 15. */
  @Test
  void shouldCopyJsonLinesOutAndIn() throws SQLException, IOException {
    execute("drop table if exists j");
    execute(
        "create table j (id int primary key, t text, n numeric, b bool, f float8, d date,"
            + " ts timestamp, a int[], ta text[], js json, jb jsonb, by bytea)");
    execute(
        "insert into j values (1, E'a \"q\" \\\\ \\n \\t \u00e9', 12.50, true, 1.5, '2026-01-31',"
            + " '2026-01-31 12:00:00.5', '{{1,2},{3,NULL}}', '{a,\"b,\\\"c\\\\\",NULL,\"\"}',"
            + " E'{\"k\":\\n [1, \"x\"]}', '{\"z\": null}', '\\xdead'), (3, '', 'NaN', false,"
            + " 'Infinity', null, null, '{}', '{}', '\"s\"', '1', '')");
    execute("insert into j (id) values (2)");
    String lines = jsonLines("j");
    assertThat(lines)
        .isEqualTo(
            """
            {"id":1,"t":"a \\"q\\" \\\\ \\n \\t \u00e9","n":12.50,"b":true,"f":1.5,"d":"2026-01-31",\
            "ts":"2026-01-31T12:00:00.5","a":[[1,2],[3,null]],"ta":["a","b,\\"c\\\\",null,""],\
            "js":{"k":  [1, "x"]},"jb":{"z": null},"by":"\\\\xdead"}
            {"id":2,"t":null,"n":null,"b":null,"f":null,"d":null,"ts":null,"a":null,"ta":null,\
            "js":null,"jb":null,"by":null}
            {"id":3,"t":"","n":"NaN","b":false,"f":"Infinity","d":null,"ts":null,"a":[],"ta":[],\
            "js":"s","jb":1,"by":"\\\\x"}
            """);
    execute("create table k (like j)");
    assertThat(copy.copyIn("copy k from stdin (format jsonl)", new StringReader(lines)))
        .isEqualTo(3);
    assertThat(jsonLines("(select * from k order by id)")).isEqualTo(lines);
    execute("drop table k");
    assertThat(
            jsonLines(
                "(select g as id, 'n' || g as copied from generate_series(1, 20) g"
                    + " order by g desc limit 2)"))
        .isEqualTo("{\"id\":20,\"copied\":\"n20\"}\n{\"id\":19,\"copied\":\"n19\"}\n");
    assertThat(jsonLines("(select g from generate_series(1, 3) g order by -g)"))
        .isEqualTo("{\"g\":3}\n{\"g\":2}\n{\"g\":1}\n");
  }

  @Test
  void shouldReadKeysOfJsonLinesInAnyOrder() throws SQLException, IOException {
    String lines = "{\"name\": \"b\", \"id\": 2}\r\n{\"id\":\"3\"}\n";
    copy.copyIn("copy c (id, name) from stdin (format jsonl)", new StringReader(lines));
    assertThat(jsonLines("(select * from c order by id)"))
        .isEqualTo(
            """
            {"id":2,"name":"b","amount":7.00}
            {"id":3,"name":null,"amount":7.00}
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":1,\"other\":2} | 22P04 | no column for the key \"other\"",
        "[1] | 22P04 | line is not a JSON object",
        "{\"id\":1 | 22P02 | invalid input syntax for type json",
        "{\"id\":\"x\"} | 22P02 | invalid input syntax for type integer",
        "{\"id\":1,\"name\":\"\\u0000\"} | 22P05 | ",
      })
  void shouldRefuseWrongJsonLines(String line, String state, String message) {
    assertThatThrownBy(
            () -> copy.copyIn("copy c from stdin (format jsonl)", new StringReader(line + "\n")))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageContaining(message == null ? "" : message)
        .hasMessageContaining("COPY c, line 1");
  }

  @Test
  void shouldRefuseOptionsOfOtherFormatsForJsonLines() {
    for (String option : new String[] {"header", "delimiter ';'", "null 'x'", "quote '\"'"}) {
      assertThatThrownBy(
              () ->
                  copy.copyOut(
                      "copy c to stdout (format jsonl, " + option + ")", new StringWriter()))
          .isInstanceOf(PSQLException.class);
    }
    assertThatThrownBy(
            () ->
                copy.copyOut(
                    "copy (delete from c returning id) to stdout (format jsonl)",
                    new StringWriter()))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
  }
}
