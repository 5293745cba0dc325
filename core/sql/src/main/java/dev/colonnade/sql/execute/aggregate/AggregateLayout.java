package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns of the input that an aggregation reads; keys and calls refer to these alone.
 *
 * @param columns columns of the input
 * @param types their types
 * @param keys positions of the keys in {@code columns}
 * @param calls calls over positions in {@code columns}
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record AggregateLayout(
    List<Integer> columns, List<VectorType> types, int[] keys, List<AggregateCall> calls) {

  static AggregateLayout of(AggregatePlan plan) {
    List<Integer> columns = new ArrayList<>();
    int[] keys = plan.keys().stream().mapToInt(key -> position(columns, key)).toArray();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : plan.calls()) {
      calls.add(moved(call, columns));
    }
    List<VectorType> inputTypes = plan.input().types();
    return new AggregateLayout(
        List.copyOf(columns), columns.stream().map(inputTypes::get).toList(), keys, calls);
  }

  private static AggregateCall moved(AggregateCall call, List<Integer> columns) {
    if (readsNothing(call)) {
      return call;
    }
    return new AggregateCall(
        call.function(),
        call.arguments().stream().map(column -> position(columns, column)).toList(),
        call.distinct(),
        call.filter() == AggregateCall.NO_FILTER
            ? AggregateCall.NO_FILTER
            : position(columns, call.filter()),
        call.order().stream()
            .map(
                key ->
                    new SortKey(
                        position(columns, key.column()), key.descending(), key.nullsFirst()))
            .toList(),
        call.result());
  }

  private static boolean readsNothing(AggregateCall call) {
    return call.arguments().isEmpty()
        && call.order().isEmpty()
        && call.filter() == AggregateCall.NO_FILTER;
  }

  private static int position(List<Integer> columns, int column) {
    if (!columns.contains(column)) {
      columns.add(column);
    }
    return columns.indexOf(column);
  }

  /** Returns a reader of the columns of an input that are read. */
  PieceReader reader(Operator input) {
    return new PieceReader(
        () -> {
          VectorBatch batch = input.next();
          return batch == null ? null : read(batch);
        });
  }

  /** Returns the columns of a batch of the input that are read. */
  VectorBatch read(VectorBatch batch) {
    Vector[] vectors = new Vector[columns.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = batch.column(columns.get(i));
    }
    return new VectorBatch(batch.rowCount(), vectors);
  }

  VectorType keyType(int key) {
    return types.get(keys[key]);
  }
}
