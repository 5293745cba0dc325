package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.flight.FlightFixture.Connection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prepared statements of Flight SQL and their parameters. */
@Tag("integration")
class FlightPreparedTest {
  @TempDir Path folder;
  private FlightFixture fixture;
  private Connection connection;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    fixture.execute("CREATE TABLE t (id int PRIMARY KEY, name text, weight numeric(10,2))");
    connection = fixture.login();
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private VectorSchemaRoot root(FieldVector... vectors) {
    VectorSchemaRoot root = VectorSchemaRoot.of(vectors);
    root.setRowCount(vectors.length == 0 ? 0 : vectors[0].getValueCount());
    return root;
  }

  private BigIntVector longs(long... values) {
    BigIntVector vector = new BigIntVector("l", fixture.allocator());
    for (int i = 0; i < values.length; i++) {
      vector.setSafe(i, values[i]);
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private VarCharVector texts(@Nullable String... values) {
    VarCharVector vector = new VarCharVector("t", fixture.allocator());
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      if (value == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private Float8Vector doubles(double... values) {
    Float8Vector vector = new Float8Vector("d", fixture.allocator());
    for (int i = 0; i < values.length; i++) {
      vector.setSafe(i, values[i]);
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private List<?> rows(String query) {
    return fixture.rows(query);
  }

  @Test
  void shouldDescribeParametersAndColumns() {
    try (PreparedStatement statement =
        connection
            .client()
            .prepare("SELECT id, name FROM t WHERE id = ? AND weight > ?", connection.option())) {
      assertThat(statement.getParameterSchema().getFields())
          .extracting(field -> field.getName() + " " + field.getType())
          .containsExactly("$1 Int(32, true)", "$2 Utf8");
      assertThat(statement.getResultSetSchema().getFields())
          .extracting(field -> field.getName() + " " + field.getType())
          .containsExactly("id Int(32, true)", "name Utf8");
      statement.close(connection.option());
    }
  }

  @Test
  void shouldExecuteWithParametersOfOtherArrowTypes() {
    try (PreparedStatement statement =
            connection.client().prepare("INSERT INTO t VALUES ($1, $2, $3)", connection.option());
        VectorSchemaRoot root =
            root(longs(1, 2, 3), texts("a", null, "c"), doubles(1.25, 2, 3.5))) {
      statement.setParameters(root);
      assertThat(statement.executeUpdate(connection.option())).isEqualTo(3);
      statement.close(connection.option());
    }
    assertThat(rows("SELECT id, name, weight::text FROM t ORDER BY id"))
        .isEqualTo(
            List.of(
                List.of(1, "a", "1.25"),
                java.util.Arrays.asList(2, null, "2.00"),
                List.of(3, "c", "3.50")));
  }

  @Test
  void shouldExecuteAQueryForEachRowOfParameters() {
    fixture.execute("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
    try (PreparedStatement statement =
            connection
                .client()
                .prepare("SELECT name FROM t WHERE id = $1::int", connection.option());
        VectorSchemaRoot root = root(texts("3", "1", "7"))) {
      statement.setParameters(root);
      assertThat(connection.read(statement.execute(connection.option())))
          .containsExactly(List.of("c"), List.of("a"));
      root.clear();
      statement.close(connection.option());
    }
  }

  @Test
  void shouldUndoAllRowsIfOneFails() {
    fixture.execute("INSERT INTO t VALUES (3, 'c', 3)");
    try (PreparedStatement statement =
            connection.client().prepare("INSERT INTO t (id) VALUES (?)", connection.option());
        VectorSchemaRoot root = root(longs(1, 2, 3))) {
      statement.setParameters(root);
      FlightQueryTest.assertStatus(
          FlightStatusCode.INVALID_ARGUMENT,
          "23505",
          () -> statement.executeUpdate(connection.option()));
      statement.close(connection.option());
    }
    assertThat(rows("SELECT id FROM t")).isEqualTo(List.of(List.of(3)));
  }

  @Test
  void shouldRefuseValuesOutOfRange() {
    try (PreparedStatement statement =
            connection.client().prepare("INSERT INTO t (id) VALUES (?)", connection.option());
        VectorSchemaRoot root = root(longs(1L << 40))) {
      statement.setParameters(root);
      FlightQueryTest.assertStatus(
          FlightStatusCode.INVALID_ARGUMENT,
          "22003",
          () -> statement.executeUpdate(connection.option()));
      statement.close(connection.option());
    }
  }

  @Test
  void shouldRefuseAWrongNumberOfParameters() {
    try (PreparedStatement statement =
            connection
                .client()
                .prepare("INSERT INTO t (id, name) VALUES (?, ?)", connection.option());
        VectorSchemaRoot root = root(longs(1))) {
      statement.setParameters(root);
      FlightQueryTest.assertStatus(
          FlightStatusCode.INVALID_ARGUMENT,
          "08P01",
          () -> statement.executeUpdate(connection.option()));
      statement.close(connection.option());
    }
  }

  @Test
  void shouldReadRowsOfManyExecutions() {
    try (PreparedStatement statement =
        connection.client().prepare("SELECT 1 AS one", connection.option())) {
      for (int i = 0; i < 3; i++) {
        assertThat(connection.read(statement.execute(connection.option())))
            .containsExactly(List.of(1));
      }
      statement.close(connection.option());
    }
  }
}
