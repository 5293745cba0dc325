package dev.colonnade.server.translate;

import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import java.util.List;

/** Conversion of column types between the protocol and the engine. */
public final class ColumnTypeTranslator {
  private ColumnTypeTranslator() {}

  /** Resolver of the enum that a protocol type refers to. */
  @FunctionalInterface
  public interface EnumResolver {
    /**
     * Returns the enum of this name.
     *
     * @param labels labels that the client expects, in order
     */
    EnumType resolve(String name, List<String> labels);
  }

  public static ColumnType toCore(WireType type, EnumResolver enums) {
    return switch (type.kind()) {
      case BOOLEAN -> ColumnType.Plain.BOOLEAN;
      case SMALLINT -> ColumnType.Plain.SMALLINT;
      case INTEGER -> ColumnType.Plain.INTEGER;
      case BIGINT -> ColumnType.Plain.BIGINT;
      case REAL -> ColumnType.Plain.REAL;
      case DOUBLE -> ColumnType.Plain.DOUBLE;
      case NUMERIC -> ColumnType.numeric(type.precision(), type.scale());
      case TEXT -> ColumnType.Plain.TEXT;
      case VARCHAR -> ColumnType.varchar(type.length());
      case CHAR -> ColumnType.character(type.length());
      case BYTEA -> ColumnType.Plain.BYTEA;
      case DATE -> ColumnType.Plain.DATE;
      case TIME -> ColumnType.Plain.TIME;
      case TIMESTAMP -> ColumnType.Plain.TIMESTAMP;
      case TIMESTAMPTZ -> ColumnType.Plain.TIMESTAMPTZ;
      case UUID -> ColumnType.Plain.UUID;
      case ENUM -> ColumnType.enumerated(enums.resolve(type.enumName(), labelsOf(type)));
    };
  }

  public static WireType toWire(ColumnType type) {
    return switch (type) {
      case ColumnType.Plain plain -> plain(plain);
      case ColumnType.Numeric numeric -> WireType.numeric(numeric.precision(), numeric.scale());
      case ColumnType.Varchar varchar -> WireType.varchar(varchar.length());
      case ColumnType.Char character -> WireType.character(character.length());
      case ColumnType.Enumerated enumerated -> enumeration(enumerated.type());
      case ColumnType.Packed packed -> packed.isText() ? WireType.TEXT : WireType.BYTEA;
      case ColumnType.Composite _ -> WireType.BYTEA;
    };
  }

  private static WireType plain(ColumnType.Plain type) {
    return switch (type) {
      case BOOLEAN -> WireType.BOOLEAN;
      case SMALLINT -> WireType.SMALLINT;
      case INTEGER -> WireType.INTEGER;
      case BIGINT -> WireType.BIGINT;
      case REAL -> WireType.REAL;
      case DOUBLE -> WireType.DOUBLE;
      case TEXT -> WireType.TEXT;
      case BYTEA -> WireType.BYTEA;
      case DATE -> WireType.DATE;
      case TIME -> WireType.TIME;
      case TIMESTAMP -> WireType.TIMESTAMP;
      case TIMESTAMPTZ -> WireType.TIMESTAMPTZ;
      case UUID -> WireType.UUID;
    };
  }

  private static WireType enumeration(EnumType type) {
    return WireType.enumeration(
        type.name(),
        type.labels().stream()
            .map(label -> new WireEnumLabel(label.rank(), label.label()))
            .toList());
  }

  private static List<String> labelsOf(WireType type) {
    return type.labels().stream().map(WireEnumLabel::label).toList();
  }
}
