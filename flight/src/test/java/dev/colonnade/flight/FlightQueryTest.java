package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.flight.FlightFixture.Connection;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries, updates and errors of Flight SQL, by the client of Arrow's Java library. */
@Tag("integration")
@SuppressWarnings("try") // closing a stream may be interrupted
class FlightQueryTest {
  @TempDir Path folder;
  private FlightFixture fixture;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  @Test
  void shouldReturnRowsOfAllTypes() {
    Connection connection = fixture.login();
    assertThat(
            connection.query(
                """
                SELECT true AS b, 1::smallint AS s, 2 AS i, 3::bigint AS l, 1.5::real AS r,
                  2.5::double precision AS d, 12.34::numeric(10,2) AS n, 1e30::numeric AS u,
                  'text' AS t, 'ab'::char(4) AS c, '\\x0102'::bytea AS y, DATE '2020-02-29' AS dt,
                  TIMESTAMP '2020-02-29 12:00:00' AS ts, ARRAY[1, NULL, 3] AS a,
                  INTERVAL '1 day' AS v, NULL::int AS e\
                """))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.subList(0, 6)).isEqualTo(List.of(true, (short) 1, 2, 3L, 1.5f, 2.5d));
              assertThat(row.get(6)).isEqualTo(new BigDecimal("12.34"));
              assertThat(row.get(7)).isEqualTo("1000000000000000000000000000000");
              assertThat(row.subList(8, 10)).isEqualTo(List.of("text", "ab  "));
              assertThat((byte[]) row.get(10)).containsExactly(1, 2);
              assertThat(row.get(11)).isEqualTo(18_321);
              assertThat(row.get(12)).hasToString("2020-02-29T12:00");
              assertThat(row.subList(13, 15)).isEqualTo(List.of("{1,NULL,3}", "1 day"));
              assertThat(row.get(15)).isNull();
            });
  }

  @Test
  void shouldNameTheTypeOfEachColumn() {
    FlightInfo info =
        fixture
            .login()
            .client()
            .execute("SELECT 1.5::numeric(5,2) AS n, ARRAY[1] AS a", fixture.login().option());
    List<Field> fields = info.getSchemaOptional().orElseThrow().getFields();
    assertThat(fields.get(0).getMetadata())
        .containsEntry("ARROW:FLIGHT:SQL:TYPE_NAME", "numeric(5,2)")
        .containsEntry("ARROW:FLIGHT:SQL:PRECISION", "5");
    assertThat(fields.get(1).getMetadata())
        .containsEntry("ARROW:FLIGHT:SQL:TYPE_NAME", "integer[]");
  }

  @Test
  void shouldStreamAMillionRows() throws Exception {
    fixture.execute(
        "CREATE TABLE numbers (id bigint PRIMARY KEY, name text)",
        "INSERT INTO numbers SELECT g, 'row ' || g FROM generate_series(1, 100000) g");
    Connection connection = fixture.login();
    long sum = 0;
    long rows = 0;
    FlightInfo info =
        connection
            .client()
            .execute(
                "SELECT n.id * 10 + d FROM numbers n, generate_series(0, 9) d",
                connection.option());
    try (FlightStream stream =
        connection
            .client()
            .getStream(info.getEndpoints().getFirst().getTicket(), connection.option())) {
      while (stream.next()) {
        BigIntVector vector = (BigIntVector) stream.getRoot().getVector(0);
        for (int i = 0; i < vector.getValueCount(); i++) {
          sum += vector.get(i);
        }
        rows += vector.getValueCount();
      }
    }
    assertThat(rows).isEqualTo(1_000_000);
    assertThat(sum).isEqualTo(10L * 10 * (100_000L * 100_001 / 2) + 100_000L * 45);
    assertThat(connection.query("SELECT name FROM numbers WHERE id = 77777"))
        .containsExactly(List.of("row 77777"));
  }

  @Test
  void shouldExecuteStatementsWithoutRows() {
    Connection connection = fixture.login();
    assertThat(connection.query("CREATE TABLE t (id int PRIMARY KEY, v text)")).isEmpty();
    assertThat(connection.update("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL)"))
        .isEqualTo(3);
    assertThat(connection.update("UPDATE t SET v = 'c' WHERE id > 1")).isEqualTo(2);
    assertThat(connection.query("INSERT INTO t VALUES (4, 'd') RETURNING id, v"))
        .containsExactly(List.of(4, "d"));
    assertThat(connection.query("SELECT v FROM t ORDER BY id").stream().map(List::getFirst))
        .containsExactly("a", "c", "c", "d");
  }

  @Test
  void shouldExecuteAnAnnouncedStatementOnce() {
    Connection connection = fixture.login();
    connection.update("CREATE TABLE t (id int PRIMARY KEY)");
    FlightInfo info = connection.client().execute("INSERT INTO t VALUES (1)", connection.option());
    // Before its stream is requested, because many clients do not request an empty one.
    assertThat(fixture.rows("SELECT count(*) FROM t")).containsExactly(List.of(1L));
    assertThat(info.getRecords()).isEqualTo(1);
    assertThat(connection.read(info)).isEmpty();
    assertStatus(FlightStatusCode.NOT_FOUND, "26000", () -> connection.read(info));
    assertThat(fixture.rows("SELECT count(*) FROM t")).containsExactly(List.of(1L));
  }

  @Test
  void shouldReportErrorsWithTheirSqlState() {
    Connection connection = fixture.login();
    connection.update("CREATE TABLE t (id int PRIMARY KEY)");
    assertStatus(
        FlightStatusCode.NOT_FOUND, "42P01", () -> connection.query("SELECT * FROM missing"));
    assertStatus(FlightStatusCode.INVALID_ARGUMENT, "42601", () -> connection.query("SELEC 1"));
    assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        "22012",
        () -> connection.query("SELECT 1 / (id - 1) FROM generate_series(1, 3) id"));
    assertStatus(
        FlightStatusCode.ALREADY_EXISTS,
        "42P07",
        () -> connection.update("CREATE TABLE t (id int PRIMARY KEY)"));
    assertStatus(
        FlightStatusCode.UNIMPLEMENTED, "0A000", () -> connection.update("COPY t FROM STDIN"));
    assertStatus(FlightStatusCode.UNIMPLEMENTED, "0A000", () -> connection.update("BEGIN"));
    assertThat(connection.query("SELECT 1")).hasSize(1);
  }

  @Test
  void shouldRefuseDecimalsThatAreNaN() {
    Connection connection = fixture.login();
    assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        "22003",
        () -> connection.query("SELECT 'NaN'::numeric(10,2)"));
    assertThat(connection.query("SELECT 'NaN'::numeric")).containsExactly(List.of("NaN"));
  }

  @Test
  void shouldKeepSettingsAndTemporaryTablesInASession() {
    Connection connection = fixture.login();
    connection.update("SET search_path = pg_catalog");
    connection.update("CREATE TEMPORARY TABLE mine (id int)");
    assertThat(connection.query("SHOW search_path")).containsExactly(List.of("pg_catalog"));
    assertThat(connection.query("SELECT count(*) FROM mine")).containsExactly(List.of(0L));
    assertThat(fixture.login().query("SHOW search_path")).doesNotContain(List.of("pg_catalog"));
  }

  @Test
  void shouldConnectToAnotherDatabase() {
    fixture.execute("CREATE DATABASE other");
    assertThat(fixture.loginTo("other").query("SELECT current_database()::text"))
        .containsExactly(List.of("other"));
    assertThatThrownBy(() -> fixture.loginTo("missing").query("SELECT 1"))
        .isInstanceOf(FlightRuntimeException.class)
        .hasMessageContaining("does not exist");
  }

  static void assertStatus(FlightStatusCode code, String sqlState, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            failure -> {
              CallStatus status = failure.status();
              assertThat(status.code()).as(status.toString()).isEqualTo(code);
              assertThat(status.description()).contains("(SQLSTATE " + sqlState + ")");
              assertThat(status.metadata().get("sqlstate")).isEqualTo(sqlState);
            });
  }
}
