package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Generated columns, NOT NULL and CHECK constraints of a table, which depend on one row only. */
public final class RowConstraints {
  /** Maximum characters of a value in an error message. */
  private static final int SHOWN_MAX = 64;

  private record Check(String name, RowPredicate condition) {}

  /** Generated column at its position in a row. */
  private record Generated(int ordinal, RowExpression value) {}

  private final Table table;
  private final List<Generated> generated;
  private final List<Check> checks;

  /**
   * Creates the constraints of a table.
   *
   * @param catalog in which the table is
   */
  public RowConstraints(Table table, CatalogSnapshot catalog, RowExpressionCompiler conditions) {
    this.table = table;
    this.generated =
        table.descriptor().properties().generated().keySet().stream()
            .map(table.schema()::column)
            .map(
                column ->
                    new Generated(
                        table.schema().ordinal(column.id()),
                        conditions.generatedOf(table, catalog, column)))
            .toList();
    this.checks =
        table.descriptor().constraints().checks().stream()
            .sorted(Comparator.comparing(CheckConstraint::name))
            .map(
                check ->
                    new Check(check.name(), conditions.checkOf(table, catalog, check.expression())))
            .toList();
  }

  /** Returns whether there are no generated columns and no CHECK constraints. */
  public boolean isEmpty() {
    return generated.isEmpty() && checks.isEmpty();
  }

  /** Returns whether a write of a row of a table evaluates expressions. */
  public static boolean affects(Table table) {
    return !table.descriptor().properties().generated().isEmpty()
        || !table.descriptor().constraints().checks().isEmpty();
  }

  /**
   * Computes the generated columns of a row, and checks it.
   *
   * @param row values of all columns in the order of the schema; gets those of generated columns
   * @throws ColonnadeException NOT_NULL_VIOLATION, CHECK_VIOLATION
   */
  public void completeAndCheck(@Nullable Object[] row) {
    for (Generated column : generated) {
      row[column.ordinal()] = column.value().evaluate(row);
    }
    requireValues(table, row);
    for (Check check : checks) {
      if (Boolean.FALSE.equals(check.condition().holds(row))) {
        throw violated(check.name(), row);
      }
    }
  }

  /** Checks the NOT NULL constraints of a row. */
  public static void requireValues(Table table, @Nullable Object[] row) {
    List<Column> columns = table.schema().columns();
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && !columns.get(i).nullable()) {
        throw nullValue(table, columns.get(i), row);
      }
    }
  }

  private static ColonnadeException nullValue(Table table, Column column, @Nullable Object[] row) {
    return new ColonnadeException(
        ErrorCode.NOT_NULL_VIOLATION,
        "null value in column \"%s\" of relation \"%s\" violates not-null constraint"
            .formatted(column.name(), table.name()),
        ErrorFields.NONE
            .withTable(table.name(), table.schemaId())
            .withColumn(column.name())
            .withDetail(contains(table, row)));
  }

  private ColonnadeException violated(String name, @Nullable Object[] row) {
    return new ColonnadeException(
        ErrorCode.CHECK_VIOLATION,
        "new row for relation \"%s\" violates check constraint \"%s\""
            .formatted(table.name(), name),
        ErrorFields.NONE
            .withTable(table.name(), table.schemaId())
            .withConstraint(name)
            .withDetail(contains(table, row)));
  }

  private static String contains(Table table, @Nullable Object[] row) {
    List<Column> columns = table.schema().columns();
    return IntStream.range(0, row.length)
        .filter(i -> !columns.get(i).isHidden())
        .mapToObj(i -> shown(columns.get(i), row[i]))
        .collect(Collectors.joining(", ", "Failing row contains (", ")."));
  }

  private static String shown(Column column, @Nullable Object value) {
    String text =
        value == null
            ? "null"
            : TextOutputFormat.of(TypeMapping.sqlType(column.type()).kind(), value);
    return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
  }
}
