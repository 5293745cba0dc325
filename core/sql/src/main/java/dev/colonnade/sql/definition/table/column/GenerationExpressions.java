package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.deparse.StoredExpressions;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Expressions of the generated columns of a table. */
public final class GenerationExpressions {
  private final StatementAnalysis analysis;
  private final Set<String> generated;

  /**
   * Creates the analysis of expressions.
   *
   * @param analysis of the definition
   * @param generated names of the generated columns of the table, which expressions do not read
   */
  public GenerationExpressions(StatementAnalysis analysis, Set<String> generated) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.generated = Set.copyOf(generated);
  }

  /** Returns the names of the generated columns of a table. */
  public static Set<String> namesOf(Table table) {
    Set<String> names = new LinkedHashSet<>();
    for (int columnId : table.descriptor().properties().generated().keySet()) {
      names.add(table.schema().column(columnId).name());
    }
    return names;
  }

  /** Returns the generated columns among new columns of a table, by the ids of the columns. */
  public static Map<Integer, GeneratedColumn> of(
      List<NewColumn> columns, Table table, StatementAnalysis analysis) {
    Set<String> names = new LinkedHashSet<>();
    columns.stream()
        .filter(column -> column.generation() != null)
        .forEach(c -> names.add(c.name()));
    GenerationExpressions expressions = new GenerationExpressions(analysis, names);
    Map<Integer, GeneratedColumn> found = new HashMap<>();
    for (NewColumn column : columns) {
      Expression generation = column.generation();
      if (generation != null) {
        Column stored = table.schema().column(column.name());
        found.put(stored.id(), expressions.of(table, stored, generation));
      }
    }
    return found;
  }

  /**
   * Returns the definition of a generated column.
   *
   * @throws ColonnadeException if the expression is none of the column's type, or if its value
   *     depends on more than the other columns of a row
   */
  public GeneratedColumn of(Table table, Column column, Expression expression) {
    if (column.isOfDomain()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "generated columns of a domain are not supported");
    }
    Set<Integer> columns = new LinkedHashSet<>();
    Function<Column, dev.colonnade.sql.expression.Expression> row =
        read -> {
          requireNotGenerated(read);
          columns.add(read.id());
          return new ColumnReference(ColumnTypes.vector(read), table.schema().ordinal(read.id()));
        };
    NameUses uses = new NameUses();
    TableExpressions expressions = new TableExpressions(analysis.recording(uses));
    // As in PostgreSQL, the conversion to the column's type need not be immutable.
    var _ = expressions.generated(table, column, expression, row);
    TypedExpression value =
        new TableExpressions(analysis).value(table, expression, ClauseKind.GENERATED, row);
    if (!StoredExpressions.isImmutable(
        expression, value.expression(), new StoredExpressions.Row(table, analysis))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_OBJECT_DEFINITION, "generation expression is not immutable");
    }
    return new GeneratedColumn(
        StoredText.of(expression, uses, analysis.names()), new ArrayList<>(columns));
  }

  private void requireNotGenerated(Column column) {
    if (generated.contains(column.name())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_OBJECT_DEFINITION,
          "cannot use generated column \"%s\" in column generation expression"
              .formatted(column.name()),
          ErrorFields.NONE.withDetail(
              "A generated column cannot reference another generated column."));
    }
  }
}
