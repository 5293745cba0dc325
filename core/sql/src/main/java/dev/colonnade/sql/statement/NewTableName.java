package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Name of a new table, view or sequence. The first temporary object creates the schema of temporary
 * ones.
 *
 * @param schemaId -1 if the schema does not exist yet
 * @param temporary the ON COMMIT action of a temporary table; null if it is not temporary
 */
public record NewTableName(
    int databaseId, int schemaId, String schemaName, String name, @Nullable OnCommit temporary) {
  /** No schema has this id. */
  private static final int NOT_THERE = -1;

  public NewTableName {
    requireNonNull(schemaName, "schemaName is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the name as a statement gives it; a table in {@code pg_temp} is temporary. */
  public static NewTableName of(NameScope names, List<String> parts, @Nullable OnCommit temporary) {
    String last = parts.getLast();
    int databaseId = names.database().id();
    boolean isAlias =
        parts.size() > 1 && parts.get(parts.size() - 2).equals(SchemaEntry.TEMPORARY_ALIAS);
    boolean isOwn = parts.size() > 1 && parts.get(parts.size() - 2).equals(names.temporaryName());
    if (temporary == null && !isAlias && !isOwn) {
      ObjectName found = names.newName(parts);
      return new NewTableName(databaseId, found.schemaId(), "", found.name(), null);
    }
    if (parts.size() > 1 && !isAlias && !isOwn) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION, "cannot create temporary relation in non-temporary schema");
    }
    SchemaEntry schema = names.temporarySchema();
    return new NewTableName(
        databaseId,
        schema == null ? NOT_THERE : schema.id(),
        names.temporaryName(),
        last,
        temporary == null ? OnCommit.PRESERVE_ROWS : temporary);
  }

  /** The name as it is known before the table is made. */
  public ObjectName known() {
    return new ObjectName(schemaId, name);
  }

  /** Returns whether a relation has the name. */
  public boolean isTaken(CatalogSnapshot catalog) {
    return catalog.findRelation(known()) != null;
  }

  /** Adds the notice that a relation has the name, which IF NOT EXISTS makes no error. */
  public void addTakenNotice(Execution execution) {
    execution
        .notices()
        .skipped(ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name));
  }

  /** The name for a table that is made now, with its schema. */
  public ObjectName in(CatalogEdit edit) {
    return temporary == null
        ? known()
        : new ObjectName(
            new NamespaceEdit(edit).temporarySchema(databaseId, schemaName).id(), name);
  }
}
