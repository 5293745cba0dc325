package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.PackedKind;

/** Mapping of column types to result types. */
public final class TypeMapping {
  private TypeMapping() {}

  /** Returns the result type of a column of a table. */
  public static SqlType sqlType(ColumnType type) {
    return switch (type) {
      case Plain plain -> SqlType.of(kindOf(plain));
      case Numeric(int precision, int scale) -> new SqlType(TypeKind.NUMERIC, precision, scale);
      case Varchar text ->
          new SqlType(
              TypeKind.VARCHAR, text.isLimited() ? text.length() : SqlType.NONE, SqlType.NONE);
      case Char(int length) -> new SqlType(TypeKind.CHAR, length, SqlType.NONE);
      case Enumerated _ -> SqlType.of(TypeKind.TEXT);
      case Packed packed -> packedType(packed);
      case ColumnType.Composite(var row) ->
          SqlType.rowOf(
              row.attributes().stream().map(attribute -> sqlType(attribute.type())).toList());
    };
  }

  private static SqlType packedType(Packed type) {
    return switch (type.kind()) {
      case INTERVAL -> SqlType.of(TypeKind.INTERVAL);
      case JSON -> SqlType.of(TypeKind.JSON);
      case JSONB -> SqlType.of(TypeKind.JSONB);
      case TIMETZ -> SqlType.of(TypeKind.TIMETZ);
      case BIT -> SqlType.of(TypeKind.BIT);
      case VARBIT -> SqlType.of(TypeKind.VARBIT);
      case NUMERIC -> SqlType.of(TypeKind.NUMERIC);
      case ARRAY -> SqlType.arrayOf(sqlType(type.elementType()));
      case RANGE, MULTIRANGE -> SqlType.of(rangeKind(type));
      case BASE -> SqlType.of(TypeKind.of(type.baseType()));
    };
  }

  /** Returns the kind of a column of ranges or multiranges. */
  public static TypeKind rangeKind(Packed type) {
    TypeKind bound = sqlType(type.elementType()).kind();
    TypeKind kind =
        type.kind() == PackedKind.RANGE
            ? TypeKind.rangeOver(bound)
            : TypeKind.multirangeOver(bound);
    return requireNonNull(kind, "no type of ranges over the type of the bounds");
  }

  private static TypeKind kindOf(Plain type) {
    return switch (type) {
      case BOOLEAN -> TypeKind.BOOLEAN;
      case SMALLINT -> TypeKind.SMALLINT;
      case INTEGER -> TypeKind.INTEGER;
      case BIGINT -> TypeKind.BIGINT;
      case REAL -> TypeKind.REAL;
      case DOUBLE -> TypeKind.DOUBLE;
      case TEXT -> TypeKind.TEXT;
      case BYTEA -> TypeKind.BYTEA;
      case DATE -> TypeKind.DATE;
      case TIME -> TypeKind.TIME;
      case TIMESTAMP -> TypeKind.TIMESTAMP;
      case TIMESTAMPTZ -> TypeKind.TIMESTAMPTZ;
      case UUID -> TypeKind.UUID;
    };
  }
}
