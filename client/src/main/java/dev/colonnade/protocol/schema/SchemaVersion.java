package dev.colonnade.protocol.schema;

import java.util.List;

/**
 * The columns of a table between two changes of its schema, in the order that rows of that version
 * are stored in.
 */
public record SchemaVersion(int version, List<ColumnDescription> columns) {
  /** Rows store their schema version in a u16. */
  public static final int VERSION_MAX = 0xFFFF;

  public SchemaVersion {
    columns = List.copyOf(columns);
    if (version < 0 || version > VERSION_MAX) {
      throw new IllegalArgumentException("version=" + version + " is not within 0.." + VERSION_MAX);
    }
  }
}
