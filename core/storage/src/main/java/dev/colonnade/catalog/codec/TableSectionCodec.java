package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.TableRows;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Codec of the sections of a table's record, which follow the schema versions. A section has a tag
 * and a length; empty sections are not written.
 */
final class TableSectionCodec {
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Section(int tag, byte[] bytes) {}

  private TableSectionCodec() {}

  /**
   * Returns whether the record needs no sections: the table is in the schema {@code public} and has
   * no identities, generated columns, settings or constraints with flags, and its rows have not
   * moved.
   */
  public static boolean isEmpty(TableDescriptor table) {
    return table.properties().hasOnlyDefaults()
        && table.objectName().schemaId() == BuiltIns.PUBLIC_ID
        && ConstraintCodec.flags(table.constraints()).isEmpty()
        && table.rows().equals(TableRows.INITIAL);
  }

  static void write(CatalogRecordWriter out, TableDescriptor table) {
    TableProperties properties = table.properties();
    List<Section> sections = new ArrayList<>();
    if (!properties.defaults().isEmpty()) {
      add(
          sections,
          CatalogLayout.SECTION_DEFAULTS,
          section -> writeDefaults(section, properties.defaults()));
    }
    if (table.objectName().schemaId() != BuiltIns.PUBLIC_ID) {
      add(
          sections,
          CatalogLayout.SECTION_SCHEMA,
          section -> section.putInt(table.objectName().schemaId()));
    }
    if (!properties.identities().isEmpty()) {
      add(
          sections,
          CatalogLayout.SECTION_IDENTITIES,
          section -> writeIdentities(section, properties.identities()));
    }
    if (!properties.generated().isEmpty()) {
      add(
          sections,
          CatalogLayout.SECTION_GENERATED,
          section -> writeGenerated(section, properties.generated()));
    }
    if (!properties.settings().isEmpty()) {
      add(
          sections,
          CatalogLayout.SECTION_SETTINGS,
          section -> writeSettings(section, properties.settings()));
    }
    if (!table.constraints().equals(TableConstraints.NONE)) {
      add(
          sections,
          CatalogLayout.SECTION_CONSTRAINTS,
          section -> ConstraintCodec.write(section, table.constraints()));
    }
    Map<String, Integer> flags = ConstraintCodec.flags(table.constraints());
    if (!flags.isEmpty()) {
      add(
          sections,
          CatalogLayout.SECTION_CONSTRAINT_FLAGS,
          section -> ConstraintCodec.writeFlags(section, flags));
    }
    if (!table.rows().equals(TableRows.INITIAL)) {
      add(sections, CatalogLayout.SECTION_ROWS, section -> writeRows(section, table.rows()));
    }
    out.putByte(sections.size());
    sections.forEach(section -> out.putByte(section.tag()).putBytes(section.bytes()));
  }

  private static void add(List<Section> sections, int tag, Consumer<CatalogRecordWriter> content) {
    CatalogRecordWriter out = new CatalogRecordWriter();
    content.accept(out);
    sections.add(new Section(tag, out.toByteArray()));
  }

  static TableDescriptor read(CatalogRecordReader in, TableDescriptor plain) {
    TableDescriptor table = plain;
    for (int left = in.readByte(); left > 0; left--) {
      int tag = in.readByte();
      CatalogRecordReader section = in.readSection(in.readCount());
      TableProperties properties = table.properties();
      table =
          switch (tag) {
            case CatalogLayout.SECTION_DEFAULTS ->
                table.withProperties(properties.withDefaults(readDefaults(section)));
            case CatalogLayout.SECTION_SCHEMA ->
                table.withName(new ObjectName(section.readInt(), table.name()));
            case CatalogLayout.SECTION_IDENTITIES ->
                table.withProperties(properties.withIdentities(readIdentities(section)));
            case CatalogLayout.SECTION_GENERATED ->
                table.withProperties(properties.withGenerated(readGenerated(section)));
            case CatalogLayout.SECTION_SETTINGS ->
                table.withProperties(properties.withSettings(readSettings(section)));
            case CatalogLayout.SECTION_CONSTRAINTS ->
                table.withConstraints(ConstraintCodec.read(section));
            case CatalogLayout.SECTION_CONSTRAINT_FLAGS ->
                table.withConstraints(ConstraintCodec.readFlags(section, table.constraints()));
            case CatalogLayout.SECTION_ROWS -> table.withRows(readRows(section));
            default -> throw in.corrupt("unknown section: tag=" + tag);
          };
      section.requireEnd();
    }
    return table;
  }

