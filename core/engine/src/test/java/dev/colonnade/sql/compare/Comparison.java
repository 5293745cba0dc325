package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.TableDefinition;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.TestStatement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two databases with the same tables, in which statements are run and compared. */
final class Comparison {
  private static final int ROWS_MAX = 3_000;

  private final Participant postgres;
  private final Participant colonnade;
  private List<String> loaded = List.of();

  Comparison(Participant postgres, Participant colonnade) {
    this.postgres = requireNonNull(postgres, "postgres is null");
    this.colonnade = requireNonNull(colonnade, "colonnade is null");
    for (String definition : Type.DEFINITIONS) {
      postgres.execute(definition);
    }
  }

  /**
   * Outcome of a statement.
   *
   * @param difference null if the answers are equal
   * @param isSkipped whether PostgreSQL needs too much time or returns too many rows
   * @param failure SQLSTATE of the statement in PostgreSQL; empty if it succeeded
   * @param actualFailure SQLSTATE of the statement here; empty if it succeeded
   */
  record Outcome(
      @Nullable Difference difference, boolean isSkipped, String failure, String actualFailure) {}

  /**
   * Creates and fills the tables of a schema in place of the earlier ones. Rows that violate
   * constraints in PostgreSQL are dropped.
   *
   * @param refused receives the statements that only PostgreSQL accepts; they are left out
   * @return the schema as it was created; null if a table could not be created
   */
  @Nullable Schema load(Schema schema, List<Difference> refused) {
    dropTables();
    Type.DEFINITIONS.forEach(colonnade::execute); // its database may have been replaced
    List<TableDefinition> tables = new ArrayList<>();
    for (TableDefinition table : schema.tables()) {
      loaded = append(loaded, table.name());
      if (!define(table.createStatement(), refused)) {
        return null;
      }
      List<String> indexes = new ArrayList<>();
      for (String index : table.indexes()) {
        if (define(index, refused)) {
          indexes.add(index);
        }
      }
      List<List<String>> rows = new ArrayList<>();
      for (List<String> row : table.rows()) {
        if (!postgres.execute(table.insertStatement(List.of(row))).isFailure()) {
          rows.add(row);
        }
      }
      TableDefinition stored = table.withIndexes(indexes).withRows(rows);
      if (!rows.isEmpty()) {
        Answer answer = colonnade.execute(stored.insertStatement(rows));
        if (answer.isFailure()) {
          refused.add(refusal("rows of a table", answer, stored.insertStatement(rows)));
          return null;
        }
      }
      tables.add(stored);
    }
    if (schema.isAnalyzed()) {
      postgres.execute("analyze");
      colonnade.execute("analyze");
    }
    return new Schema(tables, schema.isAnalyzed());
  }

  /** Sets what leads to other plans of the same statements. */
  void set(List<String> statements) {
    colonnade.set(statements);
  }

  private static List<String> append(List<String> names, String name) {
    List<String> more = new ArrayList<>(names);
    more.add(name);
    return more;
  }

  /** Executes DDL in both; returns false and undoes it unless both accept it. */
  private boolean define(String sql, List<Difference> refused) {
    Answer expected = postgres.execute(sql);
    if (expected.isFailure()) {
      return false;
    }
    Answer actual = colonnade.execute(sql);
    if (!actual.isFailure()) {
      return true;
    }
    refused.add(refusal("definition", actual, sql));
    if (sql.startsWith("create ") && sql.contains("index ")) {
      String name = sql.substring(sql.indexOf("index ") + 6, sql.indexOf(" on "));
      postgres.execute("drop index " + name);
    }
    return false;
  }

  private static Difference refusal(String what, Answer actual, String sql) {
    Answer accepted = Answer.changed(0);
    Difference difference = requireNonNull(AnswerComparison.ofTable().compare(accepted, actual));
    return new Difference(what + ": " + difference.kind(), sql, accepted, actual);
  }

  private void dropTables() {
    for (String name : loaded.reversed()) {
      postgres.execute("drop table if exists " + name + " cascade");
      colonnade.execute("drop table if exists " + name + " cascade");
    }
    loaded = List.of();
  }

  /** Runs a statement in both databases and undoes its changes. */
  Outcome run(TestStatement statement, Schema schema) {
    return run(statement, schema, null);
  }

  /**
   * Runs a statement in both databases and undoes its changes; in PostgreSQL only, if its SQLSTATE
   * there is not the expected one.
   */
  Outcome run(TestStatement statement, Schema schema, @Nullable String sqlState) {
    String sql = statement.sql();
    if (statement.isChange()) {
      return runChange(statement, schema, sqlState);
    }
    Answer expected = postgres.execute(sql);
    if (isTooExpensive(expected) || isOther(expected, sqlState)) {
      return new Outcome(null, true, "", "");
    }
    Answer actual = colonnade.execute(sql);
    return outcome(
        AnswerComparison.of(statement.node()).compare(expected, actual), expected, actual);
  }

  private static boolean isTooExpensive(Answer answer) {
    return answer.rows().size() > ROWS_MAX || answer.sqlState().equals(Answer.CANCELED);
  }

  private static Outcome outcome(@Nullable Difference difference, Answer expected, Answer actual) {
    return new Outcome(difference, false, expected.sqlState(), actual.sqlState());
  }

  private static boolean isOther(Answer answer, @Nullable String sqlState) {
    return sqlState != null && !answer.sqlState().equals(sqlState);
  }

  private Outcome runChange(TestStatement statement, Schema schema, @Nullable String sqlState) {
    String sql = statement.sql();
    postgres.execute("begin");
    colonnade.execute("begin");
    try {
      Answer expected = postgres.execute(sql);
      if (isTooExpensive(expected) || isOther(expected, sqlState)) {
        return new Outcome(null, true, "", "");
      }
      Answer actual = colonnade.execute(sql);
      Difference difference = AnswerComparison.of(statement.node()).compare(expected, actual);
      if (difference == null && !expected.isFailure()) {
        difference = compareTables(schema);
      }
      return outcome(difference, expected, actual);
    } finally {
      postgres.execute("rollback");
      colonnade.execute("rollback");
    }
  }

  private @Nullable Difference compareTables(Schema schema) {
    for (TableDefinition table : schema.tables()) {
      String query = "select * from " + table.name();
      Difference difference =
          AnswerComparison.ofTable().compare(postgres.execute(query), colonnade.execute(query));
      if (difference != null) {
        return new Difference(
            "table after it: " + difference.kind(),
            query,
            difference.expected(),
            difference.actual());
      }
    }
    return null;
  }
}
