package dev.colonnade.client.page.pair;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.row.FamilyLayout;
import dev.colonnade.protocol.row.StoredKeyLayout;
import dev.colonnade.protocol.row.StoredValueLayout;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Layout of the pairs of a described table. Immutable. */
final class TableLayout {
  /** Index of a family that the table does not have. */
  static final int NO_FAMILY = -1;

  /**
   * Layout of a key column.
   *
   * @param mask 0, or -1 if all bits are inverted
   * @param fixedOffset its start in every key, or -1 if that depends on the key
   */
  record KeyColumnLayout(ColumnDescription column, int mask, int fixedOffset) {}

  private record VersionedFamily(int version, int familyIndex) {}

  private final boolean familyByte;
  private final List<FamilyDescription> families;
  private final List<KeyColumnLayout> keyColumns;
  private final Map<VersionedFamily, FamilyLayout> layouts = new HashMap<>();

  TableLayout(TableDescription table) {
    this.familyByte = table.hasFamilyByte();
    this.families = table.current().families();
    this.keyColumns = keyColumns(table);
    for (SchemaVersion version : table.versions()) {
      for (FamilyDescription family : version.families()) {
        int index = familyIndex(family.familyId());
        layouts.put(
            new VersionedFamily(version.version(), index), new FamilyLayout(version, family));
      }
    }
  }

  /** Returns whether the last byte of a key is its family. */
  boolean hasFamilyByte() {
    return familyByte;
  }

  int familyCount() {
    return families.size();
  }

  /** Returns the position of a family among those of the table, or {@link #NO_FAMILY}. */
  int familyIndex(int familyId) {
    for (int index = 0; index < families.size(); index++) {
      if (families.get(index).familyId() == familyId) {
        return index;
      }
    }
    return NO_FAMILY;
  }

  /** Returns the position of the family that stores a column outside the key. */
  int familyIndexOf(int columnId) {
    for (int index = 0; index < families.size(); index++) {
      if (families.get(index).columnIds().contains(columnId)) {
        return index;
      }
    }
    throw ProtocolException.malformed("no family stores the column: columnId=" + columnId);
  }

  /** Returns the layout of a family's values of that version. */
  FamilyLayout layout(int version, int familyIndex) {
    FamilyLayout layout = layouts.get(new VersionedFamily(version, familyIndex));
    if (layout == null) {
      throw ProtocolException.malformed(
          "value has an unknown schema version: version="
              + version
              + " familyIndex="
              + familyIndex);
    }
    return layout;
  }

  List<KeyColumnLayout> keyColumns() {
    return keyColumns;
  }

  /** Returns the position of a column in the key, or -1 if it is not a key column. */
  int keyIndexOf(int columnId) {
    for (int index = 0; index < keyColumns.size(); index++) {
      if (keyColumns.get(index).column().columnId() == columnId) {
        return index;
      }
    }
    return -1;
  }

  private static List<KeyColumnLayout> keyColumns(TableDescription table) {
    List<KeyColumnLayout> layouts = new ArrayList<>();
    List<ColumnDescription> columns = table.keyColumns();
    int offset = StoredKeyLayout.COLUMNS_OFFSET;
    for (int i = 0; i < columns.size(); i++) {
      ColumnDescription column = columns.get(i);
      KeyColumnDescription part = table.primaryKey().get(i);
      int mask = part.order() == SortOrder.DESCENDING ? -1 : 0;
      layouts.add(new KeyColumnLayout(column, mask, offset));
      int width = StoredValueLayout.slotBytes(column.type());
      boolean hasVariablePosition = column.nullable() || width == 0 || offset < 0;
      offset = hasVariablePosition ? -1 : offset + width;
    }
    return layouts;
  }
}
