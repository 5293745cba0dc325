package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.flight.FlightFixture.Connection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bulk ingestion of Flight SQL. */
@Tag("integration")
class FlightIngestTest {
  @TempDir Path folder;
  private FlightFixture fixture;
  private Connection connection;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    connection = fixture.login();
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private VectorSchemaRoot rows(int first, int count) {
    BigIntVector ids = new BigIntVector("id", fixture.allocator());
    VarCharVector names = new VarCharVector("a \"name\"", fixture.allocator());
    for (int i = 0; i < count; i++) {
      ids.setSafe(i, first + i);
      if (i % 10 == 9) {
        names.setNull(i);
      } else {
        names.setSafe(i, ("row " + (first + i)).getBytes(StandardCharsets.UTF_8));
      }
    }
    ids.setValueCount(count);
    names.setValueCount(count);
    VectorSchemaRoot root = VectorSchemaRoot.of(ids, names);
    root.setRowCount(count);
    return root;
  }

  private static ExecuteIngestOptions options(
      TableNotExistOption missing, TableExistsOption present, boolean isTemporary) {
    return new ExecuteIngestOptions(
        "t",
        TableDefinitionOptions.newBuilder().setIfNotExist(missing).setIfExists(present).build(),
        isTemporary,
        null,
        null,
        null);
  }

  private static final ExecuteIngestOptions CREATE =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_FAIL,
          false);

  private static final ExecuteIngestOptions APPEND =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
          TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
          false);

  private static final ExecuteIngestOptions REPLACE =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_REPLACE,
          false);

  private long ingest(int first, int count, ExecuteIngestOptions options) {
    return ingest(first, count, options, null);
  }

  private long ingest(
      int first, int count, ExecuteIngestOptions options, @Nullable Transaction transaction) {
    FlightSqlClient client = connection.client();
    try (VectorSchemaRoot root = rows(first, count)) {
      return transaction == null
          ? client.executeIngest(root, options, connection.option())
          : client.executeIngest(root, options, transaction, connection.option());
    }
  }

  private List<?> count() {
    return fixture
        .rows("SELECT count(*), min(id), max(id), count(\"a \"\"name\"\"\") FROM t")
        .getFirst();
  }

  @Test
  void shouldCreateAppendAndReplace() {
    assertThat(ingest(0, 10_000, CREATE)).isEqualTo(10_000);
    assertThat(count()).isEqualTo(List.of(10_000L, 0L, 9_999L, 9_000L));
    assertThat(ingest(10_000, 10, APPEND)).isEqualTo(10);
    assertThat(count()).isEqualTo(List.of(10_010L, 0L, 10_009L, 9_009L));
    assertThat(fixture.rows("SELECT \"a \"\"name\"\"\" FROM t WHERE id IN (7, 9) ORDER BY id"))
        .isEqualTo(List.of(List.of("row 7"), Arrays.asList((Object) null)));
    assertThat(ingest(5, 1, REPLACE)).isEqualTo(1);
    assertThat(count()).isEqualTo(List.of(1L, 5L, 5L, 1L));
  }

  @Test
  void shouldRefuseMissingAndPresentTables() {
    FlightQueryTest.assertStatus(FlightStatusCode.NOT_FOUND, "42P01", () -> ingest(0, 1, APPEND));
    ingest(0, 1, CREATE);
    FlightQueryTest.assertStatus(
        FlightStatusCode.ALREADY_EXISTS, "42P07", () -> ingest(0, 1, CREATE));
  }

  @Test
  void shouldLeaveNothingOfAFailedIngestion() {
    fixture.execute("CREATE TABLE t (id smallint PRIMARY KEY, \"a \"\"name\"\"\" text)");
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT, "22003", () -> ingest(32_000, 1_000, APPEND));
    assertThat(fixture.rows("SELECT count(*) FROM t")).isEqualTo(List.of(List.of(0L)));
    fixture.execute("DROP TABLE t");
    fixture.execute(
        "CREATE TABLE t (id int PRIMARY KEY CHECK (id <> 249999), \"a \"\"name\"\"\" text)");
    FlightQueryTest.assertStatus(
        FlightStatusCode.INVALID_ARGUMENT, "23514", () -> ingest(0, 250_000, APPEND));
    assertThat(fixture.rows("SELECT count(*) FROM t")).isEqualTo(List.of(List.of(0L)));
    fixture.execute("DROP TABLE t");
    ingest(0, 5, CREATE);
    assertThat(count()).isEqualTo(List.of(5L, 0L, 4L, 5L));
  }

  @Test
  void shouldTakePartInATransaction() {
    Transaction transaction = connection.client().beginTransaction(connection.option());
    assertThat(ingest(0, 100, CREATE, transaction)).isEqualTo(100);
    assertThat(ingest(100, 100, APPEND, transaction)).isEqualTo(100);
    assertThat(fixture.rows("SELECT to_regclass('t') IS NULL")).isEqualTo(List.of(List.of(true)));
    connection.client().rollback(transaction, connection.option());
    assertThat(fixture.rows("SELECT to_regclass('t') IS NULL")).isEqualTo(List.of(List.of(true)));
  }

  @Test
  void shouldIngestIntoATemporaryTable() {
    ingest(
        0,
        3,
        options(
            TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
            TableExistsOption.TABLE_EXISTS_OPTION_FAIL,
            true));
    assertThat(connection.query("SELECT count(*) FROM t")).isEqualTo(List.of(List.of(3L)));
    assertThat(fixture.rows("SELECT to_regclass('t') IS NULL")).isEqualTo(List.of(List.of(true)));
  }

  @Test
  void shouldEnforcePrivileges() {
    fixture.execute(
        "CREATE ROLE writer LOGIN", "CREATE TABLE t (id bigint, \"a \"\"name\"\"\" text)");
    connection = fixture.login("writer", "");
    FlightQueryTest.assertStatus(
        FlightStatusCode.UNAUTHORIZED, "42501", () -> ingest(0, 1, APPEND));
    fixture.execute("GRANT INSERT ON t TO writer");
    assertThat(ingest(0, 1, APPEND)).isEqualTo(1);
  }
}
