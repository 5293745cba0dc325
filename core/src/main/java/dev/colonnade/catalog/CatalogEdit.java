package dev.colonnade.catalog;

import dev.colonnade.catalog.CatalogCodec.State;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.SchemaHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One change of the catalogue, worked out from a snapshot: what has to be written, and the snapshot
 * that holds afterwards. Checks names, limits and references; touches neither store nor pipeline.
 */
final class CatalogEdit {
  /** A record to write, or to remove where the value is null. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record RecordChange(Key key, byte @Nullable [] value) {}

  private final CatalogSnapshot before;
  private final NavigableMap<String, Table> tables;
  private final NavigableMap<String, EnumType> enums;
  private final List<RecordChange> changes = new ArrayList<>();
  private int nextObjectId;

  CatalogEdit(CatalogSnapshot before) {
    this.before = before;
    this.tables = new TreeMap<>(before.tablesByName());
    this.enums = new TreeMap<>(before.enumsByName());
    this.nextObjectId = before.nextObjectId();
  }

  Table createTable(
      String name, SchemaHistory history, Map<Integer, String> defaults, TableRules rules) {
    if (tables.containsKey(name)) {
      throw duplicateTable(name);
    }
    requireRoom("tables", tables.size(), Catalog.TABLES_MAX);
    requireKnownEnums(history);
    rules.indexes().forEach(index -> requireFree(index.name()));
    Table table = Table.of(new TableDescriptor(nextObjectId(), name, history, defaults, rules));
    return put(table);
  }

  Table renameTable(Table table, String newName) {
    if (tables.containsKey(newName)) {
      throw duplicateTable(newName);
    }
    Table renamed = table.with(table.descriptor().withName(newName));
    tables.remove(table.name());
    return put(renamed);
  }

  Table changeColumns(Table table, SchemaHistory history) {
    requireKnownEnums(history);
    return put(table.with(table.descriptor().withHistory(history)));
  }

  /** Gives a table other indexes and constraints. */
  Table changeRules(Table table, TableRules rules) {
    for (Index index : rules.indexes()) {
      if (table.descriptor().rules().findIndex(index.name()) == null) {
        ObjectNames.require("index", index.name());
        requireFree(index.name());
      }
    }
    return put(table.with(table.descriptor().withRules(rules)));
  }

  /** Tables and indexes share one space of names. */
  private void requireFree(String indexName) {
    boolean isTaken =
        tables.containsKey(indexName)
            || tables.values().stream()
                .anyMatch(table -> table.descriptor().rules().findIndex(indexName) != null);
    if (isTaken) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"" + indexName + "\" already exists");
    }
  }

  void dropTable(Table table) {
    tables.remove(table.name());
    changes.add(new RecordChange(CatalogLayout.tableKey(table.id()), null));
  }

  EnumType createEnum(String name, List<String> labels) {
    if (enums.containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "enum is there already: enum=" + name);
    }
    requireRoom("enums", enums.size(), Catalog.ENUMS_MAX);
    ObjectNames.require("enum", name);
    return put(EnumType.create(nextObjectId(), name, labels));
  }

  /** Replaces an enum by a form of it with more labels, in all tables too. */
  EnumType extendEnum(EnumType longer) {
    for (Table table : List.copyOf(tables.values())) {
      if (table.descriptor().uses(longer)) {
        // The table's record names the enum by id only and stays as it is.
        SchemaHistory history = table.history().withEnum(longer);
        tables.put(table.name(), table.with(table.descriptor().withHistory(history)));
      }
    }
    return put(longer);
  }

  void dropEnum(EnumType type) {
    for (Table table : tables.values()) {
      if (table.descriptor().uses(type)) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "enum is in use: enum=" + type.name() + " table=" + table.name());
      }
    }
    enums.remove(type.name());
    changes.add(new RecordChange(CatalogLayout.enumKey(type.id()), null));
  }

  /** The catalogue after the change. */
  CatalogSnapshot after() {
    return new CatalogSnapshot(before.version() + 1, nextObjectId, tables, enums);
  }

  /** Adds everything that has to be written. */
  void writeTo(Batch batch) {
    for (RecordChange change : changes) {
      byte[] value = change.value();
      if (value == null) {
        batch.delete(Space.META, change.key().bytes());
      } else {
        batch.put(Space.META, change.key().bytes(), value);
      }
    }
    byte[] state = CatalogCodec.encode(new State(before.version() + 1, nextObjectId));
    batch.put(Space.META, CatalogLayout.STATE_KEY.bytes(), state);
  }

  private Table put(Table table) {
    tables.put(table.name(), table);
    byte[] record = CatalogCodec.encode(table.descriptor());
    if (record.length > Catalog.RECORD_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "table takes too much room in the catalogue: table="
              + table.name()
              + " bytes="
              + record.length
              + " bytesMax="
              + Catalog.RECORD_BYTES_MAX);
    }
    changes.add(new RecordChange(CatalogLayout.tableKey(table.id()), record));
    return table;
  }

  private EnumType put(EnumType type) {
    enums.put(type.name(), type);
    changes.add(new RecordChange(CatalogLayout.enumKey(type.id()), CatalogCodec.encode(type)));
    return type;
  }

  private int nextObjectId() {
    if (nextObjectId == Integer.MAX_VALUE) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "no object ids are left: next=" + nextObjectId);
    }
    return nextObjectId++;
  }

  private void requireKnownEnums(SchemaHistory history) {
    for (EnumType used : EnumUse.of(history).values()) {
      if (!Objects.equals(used, enums.get(used.name()))) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "enum of a column is not the one in the catalogue: enum=" + used.name());
      }
    }
  }

  private static ColonnadeException duplicateTable(String name) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_TABLE, "table is there already: table=" + name);
  }

  private static void requireRoom(String what, int count, int countMax) {
    if (count >= countMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many " + what + ": count=" + count + " max=" + countMax);
    }
  }
}
