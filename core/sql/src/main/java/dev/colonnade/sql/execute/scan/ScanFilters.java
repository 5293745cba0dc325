package dev.colonnade.sql.execute.scan;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters of storage for predicates whose values are known now. */
public final class ScanFilters {
  private ScanFilters() {}

  /** Returns the filters of predicates. */
  public static List<Filter> of(List<ScanPredicate> predicates, Evaluation evaluation) {
    List<Filter> filters = new ArrayList<>(predicates.size());
    for (ScanPredicate predicate : predicates) {
      filters.add(of(predicate, evaluation));
    }
    return filters;
  }

  /** Returns the filter of a predicate. */
  static Filter of(ScanPredicate predicate, Evaluation evaluation) {
    return switch (predicate) {
      case ScanPredicate.Compare(Column column, Comparison comparison, Expression value) ->
          Filter.compare(column.id(), comparison, literal(column, value, evaluation));
      case ScanPredicate.And(List<ScanPredicate> operands) ->
          new Filter.And(of(operands, evaluation));
      case ScanPredicate.Or(List<ScanPredicate> operands) -> or(of(operands, evaluation));
      case ScanPredicate.Not(ScanPredicate operand) -> Filter.not(of(operand, evaluation));
      case ScanPredicate.IsNull(Column column) -> new Filter.IsNull(column.id());
      case ScanPredicate.EqualsAny(Column column, Expression array, TypeKind elements) ->
          equalsAny(column, evaluation.value(array), elements);
      case ScanPredicate.Like(Column column, Expression pattern) ->
          evaluation.value(pattern) instanceof String text
              ? new Filter.Like(column.id(), text)
              : unknown(column);
      case ScanPredicate.Constant(boolean value) -> value ? Filter.TRUE : Filter.not(Filter.TRUE);
    };
  }

  private static @Nullable Object literal(Column column, Expression value, Evaluation evaluation) {
    return literal(column, evaluation.value(value), value.type().kind());
  }

  private static @Nullable Object literal(Column column, @Nullable Object held, TypeKind kind) {
    Object literal = ValueConverter.toJava(kind, held);
    return literal instanceof String text && column.type() instanceof ColumnType.Char
        ? text.replaceAll(" +$", "")
        : literal;
  }

  private static Filter equalsAny(Column column, @Nullable Object array, TypeKind elements) {
    if (!(array instanceof List<?> values)) {
      return unknown(column);
    }
    if (values.isEmpty()) {
      return Filter.not(Filter.TRUE);
    }
    List<@Nullable Object> literals = new ArrayList<>(values.size());
    for (Object value : values) {
      literals.add(literal(column, value, elements));
    }
    return Filter.in(column.id(), literals.toArray());
  }

  /** Returns a filter that is NULL for all rows. */
  private static Filter unknown(Column column) {
    return Filter.compare(column.id(), Comparison.EQUAL, null);
  }

  /** Returns a disjunction; equalities of one column with several literals become one list. */
  private static Filter or(List<Filter> operands) {
    List<@Nullable Object> literals = new ArrayList<>();
    int columnId = -1;
    for (Filter operand : operands) {
      if (!(operand instanceof Filter.Compare(int id, Comparison comparison, Object literal))
          || comparison != Comparison.EQUAL
          || (columnId >= 0 && columnId != id)) {
        return new Filter.Or(operands);
      }
      columnId = id;
      literals.add(literal);
    }
    return literals.isEmpty() ? new Filter.Or(operands) : Filter.in(columnId, literals.toArray());
  }
}