  static void writeDefaults(CatalogRecordWriter out, Map<Integer, String> defaults) {
    out.putShort(defaults.size());
    new TreeMap<>(defaults).forEach((id, text) -> out.putInt(id).putText(text));
  }

  static Map<Integer, String> readDefaults(CatalogRecordReader in) {
    int count = in.readShort();
    if (count == 0 && in.format() == CatalogLayout.FORMAT) {
      throw in.corrupt("unexpected empty list of defaults");
    }
    Map<Integer, String> defaults = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      defaults.put(in.readInt(), in.readText());
    }
    return defaults;
  }

  private static void writeIdentities(
      CatalogRecordWriter out, Map<Integer, IdentityColumn> identities) {
    out.putShort(identities.size());
    new TreeMap<>(identities)
        .forEach(
            (id, identity) ->
                out.putInt(id).putByte(identity.always() ? 1 : 0).putInt(identity.sequenceId()));
  }

  private static Map<Integer, IdentityColumn> readIdentities(CatalogRecordReader in) {
    Map<Integer, IdentityColumn> identities = new TreeMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      identities.put(in.readInt(), new IdentityColumn(in.readByte() != 0, in.readInt()));
    }
    return identities;
  }

  private static void writeGenerated(
      CatalogRecordWriter out, Map<Integer, GeneratedColumn> generated) {
    out.putShort(generated.size());
    new TreeMap<>(generated)
        .forEach(
            (id, column) -> {
              out.putInt(id).putText(column.text()).putShort(column.columnIds().size());
              column.columnIds().forEach(out::putInt);
            });
  }

  private static Map<Integer, GeneratedColumn> readGenerated(CatalogRecordReader in) {
    Map<Integer, GeneratedColumn> generated = new TreeMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      int id = in.readInt();
      String text = in.readText();
      List<Integer> columnIds = new ArrayList<>();
      for (int ids = in.readShort(); ids > 0; ids--) {
        columnIds.add(in.readInt());
      }
      generated.put(id, new GeneratedColumn(text, columnIds));
    }
    return generated;
  }

  private static void writeSettings(CatalogRecordWriter out, Map<String, String> settings) {
    out.putShort(settings.size());
    new TreeMap<>(settings).forEach((name, value) -> out.putText(name).putText(value));
  }

  private static Map<String, String> readSettings(CatalogRecordReader in) {
    Map<String, String> settings = new TreeMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      settings.put(in.readText(), in.readText());
    }
    return settings;
  }

  private static void writeRows(CatalogRecordWriter out, TableRows rows) {
    TableRows.Move move = rows.move();
    out.putShort(rows.indexId())
        .putLong(rows.since())
        .putByte(move == null ? 0 : CatalogLayout.FLAG_MOVE);
    if (move != null) {
      out.putShort(move.indexId());
      writeIds(out, move.indexIds());
      out.putText(move.keyName()).putByte(move.key().size());
      move.key().forEach(column -> KeyColumnCodec.write(out, column));
    }
    writeIds(out, rows.obsoleteIds());
  }

  private static TableRows readRows(CatalogRecordReader in) {
    int indexId = in.readShort();
    long since = in.readLong();
    TableRows.Move move = in.readByte() == CatalogLayout.FLAG_MOVE ? readMove(in) : null;
    return new TableRows(indexId, since, move, readIds(in));
  }

  private static void writeIds(CatalogRecordWriter out, List<Integer> ids) {
    out.putShort(ids.size());
    ids.forEach(out::putInt);
  }

  private static List<Integer> readIds(CatalogRecordReader in) {
    List<Integer> ids = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      ids.add(in.readInt());
    }
    return ids;
  }

  private static TableRows.Move readMove(CatalogRecordReader in) {
    int indexId = in.readShort();
    List<Integer> indexIds = readIds(in);
    String keyName = in.readText();
    List<KeyColumn> key = new ArrayList<>();
    for (int left = in.readByte(); left > 0; left--) {
      key.add(KeyColumnCodec.read(in));
    }
    return new TableRows.Move(indexId, indexIds, keyName, key);
  }
}
