package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.NumberToDouble;
import dev.colonnade.sql.expression.arithmetic.RescaledDecimal;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InArray;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.comparison.RowComparison;
import dev.colonnade.sql.expression.comparison.SortKeyExpression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translator of predicates that scans decide exactly: comparisons of a column with a value, lists,
 * LIKE, IS NULL, and combinations with AND, OR and NOT.
 */
public final class ScanPredicates {
  private static final int LIST_SIZE_MAX = 10_000;
  private final ScanColumns columns;
  private final ScanValues values;

  public ScanPredicates(ScanColumns columns, ScanValues values) {
    this.columns = requireNonNull(columns, "columns is null");
    this.values = requireNonNull(values, "values is null");
  }

  /**
   * Returns predicates whose conjunction a predicate is, if only rows for which it is true are
   * wanted; empty if a scan does not decide it.
   */
  public List<ScanPredicate> conjunctsOf(Expression predicate) {
    if (predicate instanceof RowComparison rows) {
      return rowComparison(rows);
    }
    ScanPredicate found = of(predicate);
    return found == null ? List.of() : List.of(found);
  }

  /** Returns the predicate of a scan; null if a scan does not decide it. */
  @Nullable ScanPredicate of(Expression predicate) {
    return switch (predicate) {
      case Literal(VectorType _, Object value) when value instanceof Boolean truth ->
          new ScanPredicate.Constant(truth);
      case LogicExpression logic -> logic(logic);
      case TruthTest(TruthTest.Test test, Expression value) when test == TruthTest.Test.NOT ->
          not(of(value));
      case NullTest(boolean isNot, Expression value) -> nullTest(isNot, value);
      case dev.colonnade.sql.expression.comparison.Comparison comparison ->
          comparison(comparison.operator(), comparison.left(), comparison.right());
      case InList list -> list(list.isNegated(), list.value(), list.items());
      case InArray(boolean isNegated, Expression value, Expression array) ->
          elements(isNegated, value, array);
      case FunctionCall call when call.function().methodName().equals("equalsAny") ->
          elements(false, call.operands().getFirst(), call.operands().getLast());
      case LikeExpression(Expression value, Expression pattern) -> like(value, pattern);
      default -> truth(predicate);
    };
  }

  /** Returns the test of a BOOLEAN column. */
  private @Nullable ScanPredicate truth(Expression predicate) {
    Column column = columns.find(predicate);
    return column != null && column.type() == ColumnType.Plain.BOOLEAN
        ? new ScanPredicate.Compare(
            column, Comparison.EQUAL, new Literal(VectorType.of(TypeKind.BOOLEAN), true))
        : null;
  }

  private static @Nullable ScanPredicate not(@Nullable ScanPredicate operand) {
    return operand == null ? null : new ScanPredicate.Not(operand);
  }

  private @Nullable ScanPredicate logic(LogicExpression logic) {
    List<ScanPredicate> operands = new ArrayList<>(logic.operands().size());
    for (Expression operand : logic.operands()) {
      ScanPredicate found = of(operand);
      if (found == null) {
        return null;
      }
      operands.add(found);
    }
    return logic.isAnd() ? new ScanPredicate.And(operands) : new ScanPredicate.Or(operands);
  }

  private @Nullable ScanPredicate nullTest(boolean isNot, Expression value) {
    Column column = columnOf(value);
    if (column == null) {
      return null;
    }
    ScanPredicate test = new ScanPredicate.IsNull(column);
    return isNot ? new ScanPredicate.Not(test) : test;
  }

  private @Nullable ScanPredicate like(Expression value, Expression pattern) {
    Column column = columnOf(value);
    boolean isText =
        column != null && column.type().isText() && !(column.type() instanceof ColumnType.Char);
    Expression translated = column != null && isText ? constant(pattern) : null;
    return column == null || translated == null ? null : new ScanPredicate.Like(column, translated);
  }

  private @Nullable ScanPredicate comparison(
      ComparisonOperator operator, Expression left, Expression right) {
    Column column = columnOf(left);
    if (column != null) {
      return compare(column, operator, right);
    }
    Column other = columnOf(right);
    return other == null ? null : compare(other, operator.mirrored(), left);
  }

  private @Nullable ScanPredicate compare(
      Column column, ComparisonOperator operator, Expression value) {
    ColumnType.Packed type = columns.typeOfSortKey(column);
    boolean isEquality =
        operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
    Expression translated =
        type == null ? value(column, isEquality, value) : sortKey(type, constant(value));
    return translated == null
        ? null
        : new ScanPredicate.Compare(column, comparisonOf(operator), translated);
  }

  private static @Nullable Expression sortKey(ColumnType.Packed type, @Nullable Expression value) {
    return value != null && SortKeyExpression.accepts(type, value.type())
        ? new SortKeyExpression(type, value)
        : null;
  }

  private @Nullable Expression value(Column column, boolean isEquality, Expression value) {
    return accepts(column.type(), value.type().kind(), isEquality) ? constant(value) : null;
  }

  /** Returns an expression whose value is the same for all rows; null if it may differ. */
  private @Nullable Expression constant(Expression value) {
    return columns.isReadBy(value) || hasCorrelatedSubquery(value) ? null : values.translate(value);
  }

