package dev.colonnade.flight.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.type.ArrowValues;
import dev.colonnade.flight.type.Vectors;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Reader of rows of parameters from the batches that a client sends. One thread. */
final class ParameterReader implements StatementExecutor.ParameterSource, AutoCloseable {
  /** Maximum number of rows of parameters that a client binds to a query. */
  static final int BOUND_ROWS_MAX = 100_000;

  private final FlightStream stream;
  private final List<SqlType> types;

  ParameterReader(FlightStream stream, List<SqlType> types) {
    this.stream = requireNonNull(stream, "stream is null");
    this.types = List.copyOf(types);
  }

  @Override
  public @Nullable List<List<@Nullable Object>> next() {
    while (stream.next()) {
      if (stream.hasRoot() && stream.getRoot().getRowCount() > 0) {
        return rows();
      }
    }
    return null;
  }

  private List<List<@Nullable Object>> rows() {
    List<FieldVector> vectors = stream.getRoot().getFieldVectors();
    if (vectors.size() != types.size()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_PARAMETERS,
          "bind message supplies %d parameters, but prepared statement requires %d"
              .formatted(vectors.size(), types.size()));
    }
    try (Vectors plain = Vectors.decoded(vectors, stream.getDictionaryProvider())) {
      List<ArrowValues> values = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        values.add(ArrowValues.of(plain.vectors().get(i), types.get(i)));
      }
      int rowCount = stream.getRoot().getRowCount();
      List<List<@Nullable Object>> rows = new ArrayList<>(rowCount);
      for (int row = 0; row < rowCount; row++) {
        List<@Nullable Object> one = new ArrayList<>(types.size());
        for (ArrowValues column : values) {
          one.add(column.read(row));
        }
        rows.add(Collections.unmodifiableList(one));
      }
      return rows;
    }
  }

  /** Returns all rows; throws LIMIT_EXCEEDED if there are more than {@link #BOUND_ROWS_MAX}. */
  List<List<@Nullable Object>> all() {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (List<List<@Nullable Object>> rows = next(); rows != null; rows = next()) {
      if (all.size() + rows.size() > BOUND_ROWS_MAX) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED,
            "too many rows of parameters for a query: max=" + BOUND_ROWS_MAX);
      }
      all.addAll(rows);
    }
    return all;
  }

  @Override
  public void close() {
    // The call closes its stream.
  }
}
