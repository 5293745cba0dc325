package dev.colonnade.sql.analyze.query.group;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.copy.Equivalence;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.type.schema.Column;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rewriting of expressions over rows into expressions over groups: parts that equal keys become the
 * keys; other columns are errors unless a primary key among the keys determines them.
 */
public final class GroupedExpressions {
  private final StatementAnalysis statement;
  private final Scope scope;
  private final Grouping grouping;
  private final Map<Expression, Variable> outputs = new LinkedHashMap<>();
  private final Map<Variable, GroupKey> dependent = new LinkedHashMap<>();
  private @Nullable Set<Variable> determined;

  /** Columns that are fields of rows among the keys, which an expression over such a row reads. */
  private final Set<Variable> fields = new HashSet<>();

  /**
   * Creates the rewriting.
   *
   * @param keys variables of the keys of {@code grouping}
   */
  public GroupedExpressions(
      StatementAnalysis statement, Scope scope, Grouping grouping, List<GroupKey> keys) {
    this.statement = requireNonNull(statement, "statement is null");
    this.scope = requireNonNull(scope, "scope is null");
    this.grouping = requireNonNull(grouping, "grouping is null");
    for (int i : grouping.byColumn()) {
      outputs.putIfAbsent(valueOf(i), keys.get(i).output());
    }
    grouping.commonKeys().forEach(i -> addFields(valueOf(i)));
  }

  private Expression valueOf(int key) {
    return grouping.keys().get(key).value().expression();
  }

  private void addFields(Expression key) {
    if (key instanceof RowConstructor row) {
      for (Expression field : row.operands()) {
        if (field instanceof Variable column) {
          fields.add(column);
        }
        addFields(field);
      }
    }
  }

  /** Returns the columns that the keys determine and that expressions read, as keys. */
  public List<GroupKey> dependent() {
    return List.copyOf(dependent.values());
  }

  /** Place of an expression, which decides the text of an error. */
  private enum Place {
    SELECT,
    SUBQUERY,
    DIRECT_ARGUMENT,
    NAME,
    NAME_IN_SUBQUERY;

    boolean isSubquery() {
      return this == SUBQUERY || this == NAME_IN_SUBQUERY;
    }

    /** Returns whether a column is named, and not read as a field of a row. */
    boolean isName() {
      return this == NAME || this == NAME_IN_SUBQUERY;
    }
  }

  /**
   * Returns the expression over groups; GROUPING_ERROR if it reads other columns. As in PostgreSQL,
   * which folds constants first, a constant is a key only if it is the whole expression.
   */
  public Expression apply(Expression expression) {
    return LogicalExpressions.rewrite(
        expression,
        part -> part != expression && isConstant(part) ? part : replace(part, Place.SELECT));
  }

  /** Returns a column that is no key itself over groups: a constant remains. */
  public Expression applyToColumn(Expression expression) {
    return isConstant(expression) ? expression : apply(expression);
  }

  private static boolean isConstant(Expression part) {
    boolean isLeafOfConstants = part.operands().isEmpty() && part.isConstant();
    boolean isCall = !part.operands().isEmpty() || part instanceof FunctionCall;
    return isLeafOfConstants
        || (isCall
            && part.isFoldable()
            && part.subquery() == null
            && part.operands().stream().allMatch(GroupedExpressions::isConstant));
  }

  /**
   * Throws GROUPING_ERROR if a column is neither part of a key nor determined by the keys.
   *
   * @param named columns that are named outside of aggregates, also those that the folding of
   *     constants omits
   * @param namedInKeys columns that are named in GROUP BY
   * @param isInSubquery whether a column is named in a subquery, where only columns are keys
   */
  public void requireNamed(
      List<Expression> named, List<Expression> namedInKeys, Predicate<Expression> isInSubquery) {
    for (Expression column : named) {
      if (isInSubquery.test(column)
          && namedInKeys.stream()
              .noneMatch(inKey -> inKey.equals(column) && isInSubquery.test(inKey))) {
        var _ = replace(column, Place.NAME_IN_SUBQUERY);
      }
    }
    for (Expression column : named) {
      if (column instanceof Variable
          && !namedInKeys.contains(column)
          && !isInSubquery.test(column)) {
        var _ = replace(column, Place.NAME);
      }
    }
  }

  /**
   * Throws UNSUPPORTED if a row of a relation is named that is no key itself, and one of its
   * columns is a key of some grouping sets only: the row has the column in all groups, not NULL as
   * in the sets without it.
   *
   * @param named as in {@link #requireNamed}
   */
  public void requireWholeRows(List<Expression> named, List<Expression> namedInKeys) {
    for (Expression row : named) {
      if (isWholeRow(row) && keyOf(row) == null && !namedInKeys.contains(row)) {
        requireInAllSets(row);
      }
    }
  }

  /** Returns whether an expression is a row, or, behind an outer join, a row or NULL. */
  private static boolean isWholeRow(Expression named) {
    return named instanceof RowConstructor
        || (named instanceof CaseExpression
            && named.operands().stream().anyMatch(RowConstructor.class::isInstance));
  }

