package dev.colonnade.sql.vector;

import dev.colonnade.type.encoding.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column that grows row by row. One thread. */
public final class VectorBuilder {
  private static final int CAPACITY_MIN = 8; // most are of one row

  private final VectorType type;
  private int count;
  private boolean @Nullable [] nulls;
  private long[] longs = new long[0];
  private double[] doubles = new double[0];
  private boolean[] booleans = new boolean[0];
  private byte[] bytes = new byte[0];
  private int byteCount;
  private int[] starts = new int[0];
  private int[] lengths = new int[0];

  /** In place of {@link #longs} from the first NUMERIC on that is none. */
  private @Nullable Object @Nullable [] objects;

  public VectorBuilder(VectorType type) {
    this.type = type;
    if (type.form() == VectorType.Form.OBJECT) {
      objects = new @Nullable Object[0];
    }
  }

  public int count() {
    return count;
  }

  /** About how many bytes of memory it takes. */
  public long memoryBytes() {
    return (long) longs.length * Long.BYTES
        + (long) doubles.length * Double.BYTES
        + booleans.length
        + bytes.length
        + (long) starts.length * 2 * Integer.BYTES
        + (objects == null ? 0 : (long) objects.length * Long.BYTES * 6);
  }

  /** Adds a value of a vector of the same type. */
  public void append(Vector vector, int row) {
    if (vector.isNull(row)) {
      appendNull();
      return;
    }
    switch (vector) {
      case LongVector some -> appendLong(some.values()[row]);
      case DoubleVector some -> {
        doubles = count < doubles.length ? doubles : Arrays.copyOf(doubles, grown(count));
        doubles[count++] = some.values()[row];
      }
      case BooleanVector some -> {
        booleans = count < booleans.length ? booleans : Arrays.copyOf(booleans, grown(count));
        booleans[count++] = some.values()[row];
      }
      case TextVector some -> appendText(some.bytes(), some.start(row), some.length(row));
      case ObjectVector some -> appendObject(some.value(row));
    }
  }

  /** Adds the first {@code rowCount} values of a vector of the same type. */
  public void appendAll(Vector vector, int rowCount) {
    if (vector.nulls() == null && vector instanceof LongVector some && objects == null) {
      if (count + rowCount > longs.length) {
        longs = Arrays.copyOf(longs, Math.max(count + rowCount, grown(count)));
      }
      System.arraycopy(some.values(), 0, longs, count, rowCount);
      count += rowCount;
    } else if (vector.nulls() == null && vector instanceof DoubleVector some) {
      if (count + rowCount > doubles.length) {
        doubles = Arrays.copyOf(doubles, Math.max(count + rowCount, grown(count)));
      }
      System.arraycopy(some.values(), 0, doubles, count, rowCount);
      count += rowCount;
    } else {
      for (int row = 0; row < rowCount; row++) {
        append(vector, row);
      }
    }
  }

  /** Adds a NULL. */
  public void appendNull() {
    int row = count;
    switch (type.form()) {
      case LONG -> {
        if (objects == null) {
          appendLong(0);
        } else {
          appendObject(null);
        }
      }
      case DOUBLE -> {
        doubles = count < doubles.length ? doubles : Arrays.copyOf(doubles, grown(count));
        count++;
      }
      case BOOLEAN -> {
        booleans = count < booleans.length ? booleans : Arrays.copyOf(booleans, grown(count));
        count++;
      }
      case TEXT -> appendText(bytes, 0, 0);
      case OBJECT -> appendObject(null);
    }
    boolean[] marks = nulls == null ? new boolean[grown(row)] : nulls;
    nulls = row < marks.length ? marks : Arrays.copyOf(marks, grown(row));
    nulls[row] = true;
  }

  /** Adds a value as statements hold it; null is NULL. */
  public void appendHeld(@Nullable Object value) {
    if (value == null) {
      appendNull();
      return;
    }
    switch (type.form()) {
      case LONG -> {
        Long number = type.longOf(value);
        if (number == null) {
          appendObject(value);
        } else {
          appendLong(number);
        }
      }
      case DOUBLE -> append(new DoubleVector(new double[] {(Double) value}, null), 0);
      case BOOLEAN -> append(new BooleanVector(new boolean[] {(Boolean) value}, null), 0);
      case TEXT -> {
        byte[] text = Utf8.bytesOf((String) value);
        appendText(text, 0, text.length);
      }
      case OBJECT -> appendObject(value);
    }
  }

