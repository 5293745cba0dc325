package dev.colonnade.sql.schema;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.TableStatistics;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.RelMdUtil;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of predicate selectivity and of distinct value counts for one table, from the
 * statistics of ANALYZE, or from Calcite's defaults where there are none.
 */
final class SelectivityEstimator implements BuiltInMetadata.Selectivity.Handler {
  /** Distinct values of a column without statistics, as PostgreSQL assumes. */
  private static final double DISTINCT_GUESS = 200;

  private static final double MICROS_PER_MILLI = 1000;
  private static final double LEAST_FRACTION = 1e-9;

  /** Functions that convert their first argument to another type. */
  private static final Set<String> CONVERSIONS =
      Set.of("textToDate", "keepText", "keepDecimal", "longToDecimal", "fitDecimal");

  /** Default selectivity of a LIKE predicate. */
  private static final double LIKE_FRACTION = 0.05;

  /**
   * Lower bound of the selectivity of a prefix: histogram bounds distinguish a hundredth of the
   * rows, by the first characters only.
   */
  private static final double LEAST_PREFIX_FRACTION = 0.01;

  private static final Pattern LIKE_PREFIX = Pattern.compile("[%_\\\\]");

  private final Table table;
  private final double rowCount;
  private final @Nullable TableStatistics statistics;

  SelectivityEstimator(Table table, double rowCount, @Nullable TableStatistics statistics) {
    this.table = table;
    this.rowCount = rowCount;
    this.statistics = statistics;
  }

  @Override
  public Double getSelectivity(RelNode rel, RelMetadataQuery mq, @Nullable RexNode predicate) {
    if (predicate == null) {
      return 1.0;
    }
    RexNode expanded = RexUtil.expandSearch(rel.getCluster().getRexBuilder(), null, predicate);
    return Math.clamp(fraction(expanded), LEAST_FRACTION, 1);
  }

  /**
   * Returns the handler of distinct counts: one object can be a handler of one kind of metadata
   * only.
   */
  BuiltInMetadata.DistinctRowCount.Handler distinctCounts() {
    return this::getDistinctRowCount;
  }

  private Double getDistinctRowCount(
      RelNode rel, RelMetadataQuery mq, ImmutableBitSet groupKey, @Nullable RexNode predicate) {
    double selected = rowCount * getSelectivity(rel, mq, predicate);
    double distinct = 1;
    for (int ordinal : groupKey) {
      distinct *= distinctCount(ordinal);
    }
    boolean isUnique = Boolean.TRUE.equals(mq.areColumnsUnique(rel, groupKey));
    double values = isUnique ? rowCount : Math.min(distinct, rowCount);
    return TableStatistics.distinctAmong(values, rowCount, selected);
  }

  private double distinctCount(int ordinal) {
    int columnId = table.schema().columns().get(ordinal).id();
    double known = statistics == null ? 0 : statistics.distinctCount(columnId, rowCount);
    return known > 0 ? known : Math.min(DISTINCT_GUESS, rowCount);
  }

  private double fraction(RexNode condition) {
    return switch (condition.getKind()) {
      case AND -> all(RelOptUtil.conjunctions(condition));
      case OR -> any(RelOptUtil.disjunctions(condition));
      case NOT -> 1 - fraction(((RexCall) condition).operands.getFirst());
      default -> {
        Comparison comparison = comparisonOf(condition);
        yield comparison == null ? guess(condition) : comparison.fraction();
      }
    };
  }

  private double guess(RexNode condition) {
    return isLike(condition)
        ? likeFraction((RexCall) condition)
        : RelMdUtil.guessSelectivity(condition);
  }

  private static boolean isLike(RexNode condition) {
    return condition instanceof RexCall call
        && (call.getKind() == SqlKind.LIKE || call.getOperator().getName().equals("like"));
  }

  /** Estimates LIKE by the range of values that begin with the prefix before the first wildcard. */
  private double likeFraction(RexCall like) {
    ColumnStatistics column = columnOf(withoutCast(like.operands.getFirst()));
    Object pattern = valueOf(withoutCast(like.operands.get(1)), like.operands.get(1).getType());
    String prefix = pattern instanceof String text ? LIKE_PREFIX.split(text, 2)[0] : "";
    if (column == null || prefix.isEmpty() || column.bounds().isEmpty()) {
      return LIKE_FRACTION;
    }
    double between =
        column.lessFraction(prefix + Character.MAX_VALUE) - column.lessFraction(prefix);
    return Math.clamp(between, LEAST_PREFIX_FRACTION, LIKE_FRACTION);
  }

