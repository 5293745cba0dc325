package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.RowConstraints;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Row changes outside of transactions: each call is one batch, which is a transaction by itself.
 */
public final class AutocommitWrites implements StatementWrites {
  private final EngineContext engine;

  public AutocommitWrites(EngineContext engine) {
    this.engine = requireNonNull(engine, "engine is null");
  }

  @Override
  public long write(Table table, Iterable<RowChange> changes) {
    if (!changes.iterator().hasNext()) {
      return 0;
    }
    RowBatch batch = engine.writes().newBatch(table).ofStatement();
    addAll(batch, table, changes);
    WriteResult result = written(batch, table, changes);
    return result.insertedCount() + result.updatedCount() + result.deletedCount();
  }

  @Override
  public void addEntries(Table table, String indexName) {
    throw new IllegalStateException("indexes are filled in transactions only: name=" + indexName);
  }

  /** Checks NOT NULL only: rows of tables with CHECK are written in transactions. */
  @Override
  public void requireConstraints(Table table, @Nullable Object[] row) {
    RowConstraints.requireValues(table, row);
  }

  private void addAll(RowBatch batch, Table table, Iterable<RowChange> changes) {
    for (RowChange change : changes) {
      try {
        add(batch, change);
      } catch (ColonnadeException e) {
        throw e.code() == ErrorCode.NOT_NULL_VIOLATION
            ? duplicate(e, table, first(changes, batch.count()))
            : e;
      }
    }
  }

  private static List<RowChange> first(Iterable<RowChange> changes, int count) {
    return StreamSupport.stream(changes.spliterator(), false).limit(count).toList();
  }

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    List<RowChange> changes = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      changes.add(new RowChange.Insert(Arrays.asList(row)));
    }
    return write(table, changes);
  }

  /** Returns false: rows outside of transactions are written by {@link #insertAll}. */
  @Override
  public boolean insertStored(Table table, EncodedRowSource rows, InsertLocking locking) {
    return false;
  }

  private WriteResult written(RowBatch batch, Table table, Iterable<RowChange> changes) {
    try {
      return engine
          .gate()
          .run(() -> engine.writes().writeAndWait(batch, engine.config().commit().durability()));
    } catch (ColonnadeException e) {
      throw isAboutKeys(e.code()) ? duplicate(e, table, changes) : e;
    }
  }

  /** A batch with the same key twice fails with INVALID_ARGUMENT. */
  private static boolean isAboutKeys(ErrorCode code) {
    return code == ErrorCode.UNIQUE_VIOLATION || code == ErrorCode.INVALID_ARGUMENT;
  }

  /**
   * Returns the violation with the name of its constraint and the columns of the first duplicate
   * key; the cause itself if there is no duplicate.
   */
  private ColonnadeException duplicate(
      ColonnadeException cause, Table table, Iterable<RowChange> changes) {
    List<Column> columns = table.schema().keyColumns();
    Set<Key> seen = new HashSet<>();
    for (RowChange change : changes) {
      if (change instanceof RowChange.Insert insert) {
        Object[] values =
            columns.stream()
                .map(column -> insert.values().get(table.schema().ordinal(column.id())))
                .toArray();
        Key key = table.format().keyCodec().encode(values);
        if (!seen.add(key) || exists(table, key)) {
          return UniqueViolations.ofKey(
              table, table.format().keyCodec().familyKey(key, ColumnFamily.FIRST_ID));
        }
      }
    }
    return cause;
  }

  private boolean exists(Table table, Key rowKey) {
    Key stored = table.format().keyCodec().familyKey(rowKey, ColumnFamily.FIRST_ID);
    return engine.reads().get(table, stored, engine.reads().latest()) != null;
  }

  private static void add(RowBatch batch, RowChange change) {
    RowWriter row = batch.row();
    switch (change) {
      case RowChange.Insert insert -> {
        @Nullable Object[] values = insert.values().toArray();
        RowConstraints.requireValues(batch.table(), values);
        row.putAll(values);
        batch.insert();
      }
      case RowChange.Delete delete -> {
        putKey(row, delete.key());
        batch.delete(Condition.ANY);
      }
      case RowChange.Update update -> {
        putKey(row, update.key());
        batch.update(update.columns(), update.values(), Condition.ANY);
      }
    }
  }

  private static void putKey(RowWriter row, List<Object> key) {
    TableSchema schema = row.schema();
    List<Column> columns = schema.keyColumns();
    for (int i = 0; i < columns.size(); i++) {
      row.putObject(schema.ordinal(columns.get(i).id()), key.get(i));
    }
  }
}
