package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.library.json.JsonCreationFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Turns expressions of any type into the JSON that stands for their values. */
final class JsonLowering {
  private static final RuntimeFunction PLAIN =
      RuntimeFunction.of(JsonCreationFunctions.class, "plain");
  private static final RuntimeFunction QUOTED =
      RuntimeFunction.of(JsonCreationFunctions.class, "quoted");
  private static final RuntimeFunction TIMESTAMP =
      RuntimeFunction.of(JsonCreationFunctions.class, "timestamp");
  private static final RuntimeFunction ARRAY =
      RuntimeFunction.of(JsonCreationFunctions.class, "ofArray");

  private final RexBuilder builder;
  private final CastLowering casts;

  JsonLowering(RexBuilder builder, CastLowering casts) {
    this.builder = builder;
    this.casts = casts;
  }

  /** The expression as text of JSON; NULL where it is. */
  RexNode of(RexNode value) {
    TypeKind kind = CalciteTypes.kindOf(value.getType());
    if (value.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return builder.makeNullLiteral(nullable(TypeKind.JSON, value));
    }
    return switch (kind) {
      case JSON, JSONB -> value;
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC ->
          call(PLAIN, value, text(value));
      case TIMESTAMP, TIMESTAMPTZ -> call(TIMESTAMP, value, text(value));
      case ARRAY -> call(ARRAY, value, value, builder.makeLiteral(elementKind(value)));
      default -> call(QUOTED, value, text(value));
    };
  }

  private static String elementKind(RexNode value) {
    SqlType element = CalciteTypes.sqlType(value.getType()).element();
    return element == null ? TypeKind.UNKNOWN.name() : element.kind().name();
  }

  private RexNode text(RexNode value) {
    return casts.cast(value, nullable(TypeKind.TEXT, value));
  }

  private RexNode call(RuntimeFunction function, RexNode value, RexNode... arguments) {
    return builder.makeCall(nullable(TypeKind.JSON, value), function, List.of(arguments));
  }

  private RelDataType nullable(TypeKind kind, RexNode like) {
    return builder
        .getTypeFactory()
        .createTypeWithNullability(
            CalciteTypes.relType(builder.getTypeFactory(), SqlType.of(kind)),
            like.getType().isNullable());
  }
}
