package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CASE. A branch is evaluated only for the rows that reach it.
 *
 * @param conditions one for each branch but the last, which is for all remaining rows
 * @param results of the branches: of the type, or NUMERICs that become objects
 */
record CaseExpression(
    VectorType type, List<VectorExpression> conditions, List<VectorExpression> results)
    implements VectorExpression {
  CaseExpression {
    conditions = List.copyOf(conditions);
    results = List.copyOf(results);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    int count = batch.rowCount();
    Collected collected = new Collected(type, count);
    int[] open = new int[count];
    for (int row = 0; row < count; row++) {
      open[row] = row;
    }
    int openCount = count;
    for (int branch = 0; branch < results.size() && openCount > 0; branch++) {
      VectorBatch rest = openCount == count ? batch : batch.gather(open, openCount);
      int[] taken = new int[openCount];
      int[] takenOfRest = new int[openCount];
      int takenCount = 0;
      int left = 0;
      BooleanVector condition =
          branch < conditions.size()
              ? (BooleanVector) conditions.get(branch).evaluate(rest, constants)
              : null;
      for (int i = 0; i < openCount; i++) {
        if (condition == null || condition.isTrue(i)) {
          takenOfRest[takenCount] = i;
          taken[takenCount++] = open[i];
        } else {
          open[left++] = open[i];
        }
      }
      if (takenCount > 0) {
        VectorBatch chosen = takenCount == openCount ? rest : rest.gather(takenOfRest, takenCount);
        VectorExpression result = results.get(branch);
        collected.put(result.evaluate(chosen, constants), result.type(), taken, takenCount);
      }
      openCount = left;
    }
    return collected.vector();
  }

  /** Results of branches at their rows. */
  private static final class Collected {
    private final VectorType type;
    private final int count;
    private final boolean[] nulls;
    private final long[] longs;
    private final double[] doubles;
    private final boolean[] booleans;
    private final int[] starts;
    private final int[] lengths;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable Object @Nullable [] objects;

    Collected(VectorType type, int count) {
      this.type = type;
      this.count = count;
      nulls = new boolean[count];
      java.util.Arrays.fill(nulls, true);
      VectorType.Form form = type.form();
      longs = new long[form == VectorType.Form.LONG ? count : 0];
      doubles = new double[form == VectorType.Form.DOUBLE ? count : 0];
      booleans = new boolean[form == VectorType.Form.BOOLEAN ? count : 0];
      starts = new int[form == VectorType.Form.TEXT ? count : 0];
      lengths = new int[form == VectorType.Form.TEXT ? count : 0];
      objects = form == VectorType.Form.OBJECT ? new @Nullable Object[count] : null;
    }

    void put(Vector result, VectorType resultType, int[] rows, int rowCount) {
      int base = bytes.size();
      if (result instanceof TextVector text) {
        bytes.write(text.bytes(), 0, text.bytes().length);
      }
      for (int i = 0; i < rowCount; i++) {
        int row = rows[i];
        if (result.isNull(i)) {
          continue;
        }
        nulls[row] = false;
        if (objects != null || result instanceof ObjectVector) {
          putObject(row, result.held(i, resultType));
          continue;
        }
        switch (result) {
          case LongVector some -> longs[row] = some.values()[i];
          case DoubleVector some -> doubles[row] = some.values()[i];
          case BooleanVector some -> booleans[row] = some.values()[i];
          case TextVector some -> {
            starts[row] = base + some.start(i);
            lengths[row] = some.length(i);
          }
          case ObjectVector _ -> throw new IllegalStateException("objects are put as objects");
        }
      }
    }

    private void putObject(int row, @Nullable Object value) {
      if (objects == null) {
        objects = new @Nullable Object[count];
        for (int other = 0; other < count; other++) {
          objects[other] = nulls[other] || other == row ? null : type.held(longs[other]);
        }
      }
      objects[row] = value;
    }

    Vector vector() {
      if (objects != null) {
        return ObjectVector.of(objects, count);
      }
      return switch (type.form()) {
        case LONG -> new LongVector(longs, nulls);
        case DOUBLE -> new DoubleVector(doubles, nulls);
        case BOOLEAN -> new BooleanVector(booleans, nulls);
        case TEXT -> new TextVector(bytes.toByteArray(), starts, lengths, nulls);
        case OBJECT -> throw new IllegalStateException("object values need no conversion");
      };
    }
  }
}
