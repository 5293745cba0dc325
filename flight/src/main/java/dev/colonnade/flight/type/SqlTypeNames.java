package dev.colonnade.flight.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Names of the SQL types in which columns of Arrow are stored by a table that is created. */
public final class SqlTypeNames {
  private static final String EXTENSION = "ARROW:extension:name";
  private static final int DECIMAL_DIGITS_OF_LONG = 20;
  private static final int UUID_BYTES = 16;

  private SqlTypeNames() {}

  /**
   * Returns the name of the type for a field.
   *
   * @throws ColonnadeException UNSUPPORTED if there is none
   */
  public static String of(Field field) {
    ArrowType type = field.getType();
    return switch (type) {
      case ArrowType.Bool _ -> "boolean";
      case ArrowType.Int number -> ofInteger(number.getBitWidth(), number.getIsSigned());
      case ArrowType.FloatingPoint number ->
          number.getPrecision() == FloatingPointPrecision.DOUBLE ? "double precision" : "real";
      case ArrowType.Decimal number ->
          "numeric(%d,%d)".formatted(number.getPrecision(), number.getScale());
      case ArrowType.Utf8 _, ArrowType.LargeUtf8 _, ArrowType.Utf8View _, ArrowType.Null _ ->
          ofText(field.getMetadata());
      case ArrowType.Binary _, ArrowType.LargeBinary _, ArrowType.BinaryView _ -> "bytea";
      case ArrowType.FixedSizeBinary bytes -> ofFixedBytes(bytes, field.getMetadata());
      case ArrowType.Date _ -> "date";
      case ArrowType.Time _ -> "time";
      case ArrowType.Timestamp time ->
          time.getTimezone() == null ? "timestamp" : "timestamp with time zone";
      case ArrowType.List _, ArrowType.LargeList _, ArrowType.FixedSizeList _ ->
          of(field.getChildren().getFirst()) + "[]";
      case ArrowType.ExtensionType extension -> ofStorage(field, extension);
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "columns of this Arrow type cannot be created: column=%s type=%s"
                  .formatted(field.getName(), type));
    };
  }

  private static String ofStorage(Field field, ArrowType.ExtensionType extension) {
    return extension.extensionName().equals("arrow.uuid")
        ? "uuid"
        : of(Field.nullable(field.getName(), extension.storageType()));
  }

  private static String ofInteger(int bits, boolean isSigned) {
    int signedBits = isSigned ? bits : bits + 1;
    if (signedBits <= Short.SIZE) {
      return "smallint";
    }
    if (signedBits <= Integer.SIZE) {
      return "integer";
    }
    return signedBits <= Long.SIZE ? "bigint" : "numeric(%d,0)".formatted(DECIMAL_DIGITS_OF_LONG);
  }

  private static String ofText(Map<String, String> metadata) {
    return "arrow.json".equals(metadata.get(EXTENSION)) ? "jsonb" : "text";
  }

  private static String ofFixedBytes(ArrowType.FixedSizeBinary type, Map<String, String> metadata) {
    boolean isUuid =
        type.getByteWidth() == UUID_BYTES && "arrow.uuid".equals(metadata.get(EXTENSION));
    return isUuid ? "uuid" : "bytea";
  }
}
