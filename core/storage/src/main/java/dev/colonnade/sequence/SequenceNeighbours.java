package dev.colonnade.sequence;

import dev.colonnade.mvcc.commit.ExclusiveContext;
import dev.colonnade.sequence.definition.ColumnOwner;
import org.jspecify.annotations.Nullable;

/**
 * What else there is in the database. Asked within exclusive commands of the commit pipeline, in
 * which neither tables nor sequences change, so that what it says holds until the command is done.
 */
public interface SequenceNeighbours {
  /** Throws DUPLICATE_SEQUENCE if a table has this name. */
  void requireNameFree(String name);

  /** Throws UNKNOWN_TABLE or UNKNOWN_COLUMN if there is no such column. */
  void requireColumn(ColumnOwner owner);

  /** Adds to the command what else changes when a sequence is created. */
  default void created(
      ExclusiveContext context, long id, String name, @Nullable ColumnOwner owner) {}

  /** Adds to the command what else changes when a sequence is renamed. */
  default void renamed(ExclusiveContext context, long id, String newName) {}

  /** Adds to the command what else changes when a sequence gets another owner, or none. */
  default void owned(ExclusiveContext context, long id, @Nullable ColumnOwner owner) {}

  /** Adds to the command what else changes when a sequence is dropped. */
  default void dropped(ExclusiveContext context, long id) {}
}
