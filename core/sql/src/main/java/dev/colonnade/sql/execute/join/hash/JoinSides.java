package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import java.util.Arrays;
import java.util.List;

/**
 * Inputs of a join by their roles: rows of the probe side are compared with rows of the build side,
 * which is kept. Immutable.
 */
public final class JoinSides {
  /** Batch without rows. */
  public static final VectorBatch NO_ROWS = new VectorBatch(0);

  private final JoinShape shape;
  private final boolean buildsLeft;
  private final Rest probeRest;
  private final Rest buildRest;

  /** Rows of one side that are returned beside the pairs. */
  public enum Rest {
    NONE,
    /** Rows with a match. */
    MATCHED,
    /** Rows without a match. */
    UNMATCHED,
    /** Rows without a match, with NULLs for the columns of the other side. */
    PADDED
  }

  /**
   * Creates the roles.
   *
   * @param buildsLeft whether the left input is the build side
   */
  public JoinSides(JoinShape shape, boolean buildsLeft) {
    this.shape = shape;
    this.buildsLeft = buildsLeft;
    Rest left =
        switch (shape.kind()) {
          case INNER, RIGHT -> Rest.NONE;
          case LEFT, FULL -> Rest.PADDED;
          case SEMI -> Rest.MATCHED;
          case ANTI, NULL_AWARE_ANTI -> Rest.UNMATCHED;
        };
    Rest right =
        switch (shape.kind()) {
          case RIGHT, FULL -> Rest.PADDED;
          case INNER, LEFT, SEMI, ANTI, NULL_AWARE_ANTI -> Rest.NONE;
        };
    this.probeRest = buildsLeft ? right : left;
    this.buildRest = buildsLeft ? left : right;
  }

  public JoinShape shape() {
    return shape;
  }

  /** Returns the rows of the probe side that are returned beside the pairs. */
  public Rest probeRest() {
    return probeRest;
  }

  /** Returns the rows of the build side that are returned beside the pairs. */
  public Rest buildRest() {
    return buildRest;
  }

  /** Returns whether pairs are returned, and not only rows of one side. */
  public boolean returnsPairs() {
    return !shape.kind().isLeftOnly();
  }

  /** Returns whether a join with an empty build side is empty. */
  public boolean isEmptyWithoutBuild() {
    return probeRest == Rest.NONE || probeRest == Rest.MATCHED;
  }

  /** Returns whether a NULL in a key may match every value. */
  public boolean isNullAware() {
    return shape.kind() == JoinPlan.Kind.NULL_AWARE_ANTI;
  }

  /**
   * Returns the rows of a batch of the build side that are needed: in most joins a row with NULL in
   * a key is not.
   */
  public VectorBatch neededOfBuild(VectorBatch batch) {
    if (isNullAware() || buildRest == Rest.PADDED || buildRest == Rest.UNMATCHED) {
      return batch;
    }
    boolean[] isIncomplete = null;
    for (int key = 0; key < keyCount(); key++) {
      boolean[] nulls = batch.column(buildKey(key)).nulls();
      if (nulls != null && !nullsEqual(key)) {
        isIncomplete = isIncomplete == null ? new boolean[batch.rowCount()] : isIncomplete;
        for (int row = 0; row < isIncomplete.length; row++) {
          isIncomplete[row] |= nulls[row];
        }
      }
    }
    return isIncomplete == null ? batch : unmarked(batch, isIncomplete);
  }

  private static VectorBatch unmarked(VectorBatch batch, boolean[] marks) {
    int[] rows = new int[marks.length];
    int count = 0;
    for (int row = 0; row < marks.length; row++) {
      rows[count] = row;
      count += marks[row] ? 0 : 1;
    }
    return count == marks.length ? batch : batch.gather(rows, count);
  }

  public List<VectorType> probeTypes() {
    return buildsLeft ? shape.rightTypes() : shape.leftTypes();
  }

  public List<VectorType> buildTypes() {
    return buildsLeft ? shape.leftTypes() : shape.rightTypes();
  }

  int keyCount() {
    return shape.keys().size();
  }

  int probeKey(int index) {
    JoinPlan.Key key = shape.keys().get(index);
    return buildsLeft ? key.right() : key.left();
  }

  int buildKey(int index) {
    JoinPlan.Key key = shape.keys().get(index);
    return buildsLeft ? key.left() : key.right();
  }

  boolean nullsEqual(int index) {
    return shape.keys().get(index).nullsEqual();
  }

  /** Returns an encoder of these keys in batches of the probe side. */
  public KeyEncoder probeEncoder(int... keys) {
    return encoder(Arrays.stream(keys).map(this::probeKey).toArray(), probeTypes(), keys);
  }

  /** Returns an encoder of these keys in batches of the build side. */
  public KeyEncoder buildEncoder(int... keys) {
    return encoder(Arrays.stream(keys).map(this::buildKey).toArray(), buildTypes(), keys);
  }

  private KeyEncoder encoder(int[] columns, List<VectorType> types, int[] keys) {
    boolean[] nullsEqual = new boolean[keys.length];
    for (int i = 0; i < keys.length; i++) {
      nullsEqual[i] = nullsEqual(keys[i]);
    }
    return new KeyEncoder(
        columns, Arrays.stream(columns).mapToObj(types::get).toList(), nullsEqual);
  }

  /** Returns the numbers of all keys. */
  public int[] allKeys() {
    int[] all = new int[keyCount()];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /** Returns rows of both sides in the order of the columns of pairs. */
  public VectorBatch pairs(VectorBatch ofProbe, VectorBatch ofBuild) {
    return buildsLeft ? VectorBatch.beside(ofBuild, ofProbe) : VectorBatch.beside(ofProbe, ofBuild);
  }

  /** Returns those rows of a batch of the probe side that are returned beside the pairs. */
  public VectorBatch probeRest(VectorBatch batch, boolean[] matched) {
    if (probeRest == Rest.NONE) {
      return NO_ROWS;
    }
    boolean wanted = probeRest == Rest.MATCHED;
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      rows[count] = row;
      count += matched[row] == wanted ? 1 : 0;
    }
    if (count == 0) {
      return NO_ROWS;
    }
    VectorBatch rest = count == rows.length ? batch : batch.gather(rows, count);
    return probeRest == Rest.PADDED ? pairs(rest, nulls(buildTypes(), count)) : rest;
  }

  /** Returns rows of the build side as they are returned beside the pairs. */
  public VectorBatch asBuildRest(VectorBatch rows) {
    return buildRest == Rest.PADDED ? pairs(nulls(probeTypes(), rows.rowCount()), rows) : rows;
  }

  /** Returns rows of NULLs. */
  public static VectorBatch nulls(List<VectorType> types, int count) {
    Vector[] columns =
        types.stream().map(type -> new VectorBuilder(type).build()).toArray(Vector[]::new);
    int[] rows = new int[count];
    Arrays.fill(rows, Vector.NO_ROW);
    return new VectorBatch(0, columns).gather(rows, count);
  }
}
