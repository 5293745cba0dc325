package dev.colonnade.sequence;

import dev.colonnade.sequence.definition.ColumnOwner;

/**
 * What else there is in the database. Asked within exclusive commands of the commit pipeline, in
 * which neither tables nor sequences change, so that what it says holds until the command is done.
 */
public interface SequenceNeighbours {
  /** Throws DUPLICATE_SEQUENCE if a table has this name. */
  void requireNameFree(String name);

  /** Throws UNKNOWN_TABLE or UNKNOWN_COLUMN if there is no such column. */
  void requireColumn(ColumnOwner owner);
}
