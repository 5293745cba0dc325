package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.value.GeneratedColumns;
import dev.colonnade.sql.analyze.change.value.Identities;
import dev.colonnade.sql.analyze.change.value.ValueAnalyzer;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change.Overriding;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Rows of INSERT with VALUES or DEFAULT VALUES. */
public final class ValuesSource {
  private final Table table;
  private final ChangeScope scope;
  private final ValueAnalyzer values;

  /** Creates the rows of a table. */
  public ValuesSource(Table table, ChangeScope scope) {
    this.table = table;
    this.scope = scope;
    this.values = new ValueAnalyzer(table, scope, ClauseKind.INSERT_VALUE);
  }

  /** Returns the row of DEFAULT VALUES. */
  InsertSource defaults() {
    List<Column> columns = table.schema().columns();
    List<Expression> row = columns.stream().map(values::defaultOf).toList();
    return source(List.of(), columns, List.of(row), List.of());
  }

  /**
   * Returns the rows of VALUES.
   *
   * @param isPlain whether nothing but the table gets the rows
   */
  InsertSource of(
      List<List<dev.colonnade.sql.syntax.query.Expression>> nodes,
      InsertTargets targets,
      Overriding overriding,
      boolean isPlain) {
    requireEqualWidths(nodes);
    List<Column> given = named(nodes, targets);
    List<Integer> assigned = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      boolean isOwn = overriding == Overriding.USER && Identities.find(table, given.get(i)) != null;
      if (!isOwn && (targets.part(i) != null || !isDefault(nodes, i))) {
        assigned.add(i);
      }
    }
    List<List<Expression>> rows = new ArrayList<>();
    for (List<dev.colonnade.sql.syntax.query.Expression> node : nodes) {
      InterruptionPoint.check(rows.size());
      ColumnParts row = new ColumnParts(values.expressions());
      for (int index : assigned) {
        TargetColumn part = targets.part(index);
        if (part == null) {
          row.put(given.get(index), values.value(given.get(index), node.get(index)));
        } else {
          row.put(given.get(index), part, values.part(part, node.get(index)));
        }
      }
      rows.add(row.values());
    }
    List<Column> columns = new ArrayList<>(assigned.stream().map(given::get).distinct().toList());
    requireAssignable(columns, overriding);
    OmittedColumns omitted = OmittedColumns.of(table, columns);
    boolean isAllocated =
        isPlain && !columns.isEmpty() && rows.stream().noneMatch(SequenceCalls::areIn);
    if (isAllocated) {
      omitted = omitted.withAllocation(table);
    }
    InterruptionPoint.check();
    for (List<Expression> row : rows) {
      omitted.computed().forEach(column -> row.add(values.defaultOf(column)));
    }
    columns.addAll(omitted.computed());
    if (columns.isEmpty()) {
      columns.add(given.getFirst());
      rows.forEach(row -> row.add(values.defaultOf(given.getFirst())));
    }
    return source(given, columns, rows, omitted.allocated());
  }

  /**
   * Returns the values of one row for the columns, with the defaults of the others behind them.
   *
   * @param columns gets the columns of the values
   */
  public List<Expression> row(
      List<dev.colonnade.sql.syntax.query.Expression> nodes,
      InsertTargets targets,
      Overriding overriding,
      List<Column> columns) {
    InsertSource source = of(List.of(nodes), targets, overriding, false);
    columns.addAll(source.columns());
    return ((LogicalSource.Rows) source.plan()).rows().getFirst();
  }

  /** Variant of {@link #row} for DEFAULT VALUES. */
  public List<Expression> defaultRow(List<Column> columns) {
    InsertSource source = defaults();
    columns.addAll(source.columns());
    return ((LogicalSource.Rows) source.plan()).rows().getFirst();
  }

  private static void requireEqualWidths(
      List<List<dev.colonnade.sql.syntax.query.Expression>> nodes) {
    for (List<dev.colonnade.sql.syntax.query.Expression> row : nodes) {
      if (row.size() != nodes.getFirst().size()) {
        throw ChangeErrors.at(
            row.isEmpty() ? -1 : row.getFirst().position(),
            ErrorCode.SYNTAX_ERROR,
            "VALUES lists must all be the same length");
      }
    }
  }

  private static List<Column> named(
      List<List<dev.colonnade.sql.syntax.query.Expression>> nodes, InsertTargets targets) {
    List<dev.colonnade.sql.syntax.query.Expression> first = nodes.getFirst();
    targets.requireAtMost(first.size(), positionOf(first, targets));
    int fieldCount =
        first.size() == 1 && first.getFirst() instanceof Call.Row row ? row.fields().size() : 0;
    targets.requireAtLeast(first.size(), fieldCount);
    return targets.first(first.size());
  }

  /** Returns the position of the first value without a column. */
  private static int positionOf(
      List<dev.colonnade.sql.syntax.query.Expression> row, InsertTargets targets) {
    return targets.count() < row.size() ? row.get(targets.count()).position() : -1;
  }

  private static boolean isDefault(
      List<List<dev.colonnade.sql.syntax.query.Expression>> nodes, int index) {
    return nodes.stream().allMatch(row -> ValueAnalyzer.isDefault(row.get(index)));
  }

  private void requireAssignable(List<Column> columns, Overriding overriding) {
    for (Column column : columns) {
      if (GeneratedColumns.contains(table, column)) {
        throw GeneratedColumns.refusedInsert(column);
      }
    }
    if (overriding == Overriding.NONE) {
      for (Column column : columns) {
        if (Identities.isAlways(table, column)) {
          throw Identities.refusedInsert(column);
        }
      }
    }
  }

  private InsertSource source(
      List<Column> given,
      List<Column> columns,
      List<List<Expression>> rows,
      List<dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn> allocated) {
    List<Variable> variables = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      variables.add(scope.statement().variables().create(typeOf(rows, i), columns.get(i).name()));
    }
    List<List<Expression>> typed = new ArrayList<>();
    for (List<Expression> row : rows) {
      InterruptionPoint.check(typed.size());
      List<Expression> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(typed(row.get(i), variables.get(i).type()));
      }
      typed.add(values);
    }
    return new InsertSource(new LogicalSource.Rows(typed, variables), given, columns, allocated);
  }

  /** Returns NULL as one of the type of the other rows. */
  private static Expression typed(Expression value, VectorType type) {
    return value instanceof Literal literal && literal.value() == null
        ? new Literal(type, null)
        : value;
  }

  /** Returns the representation of the values of all rows. */
  private static VectorType typeOf(List<List<Expression>> rows, int index) {
    VectorType found = null;
    for (List<Expression> row : rows) {
      Expression value = row.get(index);
      boolean isNull = value instanceof Literal literal && literal.value() == null;
      if (isNull) {
        continue;
      }
      if (found != null && !found.equals(value.type())) {
        return VectorType.of(found.kind());
      }
      found = value.type();
    }
    return found == null ? rows.getFirst().get(index).type() : found;
  }
}
