package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Properties;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** COPY from and to files of the server. The errors are those of PostgreSQL 15. */
class PgCopyFileTest {
  private static final String CONTENT = "select md5(string_agg(t::text, ',' order by id)) from ";

  @TempDir private Path folder;

  private PgListenerFixture server;
  private Connection connection;

  @BeforeEach
  void start() throws Exception {
    server =
        PgListenerFixture.start(
            Files.createDirectory(folder.resolve("store")), PgListenerFixture.PATIENT);
    connection = connect("postgres");
    run(
        connection,
        "create table a (id int primary key, name text, amount numeric(10,2), seen timestamp)");
    run(
        connection,
        "insert into a select n, case when n % 5 > 0 then E'tab\\t\"n\"\\n, ü' || n end, n / 7.0,"
            + " timestamp '2020-01-01' + n * interval '1 hour' from generate_series(1, 20000) n");
    run(connection, "create table b (like a)");
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private Connection connect(String user) throws SQLException {
    Properties properties = new Properties();
    properties.put("user", user);
    return DriverManager.getConnection(server.url(), properties);
  }

  private static int run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private String value(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private String quoted(String name) {
    return "'" + folder.resolve(name) + "'";
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "csv", "csv, header", "binary", "jsonl"})
  void shouldReadWhatItHasWritten(String format) throws SQLException {
    String options = " (format " + format + ")";
    assertThat(run(connection, "copy a to " + quoted("f") + options)).isEqualTo(20_000);
    assertThat(run(connection, "copy b from " + quoted("f") + options)).isEqualTo(20_000);
    assertThat(value(CONTENT + "b t")).isEqualTo(value(CONTENT + "a t"));
  }

  @Test
  void shouldWriteTheRowsOfAQueryInPlaceOfAnOlderFile() throws Exception {
    Files.writeString(folder.resolve("f"), "an older and longer text".repeat(100));
    run(connection, "copy (select id, name from a where id in (5, 6)) to " + quoted("f") + " csv");
    assertThat(folder.resolve("f")).hasContent("5,\n6,\"tab\t\"\"n\"\"\n, ü6\"\n");
  }

  @Test
  void shouldRefuseBytesThatAreNoText() throws Exception {
    Files.write(folder.resolve("f"), new byte[] {'1', ',', (byte) 0xfc, ',', '1', ',', '\n'});
    assertThat(failure(connection, "copy b from " + quoted("f") + " csv")).startsWith("22021");
  }

  @Test
  void shouldReportTheLineOfAnErrorInAFile() throws Exception {
    Files.writeString(folder.resolve("f"), "1,x,1,\n2,y,wrong,\n");
    assertThat(failure(connection, "copy b from " + quoted("f") + " csv"))
        .isEqualTo(
            "22P02 invalid input syntax for type numeric: \"wrong\""
                + " COPY b, line 2, column amount: \"wrong\"");
    assertThat(value("select count(*) from b")).isEqualTo("0");
  }

  /** Returns SQLSTATE, message and position of a failure. */
  private static String failure(Connection connection, String sql) {
    try {
      run(connection, sql);
      return "none";
    } catch (SQLException e) {
      ServerErrorMessage error = ((PSQLException) e).getServerErrorMessage();
      String where = error == null ? null : error.getWhere();
      return e.getSQLState()
          + " "
          + (error == null ? e.getMessage() : error.getMessage())
          + (where == null ? "" : " " + where);
    }
  }

  @Test
  void shouldFailAsPostgresqlDoes() {
    assertThat(failure(connection, "copy a to 'relative.csv'"))
        .isEqualTo("42602 relative path not allowed for COPY to file");
    assertThat(failure(connection, "copy b from " + quoted("absent")))
        .isEqualTo(
            "58P01 could not open file \"%s\" for reading: No such file or directory"
                .formatted(folder.resolve("absent")));
    assertThat(failure(connection, "copy a to " + quoted("absent/f")))
        .isEqualTo(
            "58P01 could not open file \"%s\" for writing: No such file or directory"
                .formatted(folder.resolve("absent/f")));
    assertThat(failure(connection, "copy b from '" + folder + "'"))
        .isEqualTo("42809 \"%s\" is a directory".formatted(folder));
    assertThat(failure(connection, "copy a to '" + folder + "'"))
        .isEqualTo(
            "42809 could not open file \"%s\" for writing: Is a directory".formatted(folder));
    assertThat(failure(connection, "copy a to '/dev/full'"))
        .startsWith("53100 could not write to COPY file: No space left on device");
    assertThat(failure(connection, "copy a to program 'cat'"))
        .isEqualTo("0A000 COPY to or from a program is not supported");
  }

  @Test
  void shouldRequireTheRolesForFiles() throws Exception {
    run(connection, "create role eve login");
    run(connection, "grant select, insert on a, b to eve");
    Files.writeString(folder.resolve("f"), "1\tx\t1\t\\N\n");
    try (Connection eve = connect("eve")) {
      assertThat(failure(eve, "copy b from " + quoted("f")))
          .isEqualTo(
              "42501 must be superuser or have privileges of the pg_read_server_files role to"
                  + " COPY from a file");
      assertThat(failure(eve, "copy a to " + quoted("g")))
          .isEqualTo(
              "42501 must be superuser or have privileges of the pg_write_server_files role to"
                  + " COPY to a file");
      assertThat(failure(eve, "copy b from program 'cat'"))
          .isEqualTo(
              "42501 must be superuser or have privileges of the pg_execute_server_program role"
                  + " to COPY to or from an external program");
      assertThat(folder.resolve("g")).doesNotExist();
      run(connection, "grant pg_read_server_files, pg_write_server_files to eve");
      assertThat(run(eve, "copy b from " + quoted("f"))).isEqualTo(1);
      assertThat(run(eve, "copy b to " + quoted("g"))).isEqualTo(1);
      run(connection, "revoke pg_read_server_files, pg_write_server_files from eve");
      assertThat(failure(eve, "copy b from " + quoted("f"))).startsWith("42501");
      assertThat(failure(eve, "copy b to " + quoted("g"))).startsWith("42501");
    }
  }

  @Test
  void shouldWriteNoFileForAUserWhoMayNotReadTheTable() throws Exception {
    run(connection, "create role bob login");
    run(connection, "grant pg_write_server_files to bob");
    try (Connection bob = connect("bob")) {
      assertThat(failure(bob, "copy a to " + quoted("f"))).startsWith("42501 permission denied");
    }
    assertThat(folder.resolve("f")).doesNotExist();
  }

  private static final String TYPES =
      "select n as id, (n % 1000)::int2 as i2, n::int8 * 10000000000 as i8, n / 4.0::float4 as f4,"
          + " n / 8.0::float8 as f8, n % 2 = 0 as b, (n / 3.0)::numeric(12, 4) as d,"
          + " case when n % 3 > 0 then 'text ü' || n end as t, decode(lpad(n::text, 8, '0'), 'hex')"
          + " as y, date '1969-12-01' + n as day, timestamp '2020-01-01' + n * interval '1 second'"
          + " as ts, timestamptz '2020-01-01 00:00+00' + n * interval '1 second' as tz,"
          + " array[n, null] as a from generate_series(1, 200000) n";

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "arrow_stream"})
  void shouldWriteArrowThatTheArrowLibraryReads(String format) throws Exception {
    Path file = folder.resolve("f");
    String copy = "copy (" + TYPES + ") to ";
    assertThat(run(connection, copy + quoted("f") + " (format " + format + ")")).isEqualTo(200_000);
    byte[] sent = copyOut(copy + "stdout (format " + format + ")");
    assertThat(Files.readAllBytes(file)).isEqualTo(sent);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader =
            format.equals("arrow")
                ? new ArrowFileReader(FileChannel.open(file), allocator)
                : new ArrowStreamReader(FileChannel.open(file), allocator)) {
      int row = 0;
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      int batches = 0;
      while (reader.loadNextBatch()) {
        batches++;
        for (int i = 0; i < root.getRowCount(); i++) {
          row++;
          requireRow(root, i, row);
        }
      }
      assertThat(row).isEqualTo(200_000);
      assertThat(batches).isGreaterThan(3);
    }
  }

  private static void requireRow(VectorSchemaRoot root, int index, int n) {
    assertThat(root.getVector("id").getObject(index)).isEqualTo(n);
    if (n % 1000 == 0 || n < 20) {
      assertThat(root.getVector("i2").getField().getType()).isEqualTo(new ArrowType.Int(16, true));
      assertThat(root.getVector("i8").getObject(index)).isEqualTo(n * 10_000_000_000L);
      assertThat(root.getVector("f8").getObject(index)).isEqualTo(n / 8.0);
      assertThat(root.getVector("b").getObject(index)).isEqualTo(n % 2 == 0);
      assertThat((BigDecimal) root.getVector("d").getObject(index))
          .isEqualTo(BigDecimal.valueOf(n).divide(BigDecimal.valueOf(3), 4, RoundingMode.HALF_UP));
      Object text = root.getVector("t").getObject(index);
      assertThat(text == null ? null : text.toString()).isEqualTo(n % 3 > 0 ? "text ü" + n : null);
      assertThat(root.getVector("day").getObject(index))
          .isEqualTo((int) LocalDate.of(1969, 12, 1).toEpochDay() + n);
      assertThat(root.getVector("ts").getObject(index))
          .isEqualTo(LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(n));
    }
  }

  private byte[] copyOut(String sql) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, out);
    return out.toByteArray();
  }

  @Test
  void shouldWriteAnArrowFileWithoutRows() throws Exception {
    run(connection, "copy (select 1 as n where false) to " + quoted("f") + " (format arrow)");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(FileChannel.open(folder.resolve("f")), allocator)) {
      assertThat(reader.getRecordBlocks()).isEmpty();
      assertThat(reader.getVectorSchemaRoot().getVector("n")).isNotNull();
    }
  }

  @Test
  void shouldRefuseWhatArrowCannotHave() {
    String to = " to " + quoted("f") + " (format arrow)";
    assertThat(failure(connection, "copy (select 'NaN'::numeric(9, 2) as d)" + to))
        .startsWith("22003 a decimal of Arrow cannot be NaN: cast column \"d\"");
    assertThat(failure(connection, "copy (select from a)" + to)).startsWith("0A000");
    assertThat(failure(connection, "copy a to stdout (format arrow, header)"))
        .isEqualTo("42601 cannot specify HEADER with the format arrow");
  }
}