  private boolean isRowOfRelation(Expression part) {
    return part instanceof RowConstructor row
        && scope.definedRelations().stream()
            .anyMatch(
                relation ->
                    relation.columns().stream()
                        .map(column -> column.value().expression())
                        .toList()
                        .equals(row.operands()));
  }

  private void requireInAllSets(Expression row) {
    for (Expression part : row.operands()) {
      if (part instanceof Variable column && outputs.containsKey(column) && !isGrouped(column)) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "a row whose column \"%s\" is a key of some grouping sets only is not supported"
                .formatted(scope.nameOf(column)));
      }
      requireInAllSets(part);
    }
  }

  /** Throws GROUPING_ERROR if a direct argument of an aggregate reads other columns. */
  public void requireGrouped(Expression argument) {
    var _ = LogicalExpressions.rewrite(argument, part -> replace(part, Place.DIRECT_ARGUMENT));
  }

  private @Nullable Expression replace(Expression part, Place place) {
    // In subqueries only columns are compared with the keys, as in PostgreSQL.
    boolean mayBeKey = !place.isSubquery() || part instanceof Variable;
    Variable key = mayBeKey ? keyOf(part) : null;
    if (key != null) {
      return key;
    }
    if (place == Place.SUBQUERY && isRowOfRelation(part)) {
      requireInAllSets(part); // also a list of all columns, which looks the same here
    }
    if (part instanceof LogicalSubquery subquery) {
      return subquery(subquery, place);
    }
    if (part instanceof Variable variable && scope.defines(variable)) {
      boolean isField = !place.isName() && fields.contains(variable);
      if (!isField && !determined().contains(variable)) {
        throw ungrouped(variable, place);
      }
      return dependent.computeIfAbsent(variable, this::keyOfGroups).output();
    }
    return null;
  }

  private ColonnadeException ungrouped(Variable variable, Place place) {
    String name = scope.nameOf(variable);
    String message =
        place.isSubquery()
            ? "subquery uses ungrouped column \"%s\" from outer query"
            : "column \"%s\" must appear in the GROUP BY clause or be used in an aggregate"
                + " function";
    ErrorFields fields = ErrorFields.at(scope.positionOf(variable) + 1);
    return new ColonnadeException(
        ErrorCode.GROUPING_ERROR,
        message.formatted(name),
        place == Place.DIRECT_ARGUMENT
            ? fields.withDetail(
                "Direct arguments of an ordered-set aggregate must use only grouped columns.")
            : fields);
  }

  private @Nullable Variable keyOf(Expression part) {
    Variable key = outputs.get(part);
    if (key == null && Equivalence.hasSubquery(part)) {
      for (Map.Entry<Expression, Variable> entry : outputs.entrySet()) {
        if (Equivalence.areEquivalent(entry.getKey(), part)) {
          return entry.getValue();
        }
      }
    }
    return key;
  }

  private Expression subquery(LogicalSubquery subquery, Place place) {
    LogicalSubquery changed = subquery;
    List<Expression> operands =
        LogicalExpressions.rewriteAll(subquery.operands(), part -> replace(part, place));
    if (operands != subquery.operands()
        && subquery.withOperands(operands) instanceof LogicalSubquery other) {
      changed = other;
    }
    LogicalPlan plan =
        LogicalExpressions.rewriteExpressions(
            changed.plan(), part -> replace(part, Place.SUBQUERY));
    return plan == changed.plan() ? changed : changed.withPlan(plan);
  }

  private GroupKey keyOfGroups(Variable variable) {
    return grouping.hasSets()
        ? new GroupKey(statement.variables().copyOf(variable), variable)
        : GroupKey.of(variable);
  }

  /** Returns the columns of tables whose primary key is grouped, in all grouping sets. */
  private Set<Variable> determined() {
    Set<Variable> known = determined;
    if (known == null) {
      known = new HashSet<>();
      for (ScopeRelation relation : scope.definedRelations()) {
        addDetermined(relation, known);
      }
      determined = known;
    }
    return known;
  }

  private void addDetermined(ScopeRelation relation, Set<Variable> known) {
    int id = SystemOids.idOf(relation.relationOid());
    Table table =
        id >= 0 && statement.names().findRelation(id) instanceof Table found ? found : null;
    if (table == null || !hasImmediateKey(table)) {
      return;
    }
    Set<Integer> missing = new HashSet<>();
    for (Column column : table.declaredKey()) {
      missing.add(column.id());
    }
    for (NamedColumn column : relation.columns()) {
      if (isGrouped(column.value().expression())) {
        missing.remove(column.origin().columnNumber());
      }
    }
    if (missing.isEmpty()) {
      for (NamedColumn column : relation.columns()) {
        if (column.value().expression() instanceof Variable variable) {
          known.add(variable);
        }
      }
    }
  }

  /**
   * Returns whether rows differ in the primary key at any time: a deferrable one may be violated.
   */
  private static boolean hasImmediateKey(Table table) {
    Index key = table.keyIndex();
    return !table.declaredKey().isEmpty()
        && (key == null || !key.definition().kind().timing().isDeferrable());
  }

  private boolean isGrouped(Expression expression) {
    return grouping.commonKeys().stream().anyMatch(i -> valueOf(i).equals(expression));
  }
}
