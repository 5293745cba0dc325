package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDefinition;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import java.util.List;
import java.util.Optional;

/** Codec of types, columns and tables. */
final class SchemaCodec {
  private static final WireKind[] KINDS = WireKind.values();
  private static final SortOrder[] ORDERS = SortOrder.values();

  private SchemaCodec() {}

  static void writeType(WireWriter out, WireType type) {
    out.writeCode(type.kind());
    switch (type.kind()) {
      case NUMERIC -> {
        out.writeU8(type.precision());
        out.writeU8(type.scale());
      }
      case VARCHAR, CHAR -> out.writeVarint(type.length());
      case ENUM -> {
        out.writeText(type.enumName());
        out.writeList(type.labels(), SchemaCodec::writeLabel);
      }
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, BYTEA -> {}
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID -> {}
    }
  }

  static WireType readType(WireReader in) {
    WireKind kind = in.readCode(KINDS, "type.kind");
    return switch (kind) {
      case BOOLEAN -> WireType.BOOLEAN;
      case SMALLINT -> WireType.SMALLINT;
      case INTEGER -> WireType.INTEGER;
      case BIGINT -> WireType.BIGINT;
      case REAL -> WireType.REAL;
      case DOUBLE -> WireType.DOUBLE;
      case NUMERIC -> WireType.numeric(in.readU8("type.precision"), in.readU8("type.scale"));
      case TEXT -> WireType.TEXT;
      case VARCHAR -> WireType.varchar(in.readVarint("type.length"));
      case CHAR -> WireType.character(in.readVarint("type.length"));
      case BYTEA -> WireType.BYTEA;
      case DATE -> WireType.DATE;
      case TIME -> WireType.TIME;
      case TIMESTAMP -> WireType.TIMESTAMP;
      case TIMESTAMPTZ -> WireType.TIMESTAMPTZ;
      case UUID -> WireType.UUID;
      case ENUM ->
          WireType.enumeration(
              in.readText("type.enumName"), in.readList("type.labels", SchemaCodec::readLabel));
    };
  }

  static void writeColumn(WireWriter out, ColumnDefinition column) {
    out.writeText(column.name());
    writeType(out, column.type());
    out.writeBoolean(column.nullable());
    out.writeBoolean(column.missingValue().isPresent());
    column.missingValue().ifPresent(value -> LiteralCodec.write(out, value));
  }

  static ColumnDefinition readColumn(WireReader in) {
    String name = in.readText("column.name");
    WireType type = readType(in);
    boolean nullable = in.readBoolean("column.nullable");
    Optional<Literal> missingValue =
        in.readBoolean("column.hasMissingValue")
            ? Optional.of(LiteralCodec.read(in))
            : Optional.empty();
    return new ColumnDefinition(name, type, nullable, missingValue);
  }

  static void writeDefinition(WireWriter out, TableDefinition table) {
    out.writeText(table.name());
    out.writeList(table.columns(), SchemaCodec::writeColumn);
    out.writeList(table.primaryKey(), SchemaCodec::writeKeyColumn);
    out.writeList(table.families(), SchemaCodec::writeFamily);
  }

  static TableDefinition readDefinition(WireReader in) {
    String name = in.readText("table.name");
    List<ColumnDefinition> columns = in.readList("table.columns", SchemaCodec::readColumn);
    in.requireColumnCount(columns.size(), "table.columns");
    return new TableDefinition(
        name,
        columns,
        in.readList("table.primaryKey", SchemaCodec::readKeyColumn),
        in.readList("table.families", SchemaCodec::readFamily));
  }

  static void writeDescription(WireWriter out, TableDescription table) {
    out.writeI32(table.tableId());
    out.writeText(table.name());
    out.writeList(table.primaryKey(), SchemaCodec::writeKeyPart);
    out.writeList(table.versions(), SchemaCodec::writeVersion);
  }

  static TableDescription readDescription(WireReader in) {
    return new TableDescription(
        in.readI32("table.id"),
        in.readText("table.name"),
        in.readList("table.primaryKey", SchemaCodec::readKeyPart),
        in.readList("table.versions", SchemaCodec::readVersion));
  }

  private static void writeLabel(WireWriter out, WireEnumLabel label) {
    out.writeI32(label.rank());
    out.writeText(label.label());
  }

  private static WireEnumLabel readLabel(WireReader in) {
    return new WireEnumLabel(in.readI32("label.rank"), in.readText("label.label"));
  }

  private static void writeKeyColumn(WireWriter out, KeyColumnDefinition column) {
    out.writeText(column.name());
    out.writeCode(column.order());
  }

  private static KeyColumnDefinition readKeyColumn(WireReader in) {
    return new KeyColumnDefinition(in.readText("key.name"), in.readCode(ORDERS, "key.order"));
  }

  private static void writeFamily(WireWriter out, FamilyDefinition family) {
    out.writeText(family.name());
    out.writeList(family.columns(), WireWriter::writeText);
  }

  private static FamilyDefinition readFamily(WireReader in) {
    return new FamilyDefinition(
        in.readText("family.name"),
        in.readList("family.columns", reader -> reader.readText("family.column")));
  }

  private static void writeKeyPart(WireWriter out, KeyColumnDescription part) {
    out.writeVarint(part.columnId());
    out.writeCode(part.order());
  }

  private static KeyColumnDescription readKeyPart(WireReader in) {
    return new KeyColumnDescription(
        in.readVarint("key.columnId"), in.readCode(ORDERS, "key.order"));
  }

  private static void writeFamilyDescription(WireWriter out, FamilyDescription family) {
    out.writeU8(family.familyId());
    out.writeText(family.name());
    out.writeColumnIds(family.columnIds());
  }

  private static FamilyDescription readFamilyDescription(WireReader in) {
    return new FamilyDescription(
        in.readU8("family.id"), in.readText("family.name"), in.readColumnIds("family.columnIds"));
  }

  private static void writeVersion(WireWriter out, SchemaVersion version) {
    out.writeU16(version.version());
    out.writeList(version.columns(), SchemaCodec::writeColumnDescription);
    out.writeList(version.families(), SchemaCodec::writeFamilyDescription);
  }

  private static SchemaVersion readVersion(WireReader in) {
    int number = in.readU16("version.number");
    List<ColumnDescription> columns =
        in.readList("version.columns", SchemaCodec::readColumnDescription);
    in.requireColumnCount(columns.size(), "version.columns");
    return new SchemaVersion(
        number, columns, in.readList("version.families", SchemaCodec::readFamilyDescription));
  }

  private static void writeColumnDescription(WireWriter out, ColumnDescription column) {
    out.writeVarint(column.columnId());
    writeColumn(out, column.definition());
  }

  private static ColumnDescription readColumnDescription(WireReader in) {
    return new ColumnDescription(in.readVarint("column.id"), readColumn(in));
  }
}
