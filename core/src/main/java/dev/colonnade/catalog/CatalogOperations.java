package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.IndexState;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.commit.ExclusiveContext;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.Family;
import dev.colonnade.type.SchemaHistory;
import dev.colonnade.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the catalogue.
 *
 * <p>Each is atomic and durable: one exclusive command of the commit pipeline writes the records
 * and replaces the snapshot before any writer goes on. So every commit is either before or after a
 * change of the catalogue, and so is every crash. Changes wait for each other and may read the
 * disk: they are not for event loops.
 */
public final class CatalogOperations {
  private final Catalog catalog;
  private final CatalogGround ground;
  private final ReentrantLock changing = new ReentrantLock();

  public CatalogOperations(Catalog catalog, CatalogGround ground) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.ground = requireNonNull(ground, "ground is null");
  }

  /**
   * Creates a table in ranges of its own.
   *
   * @param schema its first version; enums in it must be those of the catalogue
   */
  public Table createTable(String name, TableSchema schema) {
    return createTable(name, schema, Map.of());
  }

  /**
   * As {@link #createTable(String, TableSchema)}, with expressions for columns that an insert does
   * not name.
   */
  public Table createTable(String name, TableSchema schema, Map<Integer, String> defaults) {
    return createTable(name, schema, defaults, TableRules.NONE);
  }

  /** As {@link #createTable(String, TableSchema, Map)}, with indexes and constraints. */
  public Table createTable(
      String name, TableSchema schema, Map<Integer, String> defaults, TableRules rules) {
    return change(
        edit -> {
          Table table = edit.createTable(name, new SchemaHistory(schema), defaults, rules);
          // Before the table is there: after a crash in between, the next new table gets this id
          // and finds its ranges made.
          ground.carve(table.span());
          table.indexes().forEach(index -> ground.carve(index.span()));
          Failpoint.CATALOG_AFTER_CARVE.pass();
          return commit(edit, table);
        });
  }

  /** Renames a table; its id and its rows stay. */
  public Table renameTable(String name, String newName) {
    return change(edit -> commit(edit, edit.renameTable(catalog.snapshot().table(name), newName)));
  }

  /**
   * Adds a column that rows written before read as {@code defaultValue}.
   *
   * @param family the family to keep it in; null for the first
   */
  public Table addColumn(String tableName, NewColumn column, @Nullable String family) {
    return changeColumns(
        tableName,
        history ->
            history.addColumn(
                column.name(),
                column.type(),
                column.nullable(),
                column.defaultValue(),
                familyId(history.latest(), family)));
  }

  /** Drops a column that is not part of the key. Rows are not rewritten. */
  public Table dropColumn(String tableName, String column) {
    return changeColumns(tableName, history -> history.dropColumn(column));
  }

  /**
   * Drops a table with all its rows and their past. Reads of it that are going on fail with
   * UNKNOWN_TABLE, and so do writes that come to be committed afterwards.
   */
  public void dropTable(String name) {
    change(
        edit -> {
          Table table = catalog.snapshot().table(name);
          edit.dropTable(table);
          return dropClearing(edit, table);
        });
  }

  /**
   * Changes names and constraints of a table, or what else needs no entry of an index to be made or
   * removed: {@link #createIndex} and {@link #dropIndex} are for that.
   */
  public Table changeRules(String tableName, UnaryOperator<TableRules> operator) {
    return change(
        edit -> {
          Table table = catalog.snapshot().table(tableName);
          return commit(edit, edit.changeRules(table, operator.apply(table.descriptor().rules())));
        });
  }

  /**
   * Creates an index of a table that may have rows, while it is read and written. Writers keep the
   * index from its first moment on; then the rows that were there before are added, and then
   * readers use it.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if two rows have the same key; the index is gone
   *     again then, as after any other error
   */
  public Table createIndex(String tableName, String name, Index.Definition definition) {
    Table building = startIndex(tableName, name, definition);
    int id = building.descriptor().rules().nextIndexId() - 1;
    Failpoint.INDEX_BEFORE_FILL.pass();
    try {
      ground.fill(building, requireNonNull(building.findIndex(id), "index is gone"));
      Failpoint.INDEX_AFTER_FILL.pass();
      return change(
          edit -> {
            Table table = catalog.snapshot().table(building.id());
            TableRules rules = table.descriptor().rules();
            return commit(edit, edit.changeRules(table, rules.withState(id, IndexState.READY)));
          });
    } catch (RuntimeException | Error e) {
      dropUnfinished(building.id(), id, e);
      throw e;
    }
  }

  private Table startIndex(String tableName, String name, Index.Definition definition) {
    return change(
        edit -> {
          Table table = catalog.snapshot().table(tableName);
          TableRules rules =
              table.descriptor().rules().withIndex(name, definition, IndexState.BUILDING);
          Table changed = edit.changeRules(table, rules);
          changed.indexes().forEach(index -> ground.carve(index.span()));
          Failpoint.CATALOG_AFTER_CARVE.pass();
          return commit(edit, changed);
        });
  }

  private void dropUnfinished(int tableId, int indexId, Throwable reason) {
    try {
      Table table = catalog.snapshot().findTable(tableId);
      if (table != null && table.findIndex(indexId) != null) {
        dropIndex(table.name(), indexId);
      }
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Drops an index with its entries. */
  public Table dropIndex(String tableName, int indexId) {
    return change(
        edit -> {
          Table table = catalog.snapshot().table(tableName);
          TableIndex index = table.findIndex(indexId);
          if (index == null) {
            throw new ColonnadeException(
                ErrorCode.UNKNOWN_OBJECT, "no such index: table=" + tableName + " id=" + indexId);
          }
          Table changed = edit.changeRules(table, table.descriptor().rules().withoutIndex(indexId));
          Failpoint.CATALOG_BEFORE_WRITE.pass();
          ground.clear(index.span(), context -> write(context, edit));
          Failpoint.CATALOG_AFTER_WRITE.pass();
          return changed;
        });
  }

  /** Drops the indexes that were being built when the store was last closed. */
  public void dropUnfinishedIndexes() {
    for (Table table : catalog.snapshot().tables()) {
      for (TableIndex index : table.indexes()) {
        if (!index.descriptor().isReady()) {
          dropIndex(table.name(), index.id());
        }
      }
    }
  }

  /** Creates an enum type with labels in the order given. */
  public EnumType createEnum(String name, List<String> labels) {
    return change(edit -> commit(edit, edit.createEnum(name, labels)));
  }

  /** Adds a label at the end of an enum. */
  public EnumType addLabel(String enumName, String label) {
    return change(
        edit ->
            commit(edit, edit.extendEnum(catalog.snapshot().enumType(enumName).withLast(label))));
  }

  /** Drops an enum type that no column of any version is of; otherwise DEPENDENT_OBJECTS. */
  public void dropEnum(String name) {
    change(
        edit -> {
          EnumType type = catalog.snapshot().enumType(name);
          edit.dropEnum(type);
          return commit(edit, type);
        });
  }

  private Table changeColumns(String name, UnaryOperator<SchemaHistory> operator) {
    return change(
        edit -> {
          Table table = catalog.snapshot().table(name);
          return commit(edit, edit.changeColumns(table, operator.apply(table.history())));
        });
  }

  private <T> T change(Change<T> change) {
    changing.lock();
    try {
      return change.make(new CatalogEdit(catalog.snapshot()));
    } finally {
      changing.unlock();
    }
  }

  private <T> T commit(CatalogEdit edit, T result) {
    Failpoint.CATALOG_BEFORE_WRITE.pass();
    ground.exclusive(context -> write(context, edit));
    Failpoint.CATALOG_AFTER_WRITE.pass();
    return result;
  }

  private Table dropClearing(CatalogEdit edit, Table table) {
    Failpoint.CATALOG_BEFORE_WRITE.pass();
    ground.clear(
        table.span(),
        context -> {
          context.onDiscarded(table.life()::restore);
          // Before the write: whoever finds rows missing finds the mark.
          table.life().drop();
          return write(context, edit);
        });
    Failpoint.CATALOG_AFTER_WRITE.pass();
    return table;
  }

  private CatalogSnapshot write(ExclusiveContext context, CatalogEdit edit) {
    CatalogSnapshot after = edit.after();
    ground.changing(context, catalog.snapshot(), after);
    edit.writeTo(context.batch());
    context.onApplied(() -> catalog.replace(after));
    return after;
  }

  private static int familyId(TableSchema schema, @Nullable String name) {
    if (name == null) {
      return Family.FIRST_ID;
    }
    for (Family family : schema.families()) {
      if (family.name().equals(name)) {
        return family.id();
      }
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such family: family=" + name);
  }

  /** A column to be added. */
  public record NewColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {}

  @FunctionalInterface
  private interface Change<T> {
    T make(CatalogEdit edit);
  }
}
