package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Plan that combines the rows of several inputs with the same columns. */
public sealed interface SetPlan extends PhysicalPlan {
  /** The rows of one input after the other: UNION ALL. */
  record Append(List<PhysicalPlan> inputs, List<PlanColumn> columns, PlanEstimate estimate)
      implements SetPlan {
    public Append {
      inputs = List.copyOf(inputs);
      columns = List.copyOf(columns);
    }
  }

  /** Set operations. */
  enum Kind {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /**
   * UNION without ALL, INTERSECT and EXCEPT with or without ALL, by a hash table. NULLs are equal.
   *
   * @param all whether duplicates count
   */
  record SetOperation(
      Kind kind,
      boolean all,
      List<PhysicalPlan> inputs,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements SetPlan {
    public SetOperation {
      requireNonNull(kind, "kind is null");
      inputs = List.copyOf(inputs);
      columns = List.copyOf(columns);
    }
  }

  /**
   * Recursive query: the rows of the seed, then rounds of the step over the rows that the last
   * round added, until a round adds none.
   *
   * @param id by which the step refers to its working table
   * @param all whether duplicates are kept
   */
  record RecursiveUnion(
      int id,
      PhysicalPlan seed,
      PhysicalPlan step,
      boolean all,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements SetPlan {
    public RecursiveUnion {
      requireNonNull(seed, "seed is null");
      requireNonNull(step, "step is null");
      columns = List.copyOf(columns);
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(seed, step);
    }
  }
}