  private static boolean hasCorrelatedSubquery(Expression value) {
    if (value instanceof LogicalSubquery subquery
        && !LogicalExpressions.freeVariables(subquery.plan()).isEmpty()) {
      return true;
    }
    for (Expression operand : value.operands()) {
      if (hasCorrelatedSubquery(operand)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable ScanPredicate list(
      boolean isNegated, Expression value, List<Expression> items) {
    Column column = columnOf(value);
    if (column == null || items.isEmpty() || items.size() > LIST_SIZE_MAX) {
      return null;
    }
    List<ScanPredicate> equalities = new ArrayList<>(items.size());
    for (Expression item : items) {
      ScanPredicate equality = compare(column, ComparisonOperator.EQUAL, item);
      if (equality == null) {
        return null;
      }
      equalities.add(equality);
    }
    ScanPredicate any =
        equalities.size() == 1 ? equalities.getFirst() : new ScanPredicate.Or(equalities);
    return isNegated ? new ScanPredicate.Not(any) : any;
  }

  private @Nullable ScanPredicate elements(boolean isNegated, Expression value, Expression array) {
    Column column = columnOf(value);
    TypeKind kind = value.type().kind();
    if (column == null || !accepts(column.type(), kind, true)) {
      return null;
    }
    Expression translated = constant(array);
    if (translated == null) {
      return null;
    }
    ScanPredicate any = new ScanPredicate.EqualsAny(column, translated, kind);
    return isNegated ? new ScanPredicate.Not(any) : any;
  }

  /**
   * Returns {@code (a, b) > (x, y)} as {@code a >= x AND (a > x OR a = x AND b > y)}, of which the
   * first part limits the keys.
   */
  private List<ScanPredicate> rowComparison(RowComparison rows) {
    int last = rows.left().size() - 1;
    ScanPredicate nested =
        comparison(rows.operator(), rows.left().get(last), rows.right().get(last));
    for (int i = last - 1; i >= 0 && nested != null; i--) {
      Expression left = rows.left().get(i);
      Expression right = rows.right().get(i);
      ScanPredicate before = comparison(rows.operator().strict(), left, right);
      ScanPredicate equal = comparison(ComparisonOperator.EQUAL, left, right);
      nested =
          before == null || equal == null
              ? null
              : new ScanPredicate.Or(
                  List.of(before, new ScanPredicate.And(List.of(equal, nested))));
    }
    ScanPredicate first =
        comparison(
            rows.operator().strict() == ComparisonOperator.LESS
                ? ComparisonOperator.LESS_OR_EQUAL
                : ComparisonOperator.GREATER_OR_EQUAL,
            rows.left().getFirst(),
            rows.right().getFirst());
    return nested == null || first == null ? List.of() : List.of(first, nested);
  }

  /** Returns the column that an expression is, also if it only widens it; null if it is none. */
  private @Nullable Column columnOf(Expression expression) {
    Column found = columns.find(expression);
    if (found != null) {
      return found;
    }
    return switch (expression) {
      case RetypedExpression(VectorType type, Expression value)
          when isWidening(value.type().kind(), type.kind()) ->
          columnOf(value);
      case RescaledDecimal(VectorType _, Expression value) -> columnOf(value);
      case NumberToDouble(Expression value) when value.type().kind() == TypeKind.REAL ->
          columnOf(value);
      default -> null;
    };
  }

  private static boolean isWidening(TypeKind from, TypeKind to) {
    boolean isChar = from == TypeKind.CHAR || to == TypeKind.CHAR;
    return from == to
        || (from.isInteger() && (to.isInteger() || to == TypeKind.NUMERIC))
        || (from.isText() && to.isText() && !isChar);
  }

  /** Returns whether storage compares a column with values of a kind as the expression does. */
  private static boolean accepts(ColumnType type, TypeKind kind, boolean isEquality) {
    return switch (type) {
      case ColumnType.Plain.SMALLINT, ColumnType.Plain.INTEGER ->
          kind.isInteger() || kind == TypeKind.NUMERIC;
      case ColumnType.Plain.BIGINT ->
          kind.isInteger() || kind == TypeKind.NUMERIC || kind == TypeKind.OID;
      case ColumnType.Numeric _ -> kind.isInteger() || kind == TypeKind.NUMERIC;
      case ColumnType.Plain.REAL, ColumnType.Plain.DOUBLE -> kind.isFloating();
      case ColumnType.Plain.TEXT -> kind.isText();
      case ColumnType.Varchar _, ColumnType.Char _ -> kind.isText();
      case ColumnType.Enumerated _ -> kind.isText() && isEquality;
      case ColumnType.Packed _, ColumnType.Composite _ -> false;
      case ColumnType.Plain.BOOLEAN -> kind == TypeKind.BOOLEAN;
      case ColumnType.Plain.BYTEA -> kind == TypeKind.BYTEA;
      case ColumnType.Plain.DATE -> kind == TypeKind.DATE;
      case ColumnType.Plain.TIME -> kind == TypeKind.TIME;
      case ColumnType.Plain.TIMESTAMP -> kind == TypeKind.TIMESTAMP;
      case ColumnType.Plain.TIMESTAMPTZ -> kind == TypeKind.TIMESTAMPTZ;
      case ColumnType.Plain.UUID -> kind == TypeKind.UUID;
    };
  }

  private static Comparison comparisonOf(ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL -> Comparison.EQUAL;
      case NOT_EQUAL -> Comparison.NOT_EQUAL;
      case LESS -> Comparison.LESS;
      case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
      case GREATER -> Comparison.GREATER;
      case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
    };
  }
}
