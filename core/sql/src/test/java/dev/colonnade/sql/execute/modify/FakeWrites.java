package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Fake writer that records all changes, with the table (id int primary key, v text, n int). */
final class FakeWrites implements StatementWrites {
  static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  static final Table TABLE =
      Table.of(
          new TableDescriptor(
              200,
              "t",
              new SchemaHistory(
                  TableSchema.builder()
                      .required("id", ColumnType.Plain.INTEGER)
                      .nullable("v", ColumnType.Plain.TEXT)
                      .nullable("n", ColumnType.Plain.INTEGER)
                      .key("id")
                      .build())));

  final List<String> changes = new ArrayList<>();
  int callCount;
  int aloneCount;
  int storedBatchesMax;
  long expectedCount;

  /** Error of every call; null for none. */
  @Nullable ColonnadeException writeError;

  private int storedBatchCount;

  /** Returns a source plan with columns of these types. */
  static ScanPlan.Values plan(List<VectorType> types) {
    List<PlanColumn> columns = new ArrayList<>();
    types.forEach(type -> columns.add(new PlanColumn("c" + columns.size(), type)));
    return new ScanPlan.Values(List.of(), columns, PlanEstimate.UNKNOWN);
  }

  @Override
  public void addEntries(Table table, String indexName) {
    changes.add("entries of " + indexName);
  }

  @Override
  public long write(Table table, Iterable<RowChange> written) {
    callCount++;
    if (writeError != null) {
      throw writeError;
    }
    long count = 0;
    for (RowChange change : written) {
      changes.add(
          switch (change) {
            case RowChange.Insert(List<@Nullable Object> values, boolean _) -> "insert " + values;
            case RowChange.Delete(List<Object> key) -> "delete " + key;
            case RowChange.Update update ->
                "update %s %s=%s"
                    .formatted(
                        update.key(),
                        update.columns().stream().map(column -> column.name()).toList(),
                        update.values());
          });
      count++;
    }
    return count;
  }

  @Override
  public long writeAlone(Table table, Iterable<RowChange> written) {
    aloneCount++;
    return write(table, written);
  }

  @Override
  public void requireConstraints(Table table, @Nullable Object[] row) {}

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    List<RowChange> inserts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      atRow.accept(i);
      inserts.add(new RowChange.Insert(Arrays.asList(rows.get(i))));
    }
    return write(table, inserts);
  }

  @Override
  public void expectRows(Table table, long count) {
    expectedCount = count;
  }

  /** Accepts {@link #storedBatchesMax} batches; the caller inserts the other rows as values. */
  @Override
  public boolean insertStored(Table table, EncodedRowSource rows, InsertLocking locking) {
    if (storedBatchCount == storedBatchesMax) {
      return false;
    }
    storedBatchCount++;
    RowWriter writer = new RowWriter(table.format());
    RowDecoder decoder = new RowDecoder(table.format());
    for (int i = 0; i < rows.count(); i++) {
      assertThat(rows.put(i, writer.reset())).isTrue();
      Key key = writer.finish();
      byte[] value = requireNonNull(writer.familyValue(0), "value is null");
      changes.add(
          "stored %s %s"
              .formatted(
                  locking,
                  Arrays.toString(decoder.decode(key, Map.of(ColumnFamily.FIRST_ID, value)))));
    }
    return true;
  }
}
