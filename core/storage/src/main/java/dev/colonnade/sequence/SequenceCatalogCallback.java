package dev.colonnade.sequence;

import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.sequence.definition.OwningColumn;
import org.jspecify.annotations.Nullable;

/**
 * Callback from sequence DDL into the catalog: dependency checks, and hooks that add the catalog's
 * own changes. Called within exclusive commands of the commit pipeline, in which neither tables nor
 * sequences change, so that the result of a check stays valid until the command ends.
 */
public interface SequenceCatalogCallback {
  /** Throws DUPLICATE_SEQUENCE if a table has this name. */
  void requireNameFree(String name);

  /** Throws UNKNOWN_TABLE or UNKNOWN_COLUMN if the column does not exist. */
  void requireColumn(OwningColumn owner);

  /** Adds the catalog changes for a created sequence to the command. */
  default void created(
      ExclusiveContext context, long id, String name, @Nullable OwningColumn owner) {}

  /** Adds the catalog changes for a renamed sequence to the command. */
  default void renamed(ExclusiveContext context, long id, String newName) {}

  /** Adds the catalog changes for a changed or removed OWNED BY column to the command. */
  default void ownerChanged(ExclusiveContext context, long id, @Nullable OwningColumn owner) {}

  /** Adds the catalog changes for a dropped sequence to the command. */
  default void dropped(ExclusiveContext context, long id) {}
}
