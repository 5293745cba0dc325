package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;

/** COPY from and to Parquet files, of our own and of DuckDB where it is installed. */
class PgCopyParquetTest {
  private static final String TABLE =
      "create table %s (id int primary key, i2 smallint, i8 bigint, f4 real, f8 double precision,"
          + " o boolean, d9 numeric(9,2), d18 numeric(18,4), d38 numeric(38,6), u numeric, t text,"
          + " v varchar(9), c char(4), y bytea, e date, m time, p timestamp, z timestamptz, k uuid,"
          + " j jsonb, i interval, a int[], b text[])";

  private static final String CONTENT = "select md5(string_agg(t::text, ',' order by id)) from ";

  @TempDir private Path folder;

  private PgListenerFixture server;
  private Connection connection;

  @BeforeEach
  void start() throws Exception {
    server =
        PgListenerFixture.start(
            Files.createDirectory(folder.resolve("store")), PgListenerFixture.PATIENT);
    connection = DriverManager.getConnection(server.url() + "?user=postgres");
    run(TABLE.formatted("a"), TABLE.formatted("b"));
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private int copy(String sql) throws SQLException {
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

  private String failure(String sql) {
    try {
      run(sql);
      return "none";
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }

  private String file(String name) {
    return "'" + folder.resolve(name) + "' (format parquet)";
  }

  private void fill(int rows) throws SQLException {
    run(
        ("insert into a select g, g %% 100, g * 10000000000, g / 3.0, g / 7.0, g %% 3 = 0, g / 3.0,"
             + " -g / 3.0, g * 1e20, g * 1.50, 'text ü' || g, 'v' || g %% 10, 'c',"
             + " decode(lpad(g::text, 8, '0'), 'hex'), date '1969-12-01' + g, time '00:00' + g *"
             + " interval '1 second', timestamp '2020-01-01' + g * interval '1 microsecond',"
             + " timestamptz '2020-01-01 00:00+00' + g * interval '1 hour', md5(g::text)::uuid,"
             + " jsonb_build_object('n', g), g * interval '1 day', array[g, null, -g], case when g"
             + " %% 5 = 0 then '{}' when g %% 5 > 1 then array['x' || g, null, ''] end from"
             + " generate_series(1, %d) g")
            .formatted(rows),
        "insert into a (id) values (0)");
  }

  @Test
  void shouldReadWhatItHasWritten() throws SQLException {
    fill(30_000);
    run(
        "insert into a (id, f4, f8, e, p, z, m, t, y, j) values (-1, 'NaN', '-inf', 'infinity',"
            + " '-infinity', 'infinity', '24:00', '', '', 'null')");
    assertThat(copy("copy a to " + file("f"))).isEqualTo(30_002);
    assertThat(copy("copy b from " + file("f"))).isEqualTo(30_002);
    assertThat(value(CONTENT + "b t")).isEqualTo(value(CONTENT + "a t"));
  }

  @Test
  void shouldWriteRowGroupsOfBoundedSize() throws SQLException {
    String rows =
        "(select g as id, repeat(md5(g::text), 100) as t from generate_series(1, 20000) g)";
    copy("copy " + rows + " to " + file("f"));
    assertThat(copy("copy b (id, t) from " + file("f"))).isEqualTo(20_000);
    assertThat(value("select count(*) from b where t = repeat(md5(id::text), 100)"))
        .isEqualTo("20000");
    copy("copy (select g as id from generate_series(1, 300000) g) to " + file("g"));
    run("truncate b");
    assertThat(copy("copy b (id) from " + file("g"))).isEqualTo(300_000);
    assertThat(value("select sum(id) from b")).isEqualTo("45000150000");
  }

  @Test
  void shouldCopyColumnsByNameAndConvertTypes() throws SQLException {
    copy("copy (select '7' as t, 3::smallint as id, 5 as i8, 1.25::float8 as u) to " + file("f"));
    copy("copy b (id, u, i8, t) from " + file("f"));
    assertThat(value("select (id, u, i8, t) from b")).isEqualTo("(3,1.25,5,7)");
    assertThat(failure("copy b (id, t) from " + file("f")))
        .startsWith("22P04 ERROR: the Parquet file has the column \"i8\", which is not copied");
    copy("copy (select 'x' as id) to " + file("g"));
    assertThat(failure("copy b (id) from " + file("g")))
        .startsWith("22P02 ERROR: invalid input syntax for type integer: \"x\"");
    copy("copy (select id from b where false) to " + file("h"));
    assertThat(copy("copy b (id) from " + file("h"))).isZero();
  }

  @Test
  void shouldSendTheBytesOfTheFileToTheClient() throws Exception {
    fill(3_000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("copy a to stdout (format parquet)", out);
    Files.write(folder.resolve("f"), out.toByteArray());
    assertThat(copy("copy b from " + file("f"))).isEqualTo(3_001);
    assertThat(value(CONTENT + "b t")).isEqualTo(value(CONTENT + "a t"));
  }

  @Test
  void shouldRefuseWhatTheFormatCannotHave() throws Exception {
    assertThat(failure("copy (select 'NaN'::numeric(9, 2) as d) to " + file("f")))
        .startsWith("22003 ERROR: a decimal of Parquet cannot be NaN: cast column \"d\"");
    assertThat(failure("copy (select array[[1, 2]] as a) to " + file("f")))
        .startsWith("0A000 ERROR: arrays of several dimensions");
    assertThat(failure("copy (select from a) to " + file("f"))).startsWith("0A000");
    assertThat(failure("copy a to stdout (format parquet, header)"))
        .isEqualTo("42601 ERROR: cannot specify HEADER with the format parquet");
    Files.writeString(folder.resolve("f"), "PAR1, and no Parquet file");
    assertThat(failure("copy b from " + file("f")))
        .startsWith("22P04 ERROR: the file is not valid Parquet data");
    assertThat(failure("copy b from " + file("absent"))).startsWith("58P01");
    assertThat(failure("copy a to '/dev/full' (format parquet)")).startsWith("53100");
  }

  @Test
  void shouldCopyNothingFromAFileThatEndsInAnError() throws Exception {
    fill(5_000);
    copy("copy a to " + file("f"));
    byte[] bytes = Files.readAllBytes(folder.resolve("f"));
    bytes[bytes.length / 2] ^= 1;
    Files.write(folder.resolve("f"), bytes);
    assertThat(failure("copy b from " + file("f"))).startsWith("22P04");
    assertThat(value("select count(*) from b")).isEqualTo("0");
  }

  /** Sums that are computed by both programs. */
  private static final String SUMS =
      "count(*), sum(id), sum(i2), sum(i8), sum(d9), sum(d18), sum(d38), count(t), max(t),"
          + " count(distinct v), max(e), max(p), sum(case when o then 1 end), count(distinct k),"
          + " count(a), count(b)";

  @Test
  void shouldWriteFilesThatDuckDbReads() throws Exception {
    requireDuckDb();
    fill(30_000);
    copy("copy a to " + file("f"));
    String read = duckDb("select " + SUMS + " from '" + folder.resolve("f") + "'");
    assertThat(read).isEqualTo(value("select concat_ws('|', " + SUMS + ") from a"));
    assertThat(
            duckDb(
                "select count(*) from '" + folder.resolve("f") + "' where id > 29990 and i2 < 99"))
        .isEqualTo("9");
  }

  @ParameterizedTest
  @CsvSource({
    "uncompressed, V1",
    "snappy, V1",
    "gzip, V1",
    "zstd, V1",
    "snappy, V2",
    "zstd, V2",
    "lz4_raw, V2"
  })
  void shouldReadFilesOfDuckDb(String codec, String version) throws Exception {
    requireDuckDb();
    fill(15_000);
    copy("copy a to " + file("f"));
    duckDb(
        "copy (from '%s') to '%s' (format parquet, codec '%s', parquet_version %s)"
            .formatted(folder.resolve("f"), folder.resolve("g"), codec, version));
    assertThat(copy("copy b from " + file("g"))).isEqualTo(15_001);
    assertThat(value(CONTENT + "b t")).isEqualTo(value(CONTENT + "a t"));
  }

  private static void requireDuckDb() throws Exception {
    boolean isInstalled;
    try {
      isInstalled =
          new ProcessBuilder("python3", "-c", "import duckdb")
              .redirectErrorStream(true)
              .start()
              .waitFor(30, TimeUnit.SECONDS);
      isInstalled = isInstalled && duckDb("select 1").equals("1");
    } catch (IOException | AssertionError e) {
      isInstalled = false;
    }
    assumeTrue(isInstalled, "python3 with DuckDB is not installed: pip install duckdb");
  }

  /** Returns the first row of a query, values separated by bars. */
  private static String duckDb(String sql) throws Exception {
    String program =
        "import duckdb, sys; r = duckdb.sql(sys.argv[1]);"
            + " print('|'.join(map(str, r.fetchone())) if r else '', end='')";
    Process process =
        new ProcessBuilder(List.of("python3", "-c", program, sql))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
