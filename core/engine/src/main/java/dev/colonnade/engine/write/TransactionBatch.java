package dev.colonnade.engine.write;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Application of a row batch as one statement of a transaction. Changes are made in the order of
 * the batch, those of one kind together; conditions are checked against the rows that the statement
 * sees.
 */
public final class TransactionBatch {
  private enum Kind {
    INSERT,
    UPDATE,
    DELETE
  }

  private final RowBatch batch;
  private final StatementTransaction statement;
  private final Table table;
  private final RowDecoder decoder;
  private final List<RowChange> pending = new ArrayList<>();
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private Kind pendingKind = Kind.INSERT;

  private TransactionBatch(RowBatch batch, StatementTransaction statement) {
    this.batch = requireNonNull(batch, "batch is null");
    this.statement = requireNonNull(statement, "statement is null");
    this.table = batch.table();
    this.decoder = new RowDecoder(table.format());
  }

  /**
   * Applies a batch; it becomes visible with the commit of the transaction, so that the timestamp
   * of the result is 0.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION, ROW_NOT_FOUND, SERIALIZATION_FAILURE; and
   *     INVALID_ARGUMENT if a row is changed twice
   */
  public static WriteResult apply(RowBatch batch, StatementTransaction statement) {
    TransactionBatch work = new TransactionBatch(batch, statement);
    statement.writes().together(work::applyAll);
    return new WriteResult(
        0, work.count(Kind.INSERT), work.count(Kind.UPDATE), work.count(Kind.DELETE));
  }

  private long count(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  private void applyAll() {
    Set<Key> seen = new HashSet<>();
    for (BatchRowChange change : batch.changes()) {
      if (!seen.add(change.rowKey())) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "a row is changed twice: key=" + change.rowKey());
      }
      switch (change) {
        case BatchRowChange.Put put -> put(put);
        case BatchRowChange.Delete delete -> {
          requireCondition(delete);
          add(
              Kind.DELETE,
              new RowChange.Delete(table.format().keyCodec().decodePresent(delete.rowKey())));
        }
        case BatchRowChange.Update update -> {
          requireCondition(update);
          List<Column> columns =
              Arrays.stream(update.columnIds()).mapToObj(table.schema()::column).toList();
          add(
              Kind.UPDATE,
              new RowChange.Update(
                  table.format().keyCodec().decodePresent(update.rowKey()),
                  columns,
                  Arrays.asList(update.values())));
        }
      }
    }
    flush();
  }

  private void put(BatchRowChange.Put put) {
    List<@Nullable Object> row =
        Arrays.asList(decoder.decode(put.rowKey(), put.valuesByFamily(table.schema())));
    if (put.condition() == Condition.ABSENT) {
      add(Kind.INSERT, new RowChange.Insert(row));
    } else if (requireCondition(put)) {
      update(put.rowKey(), row);
    } else {
      add(Kind.INSERT, new RowChange.Insert(row, true));
    }
  }

  private void update(Key rowKey, List<@Nullable Object> row) {
    TableSchema schema = table.schema();
    List<Column> columns =
        schema.columns().stream().filter(column -> !schema.isKey(column.id())).toList();
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    for (Column column : columns) {
      values.add(row.get(schema.ordinal(column.id())));
    }
    add(
        Kind.UPDATE,
        new RowChange.Update(table.format().keyCodec().decodePresent(rowKey), columns, values));
  }

  private void add(Kind kind, RowChange change) {
    if (kind != pendingKind) {
      flush();
      pendingKind = kind;
    }
    pending.add(change);
  }

  private void flush() {
    if (!pending.isEmpty()) {
      counts.merge(pendingKind, statement.writes().write(table, pending), Long::sum);
      pending.clear();
    }
  }

  /** Checks the condition of a change that is no insert; returns whether its row exists. */
  private boolean requireCondition(BatchRowChange change) {
    if (change.condition() == Condition.ANY && !(change instanceof BatchRowChange.Put)) {
      return true; // updates and deletes of missing rows have no effect
    }
    Key first = table.format().keyCodec().familyKey(change.rowKey(), ColumnFamily.FIRST_ID);
    Version version = statement.get(table, first);
    RowUpdates.requireCondition(
        change, version == null ? Condition.VersionIs.NONE : version.timestamp());
    return version != null;
  }
}
