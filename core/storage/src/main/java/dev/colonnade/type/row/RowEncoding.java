package dev.colonnade.type.row;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/**
 * Properties of a schema version that all writers of its rows share. The arrays are not changed.
 */
final class RowEncoding {
  private final TableSchema schema;
  private final Column[] columns;
  private final StorageKind[] kinds;
  private final int[] keyOrdinals;
  private final SortDirection[] keyDirections;
  private final FamilyWriter[] families;

  /**
   * Derives the properties.
   *
   * @param layouts of the families, in the order of the schema
   */
  RowEncoding(TableSchema schema, List<RowLayout> layouts) {
    this.schema = schema;
    this.columns = schema.columns().toArray(Column[]::new);
    this.kinds =
        schema.columns().stream()
            .map(column -> column.type().storage())
            .toArray(StorageKind[]::new);
    this.keyOrdinals =
        schema.primaryKey().stream().mapToInt(key -> schema.ordinal(key.columnId())).toArray();
    this.keyDirections =
        schema.primaryKey().stream().map(KeyColumn::direction).toArray(SortDirection[]::new);
    this.families =
        layouts.stream()
            .map(layout -> new FamilyWriter(schema, layout))
            .toArray(FamilyWriter[]::new);
  }

  TableSchema schema() {
    return schema;
  }

  /** Columns of the schema, in its order. */
  Column[] columns() {
    return columns;
  }

  /** Storage kinds of the columns, in the order of the schema. */
  StorageKind[] kinds() {
    return kinds;
  }

  /** Ordinals of the columns of the key, in its order. */
  int[] keyOrdinals() {
    return keyOrdinals;
  }

  /** Directions of the columns of the key, in its order. */
  SortDirection[] keyDirections() {
    return keyDirections;
  }

  /** Encoders of the families, in the order of the schema; they have no state. */
  FamilyWriter[] families() {
    return families;
  }
}
