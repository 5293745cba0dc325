package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.DeclaredType;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Codec of the catalog records that {@link CatalogLayout} describes: state, comments, enums and
 * tables.
 */
public final class CatalogCodec {
  /** Content of the state record. */
  public record State(long version, int nextObjectId) {}

  private CatalogCodec() {}

  public static byte[] encode(State state) {
    return record().putLong(state.version()).putInt(state.nextObjectId()).toByteArray();
  }

  public static State decodeState(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    State state = new State(in.readLong(), in.readInt());
    in.requireEnd();
    return state;
  }

  public static byte[] encodeComment(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return record().putBytes(utf8).toByteArray();
  }

  public static String decodeComment(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String text = new String(in.readBytes(), StandardCharsets.UTF_8);
    in.requireEnd();
    return text;
  }

  public static byte[] encode(int schemaId, EnumType type) {
    CatalogRecordWriter out = record().putText(type.name()).putInt(type.labels().size());
    for (EnumLabel label : type.labels()) {
      out.putInt(label.rank()).putText(label.label());
    }
    if (schemaId != BuiltIns.PUBLIC_ID) {
      out.putInt(schemaId);
    }
    return out.toByteArray();
  }

  /** Enum with the id of its schema. */
  public record EnumRecord(int schemaId, EnumType type) {}

