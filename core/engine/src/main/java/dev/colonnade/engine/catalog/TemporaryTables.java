package dev.colonnade.engine.catalog;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Temporary tables: ordinary tables in a schema of their session, which is dropped when the session
 * ends, or after a crash when the database is opened the next time.
 */
public final class TemporaryTables {
  private TemporaryTables() {}

  /** Drops the schema of a session with its contents. Returns the schema. */
  public static SchemaEntry drop(CatalogEdit edit, SchemaEntry schema) {
    new ObjectDrop(edit, true).dropSchemas(List.of(schema));
    return schema;
  }

  /** Drops the temporary schemas of sessions that a crash has ended. */
  public static void dropAll(CatalogOperations operations, CatalogSnapshot catalog) {
    List<SchemaEntry> left = new ArrayList<>();
    for (DatabaseEntry database : catalog.databases()) {
      catalog.schemas(database.id()).stream().filter(SchemaEntry::isTemporary).forEach(left::add);
    }
    if (!left.isEmpty()) {
      operations.change(
          edit -> {
            new ObjectDrop(edit, true).dropSchemas(left);
            return left;
          });
    }
  }

  /**
   * Applies ON COMMIT to the temporary tables of a session before its transaction commits. A table
   * with DELETE ROWS had no rows before the transaction, so that discarding the transaction's
   * writes empties it.
   */
  public static void beforeCommit(
      Transaction transaction,
      UncommittedCatalog draft,
      CatalogSnapshot catalog,
      @Nullable SchemaEntry schema) {
    if (schema == null) {
      return;
    }
    List<Table> toDrop = new ArrayList<>();
    for (Table table : catalog.tables(schema.id())) {
      switch (OnCommit.of(table.descriptor().properties().settings())) {
        case PRESERVE_ROWS -> {}
        case DELETE_ROWS -> transaction.discardWrites(table.span());
        case DROP -> {
          transaction.discardWrites(table.span());
          toDrop.add(table);
        }
      }
    }
    if (!toDrop.isEmpty()) {
      draft.change(transaction, LockWaitPolicy.FOREVER, edit -> drop(edit, toDrop));
    }
  }

  private static List<Table> drop(CatalogEdit edit, List<Table> tables) {
    new ObjectDrop(edit, true).dropRelations(tables);
    return tables;
  }
}
