package dev.colonnade.catalog.relation;

import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;

/** Enums that the columns of a table reference. */
public final class EnumReferences {
  private EnumReferences() {}

  /** Returns the enums of all columns of all schema versions, by id. */
  public static Map<Integer, EnumType> of(SchemaHistory history) {
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