  private double any(List<RexNode> conditions) {
    double none = 1;
    double sum = 0;
    boolean areEqualities = true;
    for (RexNode condition : conditions) {
      double fraction = fraction(condition);
      none *= 1 - fraction;
      sum += fraction;
      areEqualities &= condition.getKind() == SqlKind.EQUALS;
    }
    return areEqualities ? Math.min(1, sum) : 1 - none;
  }

  /**
   * Estimates a conjunction. Lower and upper bound of one column form a range; all other predicates
   * count as independent.
   */
  private double all(List<RexNode> conditions) {
    double product = 1;
    Map<Integer, double[]> ranges = new HashMap<>();
    for (RexNode condition : conditions) {
      Comparison comparison = comparisonOf(condition);
      if (comparison == null || !comparison.isBound()) {
        product *= fraction(condition);
        continue;
      }
      double[] range =
          ranges.computeIfAbsent(
              comparison.column().columnId(),
              _ -> new double[] {0, 1 - comparison.column().nullFraction()});
      double less = comparison.column().lessFraction(comparison.value());
      if (comparison.isUpper()) {
        range[1] = Math.min(range[1], less);
      } else {
        range[0] = Math.max(range[0], less);
      }
    }
    for (double[] range : ranges.values()) {
      product *= Math.max(LEAST_FRACTION, range[1] - range[0]);
    }
    return product;
  }

  /** Comparison of a column that has statistics with a literal. */
  private record Comparison(SqlKind kind, ColumnStatistics column, Object value) {
    boolean isBound() {
      return kind != SqlKind.EQUALS && kind != SqlKind.NOT_EQUALS;
    }

    boolean isUpper() {
      return kind == SqlKind.LESS_THAN || kind == SqlKind.LESS_THAN_OR_EQUAL;
    }

    double fraction() {
      return switch (kind) {
        case EQUALS -> column.equalFraction(value);
        case NOT_EQUALS -> 1 - column.nullFraction() - column.equalFraction(value);
        case LESS_THAN, LESS_THAN_OR_EQUAL -> column.lessFraction(value);
        default -> 1 - column.nullFraction() - column.lessFraction(value);
      };
    }
  }

  private @Nullable Comparison comparisonOf(RexNode condition) {
    if (!(condition instanceof RexCall call)
        || !SqlKind.COMPARISON.contains(call.getKind())
        || call.operands.size() != 2) {
      return null;
    }
    RexNode left = withoutCast(call.operands.getFirst());
    RexNode right = withoutCast(call.operands.getLast());
    boolean isFlipped = right instanceof RexInputRef;
    ColumnStatistics column = columnOf(isFlipped ? right : left);
    Object value = valueOf(isFlipped ? left : right, (isFlipped ? right : left).getType());
    return column == null || value == null
        ? null
        : new Comparison(isFlipped ? call.getKind().reverse() : call.getKind(), column, value);
  }

  /** Returns the operand of casts and of conversion functions. */
  private static RexNode withoutCast(RexNode node) {
    RexNode inner = node;
    while (inner instanceof RexCall call
        && (call.getKind() == SqlKind.CAST || CONVERSIONS.contains(call.getOperator().getName()))) {
      inner = call.operands.getFirst();
    }
    return inner;
  }

  private @Nullable ColumnStatistics columnOf(RexNode node) {
    return node instanceof RexInputRef ref && statistics != null
        ? statistics.find(table.schema().columns().get(ref.getIndex()).id())
        : null;
  }

  /**
   * Returns the internal representation of a literal; null if the node is no literal, or NULL.
   *
   * @param wanted the type of the compared column
   */
  private static @Nullable Object valueOf(RexNode node, RelDataType wanted) {
    if (!(node instanceof RexLiteral literal) || literal.isNull()) {
      return null;
    }
    boolean isText = SqlTypeName.CHAR_TYPES.contains(literal.getType().getSqlTypeName());
    if (isText && wanted.getSqlTypeName() == SqlTypeName.DATE) {
      return dayOf(literal);
    }
    return switch (literal.getType().getSqlTypeName()) {
      case CHAR, VARCHAR -> literal.getValueAs(String.class);
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case DATE -> literal.getValueAs(Integer.class);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        Long millis = literal.getValueAs(Long.class);
        yield millis == null ? null : (Object) (millis * MICROS_PER_MILLI);
      }
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE ->
          literal.getValueAs(BigDecimal.class);
      default -> null;
    };
  }

  private static @Nullable Object dayOf(RexLiteral literal) {
    String text = literal.getValueAs(String.class);
    try {
      return text == null
          ? null
          : (Object) Math.toIntExact(LocalDate.parse(text.strip()).toEpochDay());
    } catch (DateTimeParseException e) {
      return null; // PostgreSQL accepts more formats; the default estimate applies
    }
  }
}
