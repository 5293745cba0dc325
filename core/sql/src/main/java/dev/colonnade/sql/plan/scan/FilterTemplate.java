package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.plan.lower.LoweredExpressions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on the columns of one table as filters of its scan: comparisons of a column with a
 * constant, LIKE, IS NULL, and combinations with AND, OR and NOT. At planning, {@link #accepts}
 * returns whether a condition is one; {@link #predicate} makes the predicate of a physical scan.
 */
public final class FilterTemplate {
  private final List<Column> columns;

  public FilterTemplate(TableSchema schema) {
    this(schema.columns());
  }

  private FilterTemplate(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /** Of conditions on the columns of a table and, behind them, on the expressions of an index. */
  public static FilterTemplate ofEntries(Table table, TableIndex index) {
    List<Column> columns = new ArrayList<>(table.schema().columns());
    for (int i = 0; i < index.descriptor().definition().expressions().size(); i++) {
      columns.add(index.schema().column(IndexExpression.idAt(i)));
    }
    return new FilterTemplate(columns);
  }

  /** Returns the columns to which conditions refer by position. */
  List<Column> columns() {
    return columns;
  }

  /** Returns whether {@link #predicate} accepts the condition. */
  boolean accepts(RexNode condition) {
    return switch (condition) {
      case RexInputRef ref -> columnOf(ref) != null;
      case RexLiteral literal -> literal.isAlwaysTrue() || literal.isAlwaysFalse();
      case RexCall call -> acceptsCall(call);
      default -> false;
    };
  }

  private boolean acceptsCall(RexCall call) {
    return switch (call.getKind()) {
      case AND, OR, NOT -> call.operands.stream().allMatch(this::accepts);
      case IS_NULL, IS_NOT_NULL -> columnOf(call.operands.getFirst()) != null;
      default -> isLike(call) ? acceptsLike(call) : acceptsComparison(call);
    };
  }

  private static boolean isLike(RexCall call) {
    return call.getOperator().equals(RuntimeFunctions.LIKE);
  }

  private boolean acceptsLike(RexCall call) {
    Column column = columnOf(call.operands.getFirst());
    return column != null
        && column.type().isText()
        && !(column.type() instanceof ColumnType.Char)
        && call.operands.get(1) instanceof RexLiteral literal
        && !literal.isNull();
  }

  private boolean acceptsComparison(RexCall call) {
    if (!SqlKind.COMPARISON.contains(call.getKind()) || call.operands.size() != 2) {
      return false;
    }
    RexNode left = call.operands.getFirst();
    RexNode right = call.operands.getLast();
    Column column = columnOf(left);
    if (column != null) {
      return goesWith(column, right, call.getKind());
    }
    Column other = columnOf(right);
    return other != null && goesWith(other, left, call.getKind());
  }

  private static boolean goesWith(Column column, RexNode value, SqlKind comparison) {
    if (!LoweredExpressions.accepts(value)) {
      return false;
    }
    TypeKind kind = CalciteTypes.kindOf(value.getType());
    return switch (column.type()) {
      case ColumnType.Plain.SMALLINT, ColumnType.Plain.INTEGER, ColumnType.Plain.BIGINT ->
          kind.isInteger() || kind == TypeKind.NUMERIC;
      case ColumnType.Numeric _ -> kind.isInteger() || kind == TypeKind.NUMERIC;
      case ColumnType.Plain.REAL, ColumnType.Plain.DOUBLE -> kind.isFloating();
      case ColumnType.Plain.TEXT -> kind.isText();
      case ColumnType.Varchar _, ColumnType.Char _ -> kind.isText();
      case ColumnType.Enumerated _ ->
          kind.isText() && (comparison == SqlKind.EQUALS || comparison == SqlKind.NOT_EQUALS);
      case ColumnType.Packed _ -> false;
      case ColumnType.Plain.BOOLEAN -> kind == TypeKind.BOOLEAN;
      case ColumnType.Plain.BYTEA -> kind == TypeKind.BYTEA;
      case ColumnType.Plain.DATE -> kind == TypeKind.DATE;
      case ColumnType.Plain.TIME -> kind == TypeKind.TIME;
      case ColumnType.Plain.TIMESTAMP -> kind == TypeKind.TIMESTAMP;
      case ColumnType.Plain.TIMESTAMPTZ -> kind == TypeKind.TIMESTAMPTZ;
      case ColumnType.Plain.UUID -> kind == TypeKind.UUID;
    };
  }

  /** The column that an expression is, also if it only widens it; null if it is none. */
  private @Nullable Column columnOf(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return columns.get(ref.getIndex());
    }
    if (node instanceof RexCall call && call.operands.size() == 1 && isWidening(call)) {
      return columnOf(call.operands.getFirst());
    }
    return null;
  }

  private static boolean isWidening(RexCall call) {
    TypeKind from = CalciteTypes.kindOf(call.operands.getFirst().getType());
    TypeKind to = CalciteTypes.kindOf(call.getType());
    if (call.getKind() == SqlKind.CAST) {
      return from == to
          || (from.isInteger() && to.isInteger())
          || (from.isFloating() && to == TypeKind.DOUBLE);
    }
    String name = call.getOperator().getName();
    return name.equals("keepDecimal") || name.equals("keepText") || name.equals("longToDecimal");
  }

  /**
   * Returns whether the order of a type's values is that of their keys, so that keys can be
   * searched for them.
   */
  public static boolean isOrderedByKey(ColumnType type) {
    return switch (type) {
      case ColumnType.Plain plain ->
          plain != ColumnType.Plain.REAL && plain != ColumnType.Plain.DOUBLE;
      case ColumnType.Numeric _, ColumnType.Varchar _ -> true;
      default -> false;
    };
  }

  /**
   * Returns the bound that a condition sets on one column that a key can be searched by; null if it
   * sets none.
   */
  @Nullable ColumnBound boundOf(RexNode condition) {
    return switch (condition) {
      case RexInputRef ref -> bound(ref, ColumnBound.Kind.EQUAL, 1);
      case RexCall call when call.getKind() == SqlKind.OR -> boundOfOr(call);
      case RexCall call when call.getKind() == SqlKind.IS_NULL ->
          bound(call.operands.getFirst(), ColumnBound.Kind.NULL, 1);
      case RexCall call when isLike(call) && acceptsLike(call) ->
          bound(call.operands.getFirst(), ColumnBound.Kind.PREFIX, 1);
      case RexCall call when acceptsComparison(call) -> boundOfComparison(call);
      default -> null;
    };
  }

  /** Returns the expression that a comparison with a bound compares its column with. */
  RexNode comparedWith(RexCall comparison) {
    RexNode left = comparison.operands.getFirst();
    return columnOf(left) == null ? left : comparison.operands.getLast();
  }

  private @Nullable ColumnBound bound(RexNode node, ColumnBound.Kind kind, int values) {
    Column column = columnOf(node);
    return column == null || !isOrderedByKey(column.type())
        ? null
        : new ColumnBound(column.id(), kind, values);
  }

  private @Nullable ColumnBound boundOfComparison(RexCall call) {
    RexNode left = call.operands.getFirst();
    RexNode column = columnOf(left) == null ? call.operands.getLast() : left;
    boolean isFlipped = columnOf(left) == null;
    return switch (isFlipped ? call.getKind().reverse() : call.getKind()) {
      case EQUALS -> bound(column, ColumnBound.Kind.EQUAL, 1);
      case LESS_THAN, LESS_THAN_OR_EQUAL -> bound(column, ColumnBound.Kind.BELOW, 1);
      case GREATER_THAN, GREATER_THAN_OR_EQUAL -> bound(column, ColumnBound.Kind.ABOVE, 1);
      default -> null;
    };
  }

  /** Equalities of one column with several constants. */
  private @Nullable ColumnBound boundOfOr(RexCall call) {
    int columnId = -1;
    for (RexNode operand : call.operands) {
      ColumnBound bound = boundOf(operand);
      if (bound == null || bound.kind() != ColumnBound.Kind.EQUAL) {
        return null;
      }
      if (columnId >= 0 && bound.columnId() != columnId) {
        return null;
      }
      columnId = bound.columnId();
    }
    return new ColumnBound(columnId, ColumnBound.Kind.SEVERAL, call.operands.size());
  }

  /**
   * Returns a condition that is accepted as a predicate of a physical scan.
   *
   * @param values translates the expressions that columns are compared with
   */
  public ScanPredicate predicate(RexNode condition, Function<RexNode, Expression> values) {
    return switch (condition) {
      case RexInputRef ref ->
          new ScanPredicate.Compare(
              columns.get(ref.getIndex()),
              Comparison.EQUAL,
              new Literal(VectorType.of(TypeKind.BOOLEAN), true));
      case RexLiteral literal -> new ScanPredicate.Constant(literal.isAlwaysTrue());
      case RexCall call -> predicateOfCall(call, values);
      default -> throw new IllegalStateException("not a filter: " + condition);
    };
  }

  private ScanPredicate predicateOfCall(RexCall call, Function<RexNode, Expression> values) {
    return switch (call.getKind()) {
      case AND -> new ScanPredicate.And(predicates(call, values));
      case OR -> new ScanPredicate.Or(predicates(call, values));
      case NOT -> new ScanPredicate.Not(predicate(call.operands.getFirst(), values));
      case IS_NULL -> new ScanPredicate.IsNull(requireColumn(call.operands.getFirst()));
      case IS_NOT_NULL ->
          new ScanPredicate.Not(new ScanPredicate.IsNull(requireColumn(call.operands.getFirst())));
      default -> isLike(call) ? likePredicate(call) : comparisonPredicate(call, values);
    };
  }

  private List<ScanPredicate> predicates(RexCall call, Function<RexNode, Expression> values) {
    return call.operands.stream().map(operand -> predicate(operand, values)).toList();
  }

  private ScanPredicate likePredicate(RexCall call) {
    String pattern = RexLiteral.stringValue(call.operands.get(1));
    return new ScanPredicate.Like(
        requireColumn(call.operands.getFirst()),
        new Literal(VectorType.of(TypeKind.TEXT), pattern == null ? "" : pattern));
  }

  private ScanPredicate comparisonPredicate(RexCall call, Function<RexNode, Expression> values) {
    RexNode left = call.operands.getFirst();
    RexNode right = call.operands.getLast();
    boolean isFlipped = columnOf(left) == null;
    SqlKind kind = isFlipped ? call.getKind().reverse() : call.getKind();
    return new ScanPredicate.Compare(
        requireColumn(isFlipped ? right : left),
        comparisonOf(kind),
        values.apply(isFlipped ? left : right));
  }

  private Column requireColumn(RexNode node) {
    Column column = columnOf(node);
    if (column == null) {
      throw new IllegalStateException("not a column: " + node);
    }
    return column;
  }

  private static Comparison comparisonOf(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> Comparison.EQUAL;
      case NOT_EQUALS -> Comparison.NOT_EQUAL;
      case LESS_THAN -> Comparison.LESS;
      case LESS_THAN_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
      case GREATER_THAN -> Comparison.GREATER;
      case GREATER_THAN_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
      default -> throw new ColonnadeException(ErrorCode.INTERNAL, "not a comparison: " + kind);
    };
  }
}
