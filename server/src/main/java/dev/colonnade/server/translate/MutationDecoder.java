package dev.colonnade.server.translate;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.protocol.mutation.MutationKind;
import dev.colonnade.protocol.mutation.MutationLayout;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.tuple.TupleReader;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of the mutations of a write to row changes. Reads the block once, tuple by tuple; for any
 * bytes it either fills the batch or throws an exception.
 */
public final class MutationDecoder {
  private final RowBatch batch;
  private final TableSchema schema;
  private final List<Column> columns;
  private final TupleCopier rows;
  private final TupleCopier keys;
  private final TupleReader rowTuples;
  private final TupleReader keyTuples;
  private final ByteBuf block;
  private int privileges;

  private MutationDecoder(
      RowBatch batch, TableSchema encodedBy, List<Integer> columnIds, ByteBuf block) {
    Table table = batch.table();
    this.batch = batch;
    this.block = block;
    schema = table.schema();
    columns = columns(encodedBy, columnIds, schema);
    List<Column> keyColumns = schema.keyColumns();
    rows = TupleCopier.withDefaults(schema, columns);
    keys = TupleCopier.of(schema, keyColumns);
    rowTuples = new TupleReader(shape(columns), block);
    keyTuples = new TupleReader(shape(keyColumns), block);
  }

  /**
   * Adds the mutations of {@code write} to {@code batch}, and returns the mask of the privileges
   * that they need. The request retains its buffer.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA_VERSION, UNKNOWN_COLUMN, INVALID_ARGUMENT,
   *     NOT_NULL_VIOLATION, or another code for an invalid value
   */
  public static int add(Write write, RowBatch batch) {
    TableSchema encodedBy = batch.table().history().version(write.table().schemaVersion());
    MutationDecoder changes =
        new MutationDecoder(batch, encodedBy, write.columnIds(), write.mutations());
    changes.addAll(write.mutationCount());
    return changes.privileges;
  }

  private void addAll(int count) {
    int found = 0;
    while (found < count && block.isReadable()) {
      addNext();
      found++;
    }
    KeyTupleDecoder.requireCount(found, count, block.isReadable());
  }

  private void addNext() {
    int head = block.readUnsignedByte();
    Condition condition = condition(head);
    switch (kind(head & MutationLayout.KIND_MASK)) {
      case INSERT -> {
        requireNoVersion(condition);
        privileges |= Privilege.INSERT.bit();
        nextRow();
        batch.insert();
      }
      case UPSERT -> {
        privileges |= Privilege.mask(Privilege.INSERT, Privilege.UPDATE, Privilege.SELECT);
        nextRow();
        batch.upsert(condition);
      }
      case UPDATE -> {
        privileges |= Privilege.mask(Privilege.UPDATE, Privilege.SELECT);
        update(condition);
      }
      case DELETE -> {
        privileges |= Privilege.mask(Privilege.DELETE, Privilege.SELECT);
        keyTuples.next();
        keys.put(keyTuples, batch.row());
        batch.delete(condition);
      }
    }
  }

  private void nextRow() {
    rowTuples.next();
    rows.put(rowTuples, batch.row());
  }

  private void update(Condition condition) {
    rowTuples.next();
    rows.putKey(rowTuples, batch.row());
    List<Column> changed = new ArrayList<>(columns.size());
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!schema.isKey(column.id())) {
        changed.add(column);
        values.add(TupleValues.objectAt(rowTuples, i, column.type()));
      }
    }
    batch.update(changed, values, condition);
  }

  private Condition condition(int head) {
    if ((head & MutationLayout.FLAG_EXPECTED_TIMESTAMP) == 0) {
      return Condition.ANY;
    }
    if (block.readableBytes() < MutationLayout.EXPECTED_TIMESTAMP_BYTES) {
      throw invalid("mutation is truncated: readable=" + block.readableBytes());
    }
    long expected = block.readLongLE();
    if (expected < MutationLayout.EXPECTED_ABSENT) {
      throw invalid("expected timestamp is below 0: timestamp=" + expected);
    }
    return expected == MutationLayout.EXPECTED_ABSENT
        ? Condition.ABSENT
        : Condition.versionIs(expected);
  }

  private static void requireNoVersion(Condition condition) {
    if (condition instanceof Condition.VersionIs version) {
      throw invalid("an insert cannot expect a version: expectedTimestamp=" + version.timestamp());
    }
  }

  private static MutationKind kind(int code) {
    for (MutationKind kind : MutationKind.values()) {
      if (kind.code() == code) {
        return kind;
      }
    }
    throw invalid("unknown mutation kind: code=" + code);
  }

  private static List<Column> columns(
      TableSchema encodedBy, List<Integer> columnIds, TableSchema schema) {
    if (columnIds.isEmpty()) {
      encodedBy.columns().forEach(column -> schema.column(column.id()));
      return encodedBy.columns().stream().map(column -> schema.column(column.id())).toList();
    }
    if (columnIds.stream().distinct().count() != columnIds.size()) {
      throw invalid("a column is written twice: columnIds=" + columnIds);
    }
    List<Column> columns = columnIds.stream().map(schema::column).toList();
    for (Column key : schema.keyColumns()) {
      if (!columns.contains(key)) {
        throw invalid("a write needs all key columns: missing=" + key.name());
      }
    }
    return columns;
  }

  private static TupleSchema shape(List<Column> columns) {
    return TupleSchema.of(
        columns.stream().map(column -> ColumnTypeTranslator.toWire(column.type())).toList());
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
