package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** COPY FROM files of Arrow IPC. */
final class ArrowCopyTest {
  private static final String ALL_TYPES =
      "create table %s (id int primary key, s smallint, b bigint, f real, d double precision,"
          + " n numeric(12, 3), m numeric, t text, v varchar(9), x bytea, o boolean, e date,"
          + " c time, p timestamp, z timestamptz, u uuid, j jsonb, a int[], i interval)";

  @TempDir private Path folder;
  private FlightFixture fixture;
  private Connection connection;

  @BeforeEach
  void start() throws SQLException {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    connection =
        DriverManager.getConnection(
            "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres"
                .formatted(fixture.server().pgAddress().getPort()));
  }

  @AfterEach
  void stop() throws Exception {
    connection.close();
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "arrow_stream"})
  void shouldReadWhatCopyToHasWritten(String format) throws SQLException {
    run(ALL_TYPES.formatted("a"), ALL_TYPES.formatted("b"));
    run(
        "insert into a select g, g % 100, g * 10000000000, g / 3.0, g / 7.0, g / 8.0, g * 1.5,"
            + " 'text ' || g, 'v' || g, decode('00ff', 'hex'), g % 2 = 0, date '2020-01-01' + g,"
            + " time '10:00' + g * interval '1 second', timestamp '2020-01-01' + g * interval '1h',"
            + " timestamptz '2020-01-01 00:00+00' + g * interval '1h',"
            + " md5(g::text)::uuid, jsonb_build_object('k', g), array[g, null, g + 1],"
            + " g * interval '1 day' from generate_series(1, 5000) g",
        "insert into a (id) values (0)");
    assertThat(number("copy a to '%s' (format %s)".formatted(file(), format))).isEqualTo(5001);
    assertThat(number("copy b from '%s' (format %s)".formatted(file(), format))).isEqualTo(5001);
    assertThat(texts("select count(*) from b")).containsExactly("5001");
    assertThat(texts("select * from (table a except table b) d")).isEmpty();
    assertThat(texts("select * from (table b except table a) d")).isEmpty();
  }

  @Test
  void shouldFindColumnsByNameAndDecodeDictionaries() throws Exception {
    writeDictionaryFile();
    run("create table t (id int primary key default 7, name text, other int default 5)");
    assertThat(number("copy t (id, name) from '%s' (format arrow)".formatted(file()))).isEqualTo(3);
    assertThat(texts("select id || name || other from t order by id"))
        .containsExactly("1red5", "2green5", "3red5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "csv"})
  void shouldKeepNoRowOfAFailedCopy(String format) throws SQLException {
    run("create table a (id int)", "insert into a select g % 4000 from generate_series(1, 5000) g");
    run("create table b (id int primary key)");
    run("copy a to '%s' (format %s)".formatted(file(), format));
    assertFails("copy b from '%s' (format " + format + ")", "23505");
    assertThat(texts("select count(*) from b")).containsExactly("0");
  }

  @Test
  void shouldReportOtherColumnsAndOtherContents() throws Exception {
    run("create table a (id int, x int)", "insert into a values (1, 2)");
    run("create table b (id int, y int)", "copy a to '%s' (format arrow)".formatted(file()));
    assertFails("copy b from '%s' (format arrow)", "has the column \"x\", which is not copied");
    assertFails("copy b (id) from '%s' (format arrow)", "has the column \"x\"");
    run("create table c (id int, x int, z int)");
    assertFails("copy c from '%s' (format arrow)", "has no column \"z\"");
    assertFails("copy a from '%s' (format arrow_stream)", "22P04");
    Files.writeString(Path.of(file()), "id,x\n1,2\n");
    assertFails("copy a from '%s' (format arrow)", "22P04");
    assertFails("copy a from '%s' (format arrow_stream)", "22P04");
    Files.delete(Path.of(file()));
    assertFails("copy a from '%s' (format arrow)", "No such file or directory");
  }

  @Test
  void shouldReportATruncatedFile() throws Exception {
    run("create table a (id int)", "insert into a select g from generate_series(1, 1000) g");
    for (String format : List.of("arrow", "arrow_stream")) {
      run("copy a to '%s' (format %s)".formatted(file(), format));
      byte[] whole = Files.readAllBytes(Path.of(file()));
      for (int length : new int[] {0, 7, 100, whole.length / 2, whole.length - 20}) {
        Files.write(Path.of(file()), Arrays.copyOf(whole, length));
        try (Statement statement = connection.createStatement()) {
          statement.execute("copy a from '%s' (format %s)".formatted(file(), format));
          assertThat(statement.getUpdateCount())
              .as("a stream may end behind its batches, length=" + length)
              .isIn(0, 1000);
        } catch (SQLException e) {
          assertThat(e.getSQLState()).as("length=%d %s", length, e).isEqualTo("22P04");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "arrow_stream"})
  void shouldReadWhatAClientSends(String format) throws Exception {
    run(ALL_TYPES.formatted("a"), ALL_TYPES.formatted("b"));
    run(
        "insert into a (id, s, b, d, n, t, x, o, e, z, u, j, a)"
            + " select g, g % 100, g * 10000000000, g / 7.0, g / 8.0, 'text ü' || g, '\\x00ff',"
            + " g % 2 = 0, date '2020-01-01' + g, timestamptz '2020-01-01 00:00+00' + g * interval"
            + " '1h', md5(g::text)::uuid, jsonb_build_object('k', g), array[g, null]"
            + " from generate_series(1, 20000) g",
        "insert into a (id) values (0)");
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    copies().copyOut("copy a to stdout (format " + format + ")", sent);
    String from = "copy b from stdin (format " + format + ")";
    assertThat(copies().copyIn(from, new ByteArrayInputStream(sent.toByteArray()), 1_013))
        .isEqualTo(20_001);
    assertThat(texts("select * from (table a except table b) d")).isEmpty();
    assertThat(texts("select * from (table b except table a) d")).isEmpty();
    assertThatThrownBy(() -> copies().copyIn(from, new ByteArrayInputStream(sent.toByteArray())))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    assertThat(texts("select count(*) from b")).containsExactly("20001");
  }

  @Test
  void shouldReadAnArrowFileOfAClientByItsNames() throws Exception {
    writeDictionaryFile();
    run("create table t (id int primary key default 7, name text, other int default 5)");
    try (InputStream file = Files.newInputStream(Path.of(file()))) {
      assertThat(copies().copyIn("copy t (id, name) from stdin (format arrow)", file)).isEqualTo(3);
    }
    assertThat(texts("select id || name || other from t order by id"))
        .containsExactly("1red5", "2green5", "3red5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "arrow_stream"})
  void shouldKeepNothingOfWhatAClientDoesNotComplete(String format) throws Exception {
    run("create table a (id int)", "insert into a select g from generate_series(1, 5000) g");
    run("create table b (id int)");
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    copies().copyOut("copy a to stdout (format " + format + ")", sent);
    String from = "copy b from stdin (format " + format + ")";
    byte[] half = Arrays.copyOf(sent.toByteArray(), sent.size() / 2);
    assertThatThrownBy(() -> copies().copyIn(from, new ByteArrayInputStream(half)))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22P04"));
    CopyIn canceled = copies().copyIn(from);
    canceled.writeToCopy(half, 0, half.length);
    canceled.cancelCopy();
    assertThat(texts("select count(*) from b")).containsExactly("0");
    assertThat(copies().copyIn(from, new ByteArrayInputStream(sent.toByteArray()))).isEqualTo(5000);
  }

  private CopyManager copies() throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  private void writeDictionaryFile() throws IOException {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector colors = texts(allocator, "colors", "red", "green");
        VarCharVector names = texts(allocator, "name", "red", "green", "red");
        IntVector ids = new IntVector("id", allocator)) {
      Dictionary dictionary = new Dictionary(colors, encoding);
      for (int row = 0; row < 3; row++) {
        ids.setSafe(row, row + 1);
      }
      ids.setValueCount(3);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(names, dictionary);
          OutputStream out = Files.newOutputStream(Path.of(file()));
          VectorSchemaRoot root = VectorSchemaRoot.of(encoded, ids);
          ArrowFileWriter writer =
              new ArrowFileWriter(
                  root,
                  new DictionaryProvider.MapDictionaryProvider(dictionary),
                  Channels.newChannel(out))) {
        writer.start();
        writer.writeBatch();
        writer.end();
      }
    }
  }

  private static VarCharVector texts(BufferAllocator allocator, String name, String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew();
    for (int row = 0; row < values.length; row++) {
      vector.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private String file() {
    return folder.resolve("file.arrow").toString();
  }

  private void run(String... statements) throws SQLException {
    for (String sql : statements) {
      number(sql);
    }
  }

  private int number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  private List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private void assertFails(String copy, String expected) {
    assertThatThrownBy(() -> run(copy.formatted(file())))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState() + " " + e.getMessage()).contains(expected));
  }
}