  /** Returns a vector of values in their internal representation; null is NULL. */
  public static Vector vectorOf(@Nullable Object[] held, VectorType type) {
    return switch (type.form()) {
      case LONG -> longsOf(held, type);
      case DOUBLE -> {
        double[] values = new double[held.length];
        for (int row = 0; row < held.length; row++) {
          Object value = held[row];
          values[row] = value == null ? 0 : (Double) value;
        }
        yield new DoubleVector(values, nullsOf(held));
      }
      case BOOLEAN -> {
        boolean[] values = new boolean[held.length];
        for (int row = 0; row < held.length; row++) {
          Object value = held[row];
          values[row] = value != null && (Boolean) value;
        }
        yield new BooleanVector(values, nullsOf(held));
      }
      case TEXT -> textsOf(held, type);
      case OBJECT -> ObjectVector.of(held, held.length);
    };
  }

  private static Vector longsOf(@Nullable Object[] held, VectorType type) {
    long[] values = new long[held.length];
    for (int row = 0; row < held.length; row++) {
      Object value = held[row];
      Long number = value == null ? (Long) 0L : type.longOf(value);
      if (number == null) {
        return ObjectVector.of(held, held.length);
      }
      values[row] = number;
    }
    return new LongVector(values, nullsOf(held));
  }

  private static Vector textsOf(@Nullable Object[] held, VectorType type) {
    if (held.length == 1) {
      byte[] text = held[0] == null ? new byte[0] : Utf8.bytesOf((String) held[0]);
      return new TextVector(text, new int[1], new int[] {text.length}, nullsOf(held));
    }
    VectorBuilder builder = new VectorBuilder(type);
    for (Object value : held) {
      builder.appendHeld(value);
    }
    return builder.slice(0, held.length);
  }

  private static boolean @Nullable [] nullsOf(@Nullable Object[] held) {
    boolean[] nulls = null;
    for (int row = 0; row < held.length; row++) {
      if (held[row] == null) {
        nulls = nulls == null ? new boolean[held.length] : nulls;
        nulls[row] = true;
      }
    }
    return nulls;
  }

  /** The rows from {@code from} up to {@code to}, without that one. */
  public Vector slice(int from, int to) {
    boolean[] sliced = nullsOf(from, to);
    if (objects != null) {
      return ObjectVector.of(Arrays.copyOfRange(objects, from, to), to - from);
    }
    return switch (type.form()) {
      case LONG -> new LongVector(Arrays.copyOfRange(longs, from, to), sliced);
      case DOUBLE -> new DoubleVector(Arrays.copyOfRange(doubles, from, to), sliced);
      case BOOLEAN -> new BooleanVector(Arrays.copyOfRange(booleans, from, to), sliced);
      case TEXT ->
          new TextVector(
              bytes,
              Arrays.copyOfRange(starts, from, to),
              Arrays.copyOfRange(lengths, from, to),
              sliced);
      case OBJECT -> throw new IllegalStateException("object values need no conversion");
    };
  }

  /** Returns all rows without copying them; nothing may be appended after that. */
  public Vector build() {
    boolean[] allNulls = nullsOf(0, count);
    if (objects != null) {
      return ObjectVector.of(objects, count);
    }
    return switch (type.form()) {
      case LONG -> new LongVector(longs, allNulls);
      case DOUBLE -> new DoubleVector(doubles, allNulls);
      case BOOLEAN -> new BooleanVector(booleans, allNulls);
      case TEXT -> new TextVector(bytes, starts, lengths, allNulls);
      case OBJECT -> throw new IllegalStateException("object values need no conversion");
    };
  }

  private boolean @Nullable [] nullsOf(int from, int to) {
    boolean[] marks = nulls;
    if (marks == null) {
      return null;
    }
    boolean any = false;
    for (int row = from; row < Math.min(to, marks.length); row++) {
      any |= marks[row];
    }
    return any ? Arrays.copyOfRange(marks, from, to) : null;
  }

  private void appendLong(long value) {
    if (objects != null) {
      appendObject(type.held(value));
      return;
    }
    longs = count < longs.length ? longs : Arrays.copyOf(longs, grown(count));
    longs[count++] = value;
  }

  private void appendText(byte[] from, int start, int length) {
    if (byteCount + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(byteCount + length, bytes.length * 2));
    }
    System.arraycopy(from, start, bytes, byteCount, length);
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, grown(count));
      lengths = Arrays.copyOf(lengths, grown(count));
    }
    starts[count] = byteCount;
    lengths[count++] = length;
    byteCount += length;
  }

  private void appendObject(@Nullable Object value) {
    @Nullable Object[] all = objects == null ? longsAsObjects() : objects;
    objects = count < all.length ? all : Arrays.copyOf(all, grown(count));
    objects[count++] = value;
  }

  private @Nullable Object[] longsAsObjects() {
    @Nullable Object[] all = new @Nullable Object[grown(count)];
    for (int row = 0; row < count; row++) {
      boolean isNull = nulls != null && row < nulls.length && nulls[row];
      all[row] = isNull ? null : type.held(longs[row]);
    }
    longs = new long[0];
    return all;
  }

  private static int grown(int size) {
    return Math.max(CAPACITY_MIN, size + (size >> 1) + 1);
  }
}
