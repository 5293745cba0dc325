package dev.colonnade.engine.arrow;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.schema.Column;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** Mapping of columns to fields of the Arrow vector library. */
final class ArrowFields {
  private static final int DECIMAL_BITS = 128;
  private static final int UUID_BYTES = 16;

  private ArrowFields() {}

  /** Returns the field of a column; that of an enum has the type of the index into its labels. */
  static Field of(Column column, int indexBits) {
    DictionaryEncoding labels =
        column.type() instanceof Enumerated type ? labelsOf(type, indexBits) : null;
    return new Field(
        column.name(),
        new FieldType(column.nullable(), typeOf(column.type(), indexBits), labels),
        null);
  }

  private static DictionaryEncoding labelsOf(Enumerated type, int indexBits) {
    boolean ordered = true;
    return new DictionaryEncoding(type.type().id(), ordered, indexOf(indexBits));
  }

  private static ArrowType.Int indexOf(int bits) {
    boolean signed = true;
    return new ArrowType.Int(bits, signed);
  }

  private static ArrowType typeOf(ColumnType type, int indexBits) {
    return switch (type) {
      case Plain plain -> typeOf(plain);
      case Numeric(int precision, int scale) ->
          new ArrowType.Decimal(precision, scale, DECIMAL_BITS);
      case Varchar _ -> ArrowType.Utf8.INSTANCE;
      case Char _ -> ArrowType.Utf8.INSTANCE;
      case Enumerated _ -> indexOf(indexBits);
      case Packed packed -> packed.isText() ? ArrowType.Utf8.INSTANCE : ArrowType.Binary.INSTANCE;
      case ColumnType.Composite _ -> ArrowType.Binary.INSTANCE;
    };
  }

  private static ArrowType typeOf(Plain type) {
    @Nullable String noZone = null;
    return switch (type) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case SMALLINT -> new ArrowType.Int(Short.SIZE, true);
      case INTEGER -> new ArrowType.Int(Integer.SIZE, true);
      case BIGINT -> new ArrowType.Int(Long.SIZE, true);
      case REAL -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case TEXT -> ArrowType.Utf8.INSTANCE;
      case BYTEA -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND, Long.SIZE);
      case TIMESTAMP -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, noZone);
      case TIMESTAMPTZ -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
      case UUID -> new ArrowType.FixedSizeBinary(UUID_BYTES);
    };
  }
}
