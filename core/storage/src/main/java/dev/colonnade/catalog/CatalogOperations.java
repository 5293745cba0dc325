package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.IndexState;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of the catalogue.
 *
 * <p>Each is atomic and durable: one exclusive command of the commit pipeline writes the records
 * and replaces the snapshot before any writer goes on. So every commit is either before or after a
 * change of the catalogue, and so is every crash. Changes wait for each other and may read the
 * disk: they are not for event loops.
 */
public final class CatalogOperations {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogOperations.class);

  private final Catalog catalog;
  private final CatalogGround ground;

  public CatalogOperations(Catalog catalog, CatalogGround ground) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.ground = requireNonNull(ground, "ground is null");
  }

  /**
   * Makes a change that may have several steps: all of them hold at once, or none.
   *
   * @return what {@code steps} return
   */
  public <T> T change(Function<CatalogEdit, T> steps) {
    try (CatalogGround.Lease _ = ground.lock()) {
      CatalogEdit edit = catalog.newEdit();
      T result = steps.apply(edit);
      if (!edit.isEmpty()) {
        commit(edit);
      }
      return result;
    }
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
        edit ->
            edit.createTable(
                edit.snapshot().plainName(name),
                new SchemaHistory(schema),
                TableClauses.ofDefaults(defaults),
                rules));
  }

  /** Renames a table; its id and its rows stay. */
  public Table renameTable(String name, String newName) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(name);
          return edit.rename(table, new ObjectName(table.schemaId(), newName));
        });
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
    return change(
        edit -> {
          Table table = edit.snapshot().table(tableName);
          new Drops(edit, false).column(table, table.schema().column(column));
          return edit.snapshot().table(table.id());
        });
  }

  /**
   * Drops a table with all its rows and their past. Reads of it that are going on fail with
   * UNKNOWN_TABLE, and so do writes that come to be committed afterwards.
   *
   * @throws ColonnadeException DEPENDENT_OBJECTS if a view needs it
   */
  public void dropTable(String name) {
    change(
        edit -> {
          Table table = edit.snapshot().table(name);
          new Drops(edit, false).relations(List.of(table));
          return table;
        });
  }

  /**
   * Changes names and constraints of a table, or what else needs no entry of an index to be made or
   * removed: {@link #createIndex} and {@link #dropIndex} are for that.
   */
  public Table changeRules(int tableId, UnaryOperator<TableRules> operator) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(tableId);
          return edit.changeRules(table, operator.apply(table.descriptor().rules()));
        });
  }

  /** As {@link #changeRules(int, UnaryOperator)}, of a table of {@code colonnade}. */
  public Table changeRules(String tableName, UnaryOperator<TableRules> operator) {
    return changeRules(catalog.snapshot().table(tableName).id(), operator);
  }

  /**
   * Creates an index of a table that may have rows, while it is read and written. Writers keep the
   * index from its first moment on; then the rows that were there before are added, and then
   * readers use it.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if two rows have the same key; the index is gone
   *     again then, as after any other error
   */
  public Table createIndex(int tableId, String name, Index.Definition definition) {
    Table building =
        changeRules(tableId, rules -> rules.withIndex(name, definition, IndexState.BUILDING));
    return fillIndex(building, building.descriptor().rules().nextIndexId() - 1);
  }

  private Table fillIndex(Table building, int id) {
    Failpoint.INDEX_BEFORE_FILL.pass();
    try {
      ground.fill(building, id);
      Failpoint.INDEX_AFTER_FILL.pass();
      return changeRules(building.id(), rules -> rules.withState(id, IndexState.READY));
    } catch (RuntimeException | Error e) {
      dropUnfinished(building.id(), id, e);
      throw e;
    }
  }

  /** As {@link #createIndex(int, String, Index.Definition)}, of a table of {@code colonnade}. */
  public Table createIndex(String tableName, String name, Index.Definition definition) {
    return createIndex(catalog.snapshot().table(tableName).id(), name, definition);
  }

  private void dropUnfinished(int tableId, int indexId, Throwable reason) {
    try {
      Table table = catalog.snapshot().findTable(tableId);
      if (table != null && table.findIndex(indexId) != null) {
        dropIndex(tableId, indexId);
      }
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Drops an index with its entries. */
  public Table dropIndex(int tableId, int indexId) {
    try (CatalogGround.Lease _ = ground.lock()) {
      CatalogEdit edit = catalog.newEdit();
      Table table = catalog.snapshot().table(tableId);
      TableIndex index = table.findIndex(indexId);
      if (index == null) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT, "no such index: tableId=" + tableId + " id=" + indexId);
      }
      Table changed = edit.changeRules(table, table.descriptor().rules().withoutIndex(indexId));
      Failpoint.CATALOG_BEFORE_WRITE.pass();
      ground.clear(index.span(), context -> write(context, edit));
      Failpoint.CATALOG_AFTER_WRITE.pass();
      return changed;
    }
  }

  /** As {@link #dropIndex(int, int)}, of a table of {@code colonnade}. */
  public Table dropIndex(String tableName, int indexId) {
    return dropIndex(catalog.snapshot().table(tableName).id(), indexId);
  }

  /** Drops the indexes that were being built when the store was last closed. */
  public void dropUnfinishedIndexes() {
    for (Table table : catalog.snapshot().tables()) {
      for (TableIndex index : table.indexes()) {
        if (!index.descriptor().isReady()) {
          dropIndex(table.id(), index.id());
        }
      }
    }
  }

  /** Removes all rows of a table, with their past. */
  public void clear(Table table) {
    ground.clear(
        table.span(),
        context -> {
          table.requireLive();
          return table;
        });
  }

  /** Creates an enum type with labels in the order given. */
  public EnumType createEnum(String name, List<String> labels) {
    return change(edit -> edit.createEnum(edit.snapshot().plainName(name), labels));
  }

  /** Adds a label at the end of an enum. */
  public EnumType addLabel(String enumName, String label) {
    return change(edit -> edit.changeEnum(edit.snapshot().enumType(enumName).withLast(label)));
  }

  /** Drops an enum type that no column of any version is of; otherwise DEPENDENT_OBJECTS. */
  public void dropEnum(String name) {
    change(
        edit -> {
          EnumType type = edit.snapshot().enumType(name);
          edit.dropEnum(type);
          return type;
        });
  }

  /** Clears what is left of tables that were dropped before the store was closed, or fell. */
  public void resumeCleanUps() {
    try (CatalogGround.Lease _ = ground.lock()) {
      catalog.snapshot().doomed().forEach(table -> cleanUp(table.id()));
    }
  }

  /** Has {@code work} change nothing of the catalogue but what belongs to its own commands. */
  public <T> T whileUnchanged(Supplier<T> work) {
    try (CatalogGround.Lease _ = ground.lock()) {
      return work.get();
    }
  }

  /** Makes ranges for tables that a change creates, before it is written. */
  public void prepare(CatalogEdit edit) {
    // Before a table is there: after a crash in between, the next new table gets this id and finds
    // its ranges made.
    List<KeySpan> created = newSpans(edit);
    created.forEach(ground::carve);
    if (!created.isEmpty()) {
      Failpoint.CATALOG_AFTER_CARVE.pass();
    }
  }

  private static List<KeySpan> newSpans(CatalogEdit edit) {
    List<KeySpan> spans = new ArrayList<>();
    for (Table table : edit.snapshot().tables()) {
      Table known = edit.before().findTable(table.id());
      if (known == null) {
        spans.add(table.span());
      }
      for (TableIndex index : table.indexes()) {
        if (known == null || known.findIndex(index.id()) == null) {
          spans.add(index.span());
        }
      }
    }
    return spans;
  }

  /**
   * Adds a change to a batch of rows, so that both hold together or neither. {@link #prepare} comes
   * before, {@link #finish} afterwards.
   */
  public void addTo(Mutations mutations, CatalogEdit edit) {
    CatalogSnapshot after = edit.after();
    edit.forEachChange(
        (key, value) -> {
          if (value == null) {
            mutations.deleteMeta(key, MetaCondition.ANY);
          } else {
            mutations.putMeta(key, value, MetaCondition.ANY);
          }
        });
    mutations.onApplied(() -> apply(edit, after));
  }

  /** Clears the spans of tables that a change has dropped, after it was written. */
  public void finish(CatalogEdit edit) {
    droppedTables(edit).forEach(table -> cleanUp(table.id()));
    for (Table table : edit.before().tables()) {
      Table now = edit.snapshot().findTable(table.id());
      for (TableIndex index : table.indexes()) {
        if (now != null && now.findIndex(index.id()) == null) {
          // Ids of indexes are never used again: what a crash leaves goes with the table.
          ground.clear(index.span(), context -> index);
        }
      }
    }
  }

  /** Fills the indexes that a change has created, after it was written. */
  public void fillIndexes(CatalogEdit edit) {
    for (Table table : edit.snapshot().tables()) {
      Table before = edit.before().findTable(table.id());
      for (TableIndex index : table.indexes()) {
        boolean isNew = before == null || before.findIndex(index.id()) == null;
        if (isNew && !index.descriptor().isReady()) {
          fillIndex(table, index.id());
        }
      }
    }
  }

  private Table changeColumns(String name, UnaryOperator<SchemaHistory> operator) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(name);
          return edit.changeColumns(table, operator.apply(table.history()));
        });
  }

  private void commit(CatalogEdit edit) {
    prepare(edit);
    Failpoint.CATALOG_BEFORE_WRITE.pass();
    ground.exclusive(context -> write(context, edit));
    Failpoint.CATALOG_AFTER_WRITE.pass();
    finish(edit);
  }

  private CatalogSnapshot write(ExclusiveContext context, CatalogEdit edit) {
    CatalogSnapshot after = edit.after();
    ground.changing(context, edit.before(), after);
    edit.writeTo(context.batch());
    context.onApplied(() -> apply(edit, after));
    return after;
  }

  /** Before any writer goes on: whoever finds rows missing later finds the mark. */
  private void apply(CatalogEdit edit, CatalogSnapshot after) {
    droppedTables(edit).forEach(table -> table.life().drop());
    catalog.replace(after);
  }

  private static List<Table> droppedTables(CatalogEdit edit) {
    CatalogSnapshot after = edit.snapshot();
    return edit.before().tables().stream()
        .filter(table -> after.findTable(table.id()) == null)
        .toList();
  }

  /** What cannot be cleared now is cleared when the store is opened the next time. */
  private void cleanUp(int tableId) {
    try {
      ground.clear(
          Table.spanOf(tableId),
          context -> {
            catalog.join(context, edit -> edit.cleaned(tableId));
            return tableId;
          });
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.RANGE_BUSY && e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      LOG.warn("a dropped table is cleared at the next start: tableId={}", tableId, e);
    }
  }

  private static int familyId(TableSchema schema, @Nullable String name) {
    if (name == null) {
      return ColumnFamily.FIRST_ID;
    }
    for (ColumnFamily family : schema.families()) {
      if (family.name().equals(name)) {
        return family.id();
      }
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such family: family=" + name);
  }

  /** A column to be added. */
  public record NewColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {}
}
