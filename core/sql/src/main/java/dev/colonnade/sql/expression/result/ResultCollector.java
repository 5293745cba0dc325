package dev.colonnade.sql.expression.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collector of the results of branches at their rows; rows without a result are NULL. */
public final class ResultCollector {
  private final VectorType type;
  private final int count;
  private final boolean[] nulls;
  private final long[] longs;
  private final double[] doubles;
  private final boolean[] booleans;
  private final int[] starts;
  private final int[] lengths;
  private byte[] bytes = {};
  private int byteCount;
  private @Nullable Object @Nullable [] objects;

  /** Creates a collector of {@code count} rows that are NULL. */
  public ResultCollector(VectorType type, int count) {
    this.type = requireNonNull(type, "type is null");
    this.count = count;
    nulls = Nulls.all(count);
    longs = new long[type.form() == Form.LONG ? count : 0];
    doubles = new double[type.form() == Form.DOUBLE ? count : 0];
    booleans = new boolean[type.form() == Form.BOOLEAN ? count : 0];
    starts = new int[type.form() == Form.TEXT ? count : 0];
    lengths = new int[starts.length];
    objects = type.form() == Form.OBJECT ? new @Nullable Object[count] : null;
  }

  /**
   * Sets a row to a value of a branch.
   *
   * @param from of the collector's form and scale; of any form if the collector's form is OBJECT
   * @param fromType its type
   */
  public void put(int row, Vector from, int fromRow, VectorType fromType) {
    if (from.isNull(fromRow)) {
      return;
    }
    nulls[row] = false;
    if (objects != null) {
      objects[row] = from.held(fromRow, fromType);
      return;
    }
    switch (from) {
      case LongVector some -> longs[row] = some.values()[fromRow];
      case DoubleVector some -> doubles[row] = some.values()[fromRow];
      case BooleanVector some -> booleans[row] = some.values()[fromRow];
      case TextVector some -> putText(row, some, fromRow);
      case ObjectVector some -> objectsSoFar(row)[row] = some.value(fromRow);
    }
  }

  private void putText(int row, TextVector from, int fromRow) {
    int length = from.length(fromRow);
    if (byteCount + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(byteCount + length, bytes.length * 2));
    }
    System.arraycopy(from.bytes(), from.start(fromRow), bytes, byteCount, length);
    starts[row] = byteCount;
    lengths[row] = length;
    byteCount += length;
  }

  /** Returns the values as objects: a NUMERIC does not fit into a long. */
  private @Nullable Object[] objectsSoFar(int without) {
    @Nullable Object[] all = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      all[row] = nulls[row] || row == without ? null : type.held(longs[row]);
    }
    objects = all;
    return all;
  }

  /** Returns the rows; the collector is not used afterwards. */
  public Vector vector() {
    if (objects != null) {
      return ObjectVector.of(objects, count);
    }
    boolean[] flags = Nulls.compact(nulls, count);
    return switch (type.form()) {
      case LONG -> new LongVector(longs, flags);
      case DOUBLE -> new DoubleVector(doubles, flags);
      case BOOLEAN -> new BooleanVector(booleans, flags);
      case TEXT -> new TextVector(bytes, starts, lengths, flags);
      case OBJECT -> throw new IllegalStateException("object values need no conversion");
    };
  }
}
