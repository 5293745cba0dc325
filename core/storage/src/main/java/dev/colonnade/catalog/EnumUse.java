package dev.colonnade.catalog;

import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;

/** Which enums the columns of a table are of. */
final class EnumUse {
  private EnumUse() {}

  /** The enums of all columns of all versions, by id. */
  static Map<Integer, EnumType> of(SchemaHistory history) {
    Map<Integer, EnumType> used = new HashMap<>();
    for (TableSchema schema : history.versions()) {
      for (Column column : schema.columns()) {
        if (column.type() instanceof Enumerated enumerated) {
          used.put(enumerated.type().id(), enumerated.type());
        }
      }
    }
    return used;
  }
}