  public static EnumRecord decodeEnum(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    int count = in.readCount();
    List<EnumLabel> labels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int rank = in.readInt();
      labels.add(new EnumLabel(in.readText(), rank));
    }
    int schemaId = in.isAtEnd() ? BuiltIns.PUBLIC_ID : in.readInt();
    in.requireEnd();
    return in.validated(
        () -> new EnumRecord(schemaId, new EnumType(CatalogLayout.idOf(key), name, labels)));
  }

  public static byte[] encode(Relation relation) {
    return switch (relation) {
      case Table table -> encode(table.descriptor());
      case View view -> RelationCodec.encode(view);
      case SequenceEntry sequence -> RelationCodec.encode(sequence);
    };
  }

  public static byte[] encode(TableDescriptor table) {
    List<TableSchema> versions = table.history().versions();
    boolean hasConstraints = !table.constraints().equals(TableConstraints.NONE);
    boolean hasSections = !TableSectionCodec.isEmpty(table);
    int formatWithoutSections =
        hasConstraints ? CatalogLayout.FORMAT_WITH_CONSTRAINTS : CatalogLayout.FORMAT;
    CatalogRecordWriter out =
        new CatalogRecordWriter()
            .putByte(hasSections ? CatalogLayout.FORMAT_SECTIONS : formatWithoutSections);
    out.putText(table.name()).putShort(versions.size());
    versions.forEach(version -> writeSchema(out, version));
    if (hasSections) {
      TableSectionCodec.write(out, table);
      return out.toByteArray();
    }
    if (hasConstraints || !table.defaults().isEmpty()) {
      TableSectionCodec.writeDefaults(out, table.defaults());
    }
    if (hasConstraints) {
      ConstraintCodec.write(out, table.constraints());
    }
    return out.toByteArray();
  }

  public static TableDescriptor decodeTable(
      Key key, byte[] value, Map<Integer, ? extends UserType> types) {
    CatalogRecordReader in = new CatalogRecordReader(key, value, CatalogLayout.FORMAT_SECTIONS);
    return in.validated(() -> readTable(in, key, types));
  }

  private static TableDescriptor readTable(
      CatalogRecordReader in, Key key, Map<Integer, ? extends UserType> types) {
    String name = in.readText();
    int count = in.readShort();
    List<TableSchema> versions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      versions.add(readSchema(in, types));
    }
    TableDescriptor plain =
        new TableDescriptor(CatalogLayout.idOf(key), name, new SchemaHistory(versions));
    TableDescriptor table = plain;
    if (in.format() == CatalogLayout.FORMAT_SECTIONS) {
      table = TableSectionCodec.read(in, plain);
    } else if (!in.isAtEnd()) {
      table = plain.withProperties(TableProperties.ofDefaults(TableSectionCodec.readDefaults(in)));
    }
    if (in.format() == CatalogLayout.FORMAT_WITH_CONSTRAINTS) {
      table = table.withConstraints(ConstraintCodec.read(in));
    }
    in.requireEnd();
    return table;
  }

  private static void writeSchema(CatalogRecordWriter out, TableSchema schema) {
    out.putShort(schema.version()).putShort(schema.columns().size());
    schema.columns().forEach(column -> writeColumn(out, column));
    out.putByte(schema.primaryKey().size());
    schema.primaryKey().forEach(column -> KeyColumnCodec.write(out, column));
    out.putByte(schema.families().size());
    for (ColumnFamily family : schema.families()) {
      out.putByte(family.id()).putText(family.name()).putShort(family.columnIds().size());
      family.columnIds().forEach(out::putInt);
    }
  }

  private static TableSchema readSchema(
      CatalogRecordReader in, Map<Integer, ? extends UserType> types) {
    int version = in.readShort();
    int columnCount = in.readShort();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      columns.add(readColumn(in, types));
    }
    int keyCount = in.readByte();
    List<KeyColumn> primaryKey = new ArrayList<>();
    for (int i = 0; i < keyCount; i++) {
      primaryKey.add(KeyColumnCodec.read(in));
    }
    int familyCount = in.readByte();
    List<ColumnFamily> families = new ArrayList<>();
    for (int i = 0; i < familyCount; i++) {
      families.add(readFamily(in));
    }
    return new TableSchema(version, columns, primaryKey, families);
  }

  private static void writeColumn(CatalogRecordWriter out, Column column) {
    out.putInt(column.id()).putText(column.name());
    ColumnTypeCodec.write(out, column.type());
    Object value = column.defaultValue();
    out.putByte(
        (column.nullable() ? CatalogLayout.FLAG_NULLABLE : 0)
            | (value != null ? CatalogLayout.FLAG_DEFAULT : 0)
            | (column.domain() != null ? CatalogLayout.FLAG_DOMAIN : 0)
            | (column.modifier() >= 0 ? CatalogLayout.FLAG_MODIFIER : 0));
    if (value != null) {
      ColumnTypeCodec.writeValue(out, column.type(), value);
    }
    DomainType.Use domain = column.domain();
    if (domain != null) {
      ColumnTypeCodec.writeUse(out, domain);
    }
    if (column.modifier() >= 0) {
      out.putInt(column.modifier());
    }
  }

  private static Column readColumn(CatalogRecordReader in, Map<Integer, ? extends UserType> types) {
    int id = in.readInt();
    String name = in.readText();
    ColumnType type = ColumnTypeCodec.read(in, types);
    int flags = in.readByte();
    boolean nullable = (flags & CatalogLayout.FLAG_NULLABLE) != 0;
    boolean hasDefault = (flags & CatalogLayout.FLAG_DEFAULT) != 0;
    Object defaultValue = hasDefault ? ColumnTypeCodec.readValue(in, type) : null;
    DomainType.Use domain =
        (flags & CatalogLayout.FLAG_DOMAIN) == 0 ? null : ColumnTypeCodec.readUse(in);
    int modifier = (flags & CatalogLayout.FLAG_MODIFIER) == 0 ? DeclaredType.NONE : in.readInt();
    return new Column(id, name, type, nullable, defaultValue, domain, modifier);
  }

  private static ColumnFamily readFamily(CatalogRecordReader in) {
    int id = in.readByte();
    String name = in.readText();
    int columnCount = in.readShort();
    List<Integer> columnIds = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      columnIds.add(in.readInt());
    }
    return new ColumnFamily(id, name, columnIds);
  }

  private static CatalogRecordWriter record() {
    return new CatalogRecordWriter().putByte(CatalogLayout.FORMAT);
  }
}
