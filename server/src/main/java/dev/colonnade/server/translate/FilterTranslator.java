package dev.colonnade.server.translate;

import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/** Conversion of protocol filters to scan filters. The protocol limits their nesting depth. */
final class FilterTranslator {
  private FilterTranslator() {}

  /** Converts a filter; throws UNKNOWN_COLUMN if a column is not in {@code schema}. */
  static Filter toCore(FilterSpec spec, TableSchema schema) {
    return switch (spec) {
      case FilterSpec.Compare compare ->
          new Filter.Compare(
              compare.columnId(),
              comparison(compare.op()),
              literal(compare.literal(), compare.columnId(), schema));
      case FilterSpec.And and ->
          and.operands().isEmpty() ? Filter.TRUE : new Filter.And(operands(and.operands(), schema));
      case FilterSpec.Or or -> new Filter.Or(operands(or.operands(), schema));
      case FilterSpec.Not not -> new Filter.Not(toCore(not.operand(), schema));
      case FilterSpec.In in -> in(in, schema);
      case FilterSpec.Between between ->
          new Filter.Between(
              between.columnId(),
              literal(between.low(), between.columnId(), schema),
              literal(between.high(), between.columnId(), schema));
      case FilterSpec.IsNull isNull -> new Filter.IsNull(isNull.columnId());
      case FilterSpec.Like like -> new Filter.Like(like.columnId(), like.pattern());
    };
  }

  private static List<Filter> operands(List<FilterSpec> specs, TableSchema schema) {
    return specs.stream().map(spec -> toCore(spec, schema)).toList();
  }

  private static Filter in(FilterSpec.In in, TableSchema schema) {
    ColumnType type = schema.column(in.columnId()).type();
    List<Object> literals =
        in.literals().stream().map(literal -> LiteralTranslator.comparable(literal, type)).toList();
    return new Filter.In(in.columnId(), literals);
  }

  private static Object literal(Literal literal, int columnId, TableSchema schema) {
    return LiteralTranslator.comparable(literal, schema.column(columnId).type());
  }

  private static Comparison comparison(CompareOp op) {
    return switch (op) {
      case EQ -> Comparison.EQUAL;
      case NE -> Comparison.NOT_EQUAL;
      case LT -> Comparison.LESS;
      case LE -> Comparison.LESS_OR_EQUAL;
      case GT -> Comparison.GREATER;
      case GE -> Comparison.GREATER_OR_EQUAL;
    };
  }
}
