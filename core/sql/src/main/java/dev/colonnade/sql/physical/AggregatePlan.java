package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Aggregation: one row for each group, and one row in all if there are no keys. The columns are the
 * keys, then the calls.
 */
public sealed interface AggregatePlan extends PhysicalPlan {
  PhysicalPlan input();

  /** Returns the key columns of the input. */
  List<Integer> keys();

  List<AggregateCall> calls();

  @Override
  default List<PhysicalPlan> inputs() {
    return List.of(input());
  }

  /**
   * Aggregation by a hash table of the groups, for any number of grouping sets.
   *
   * @param groupingSets positions in {@code keys} of each set, all keys if there is no GROUPING
   *     SETS clause; the keys that are not in a set are NULL in its rows
   */
  record HashAggregate(
      PhysicalPlan input,
      List<Integer> keys,
      List<List<Integer>> groupingSets,
      List<AggregateCall> calls,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements AggregatePlan {
    public HashAggregate {
      requireNonNull(input, "input is null");
      keys = List.copyOf(keys);
      groupingSets = groupingSets.stream().map(List::copyOf).toList();
      calls = List.copyOf(calls);
      columns = List.copyOf(columns);
    }
  }

  /** Aggregation of an input in which the rows of a group are adjacent. */
  record SortedAggregate(
      PhysicalPlan input,
      List<Integer> keys,
      List<AggregateCall> calls,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements AggregatePlan {
    public SortedAggregate {
      requireNonNull(input, "input is null");
      keys = List.copyOf(keys);
      calls = List.copyOf(calls);
      columns = List.copyOf(columns);
    }
  }
}
