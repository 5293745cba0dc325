package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plan that filters, computes, orders or limits the rows of its only input. */
public sealed interface RowPlan extends PhysicalPlan {
  PhysicalPlan input();

  @Override
  default List<PhysicalPlan> inputs() {
    return List.of(input());
  }

  /** Rows for which a predicate is true. */
  record Filter(PhysicalPlan input, Expression predicate, PlanEstimate estimate)
      implements RowPlan {
    public Filter {
      requireNonNull(input, "input is null");
      requireNonNull(predicate, "predicate is null");
    }

    @Override
    public List<PlanColumn> columns() {
      return input.columns();
    }
  }

  /** Expressions over the rows. */
  record Project(
      PhysicalPlan input,
      List<Expression> expressions,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements RowPlan {
    public Project {
      requireNonNull(input, "input is null");
      expressions = List.copyOf(expressions);
      columns = List.copyOf(columns);
    }
  }

  /**
   * Sorted rows; with a limit only the first of them.
   *
   * @param presortedKeys number of leading keys by which the input is sorted already
   * @param limit number of rows that are needed, an expression without columns; null for all
   */
  record Sort(
      PhysicalPlan input,
      List<SortKey> keys,
      int presortedKeys,
      @Nullable Expression limit,
      PlanEstimate estimate)
      implements RowPlan {
    public Sort(
        PhysicalPlan input,
        List<SortKey> keys,
        int presortedKeys,
        @Nullable Expression limit,
        PlanEstimate estimate) {
      this.input = requireNonNull(input, "input is null");
      this.keys = List.copyOf(keys);
      this.presortedKeys = presortedKeys;
      this.limit = limit;
      this.estimate = estimate;
    }

    @Override
    public List<PlanColumn> columns() {
      return input.columns();
    }
  }

  /**
   * OFFSET and LIMIT. Both are expressions without columns; null is no offset and no limit, as is a
   * NULL value.
   *
   * @param tieKeys keys of WITH TIES: peers of the last row are returned too; empty without
   */
  record Limit(
      PhysicalPlan input,
      @Nullable Expression offset,
      @Nullable Expression limit,
      List<SortKey> tieKeys,
      PlanEstimate estimate)
      implements RowPlan {
    public Limit(
        PhysicalPlan input,
        @Nullable Expression offset,
        @Nullable Expression limit,
        List<SortKey> tieKeys,
        PlanEstimate estimate) {
      this.input = requireNonNull(input, "input is null");
      this.offset = offset;
      this.limit = limit;
      this.tieKeys = List.copyOf(tieKeys);
      this.estimate = estimate;
    }

    @Override
    public List<PlanColumn> columns() {
      return input.columns();
    }
  }

  /**
   * Rows of table functions, for each row of the input: set-returning functions give lists, which
   * are read in lockstep and padded with NULL. The columns are those of the input, if it is kept,
   * then one for each list or, for a list of rows, one for each of their fields, then the ordinal.
   *
   * @param functions expressions over the input whose values are lists
   * @param widths number of columns that a list gives: 1, or the number of fields of its rows
   * @param withOrdinality whether a last column counts the rows from 1
   * @param keepsInput whether the columns of the input come first
   */
  record Unnest(
      PhysicalPlan input,
      List<Expression> functions,
      List<Integer> widths,
      boolean withOrdinality,
      boolean keepsInput,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements RowPlan {
    public Unnest {
      requireNonNull(input, "input is null");
      functions = List.copyOf(functions);
      widths = List.copyOf(widths);
      columns = List.copyOf(columns);
    }
  }
}
