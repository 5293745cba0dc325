package dev.colonnade.sql.vector.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.expression.VectorExpression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kind, inputs and conditions of a join.
 *
 * @param buildFirst whether pairs have the columns of the build side before those of the probe
 * @param keys the equality condition of pairs
 * @param condition over pairs, beside the equality of the keys; null if there is none
 */
public record JoinShape(
    Kind kind,
    boolean buildFirst,
    List<VectorType> probeTypes,
    List<VectorType> buildTypes,
    Keys keys,
    @Nullable VectorExpression condition) {
  public JoinShape {
    probeTypes = List.copyOf(probeTypes);
    buildTypes = List.copyOf(buildTypes);
    requireNonNull(keys, "keys is null");
  }

  /**
   * Columns that are equal in pairs; without any, every row of the probe is paired with every row
   * of the build side.
   *
   * @param probe columns of the probe, each equal to the one of {@code build} at its place
   * @param meetNulls whether NULL equals NULL there, as in IS NOT DISTINCT FROM
   */
  public record Keys(List<Integer> probe, List<Integer> build, List<Boolean> meetNulls) {
    public Keys {
      probe = List.copyOf(probe);
      build = List.copyOf(build);
      meetNulls = List.copyOf(meetNulls);
      if (probe.size() != build.size() || probe.size() != meetNulls.size()) {
        throw new IllegalArgumentException(
            "keys differ in number: probe=%s build=%s meetNulls=%s"
                .formatted(probe, build, meetNulls));
      }
    }

    /** The same with the sides exchanged. */
    public Keys exchanged() {
      return new Keys(/* probe= */ build, /* build= */ probe, meetNulls);
    }
  }

  /** Kind of the join: the rows that it returns. */
  public enum Kind {
    /** All pairs. */
    INNER,
    /** All pairs, and rows of the probe that are in none, with NULLs. */
    LEFT,
    /** All pairs, and rows of the side that is kept that are in none, with NULLs. */
    KEPT,
    /** All pairs, and rows of both sides that are in none, with NULLs. */
    FULL,
    /** Rows of the probe that are in a pair. */
    SEMI,
    /** Rows of the probe that are in no pair. */
    ANTI;

    boolean asksOnly() {
      return this == SEMI || this == ANTI;
    }

    boolean returnsUnmatchedBuild() {
      return this == KEPT || this == FULL;
    }
  }

  /** Returns whether rows of the build side are returned, by their matches on the probe side. */
  public boolean asksBuild() {
    return kind.asksOnly() && buildFirst;
  }

  /** The types of the columns that come out. */
  public List<VectorType> resultTypes() {
    return !kind.asksOnly() ? pairTypes() : buildFirst ? buildTypes : probeTypes;
  }

  /** Rows of both sides, one beside the other. */
  VectorBatch paired(VectorBatch ofProbe, VectorBatch ofBuild) {
    VectorBatch left = buildFirst ? ofBuild : ofProbe;
    VectorBatch right = buildFirst ? ofProbe : ofBuild;
    Vector[] columns = new Vector[left.width() + right.width()];
    for (int i = 0; i < left.width(); i++) {
      columns[i] = left.column(i);
    }
    for (int i = 0; i < right.width(); i++) {
      columns[left.width() + i] = right.column(i);
    }
    return new VectorBatch(left.rowCount(), columns);
  }

  /** The types of the columns of pairs. */
  public List<VectorType> pairTypes() {
    List<VectorType> both = new ArrayList<>(buildFirst ? buildTypes : probeTypes);
    both.addAll(buildFirst ? probeTypes : buildTypes);
    return both;
  }
}
