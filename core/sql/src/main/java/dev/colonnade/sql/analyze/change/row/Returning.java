package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.select.ResultNames;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** RETURNING clause: the last columns of the source of a change. */
public final class Returning {
  /** Maximum number of columns of a result. */
  private static final int COLUMNS_MAX = 1664;

  private final List<Assignment> assignments = new ArrayList<>();
  private final List<ResultColumn> columns = new ArrayList<>();

  private Returning() {}

  /**
   * Returns the analyzed clause.
   *
   * @param scope with the columns of the changed row
   */
  public static Returning of(List<Query.Item> items, ChangeScope scope) {
    Returning returning = new Returning();
    ExpressionAnalyzer analyzer = scope.expressions(ClauseKind.RETURNING);
    for (NamespaceItem item : scope.scope().items()) {
      for (NamedColumn column : item.relation().columns()) {
        Set<Variable> read = LogicalExpressions.variables(column.value().expression());
        scope.level().define(List.copyOf(read));
      }
    }
    ResultNames names = new ResultNames(scope::firstColumn);
    for (Query.Item item : items) {
      if (item.value() instanceof Reference.Star star) {
        for (NamedColumn column : scope.scope().star(star)) {
          returning.add(column.name(), column.value(), column.origin(), scope);
        }
        continue;
      }
      TypedExpression value = analyzer.decided(analyzer.analyze(item.value()));
      String alias = item.alias();
      String name = alias == null ? names.of(item.value()) : alias;
      returning.add(name, value, origin(value, scope), scope);
    }
    int count = returning.columns.size();
    if (count > COLUMNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS,
          "number of columns (%d) exceeds limit (%d)".formatted(count, COLUMNS_MAX));
    }
    return returning;
  }

  /** Returns the origin of a column of a relation; none for any other value. */
  private static Origin origin(TypedExpression value, ChangeScope scope) {
    if (value.expression() instanceof Variable) {
      for (var item : scope.scope().items()) {
        for (NamedColumn column : item.relation().columns()) {
          if (column.value().expression().equals(value.expression())) {
            return column.origin();
          }
        }
      }
    }
    return Origin.NONE;
  }

  private void add(String name, TypedExpression value, Origin origin, ChangeScope scope) {
    Variable variable = scope.statement().variables().create(value.expression().type(), name);
    assignments.add(new Assignment(variable, value.expression()));
    columns.add(new ResultColumn(name, variable, value.type(), value.fields(), origin));
  }

  /** Returns the assignments of the columns. */
  public List<Assignment> assignments() {
    return List.copyOf(assignments);
  }

  /** Returns the columns of the result. */
  public List<ResultColumn> columns() {
    return List.copyOf(columns);
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }
}
