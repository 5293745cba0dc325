package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Logical plan over one input. */
public sealed interface LogicalOperator extends LogicalPlan {
  /** Returns the only input. */
  LogicalPlan input();

  @Override
  default List<LogicalPlan> inputs() {
    return List.of(input());
  }

  /** Rows for which all predicates are true; they are evaluated in their order. */
  record Filter(LogicalPlan input, List<Expression> predicates) implements LogicalOperator {
    public Filter {
      requireNonNull(input, "input is null");
      predicates = List.copyOf(predicates);
    }

    @Override
    public List<Variable> columns() {
      return input.columns();
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Filter(others.getFirst(), predicates);
    }

    @Override
    public List<Expression> expressions() {
      return predicates;
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      return new Filter(input, others);
    }
  }

  /** Expressions over the rows; columns of the input that are not assigned are dropped. */
  record Project(LogicalPlan input, List<Assignment> assignments) implements LogicalOperator {
    public Project {
      requireNonNull(input, "input is null");
      assignments = List.copyOf(assignments);
    }

    @Override
    public List<Variable> columns() {
      return new ListView<>(assignments, Assignment::variable);
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Project(others.getFirst(), assignments);
    }

    @Override
    public List<Expression> expressions() {
      return new ListView<>(assignments, Assignment::expression);
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      List<Assignment> changed = new ArrayList<>();
      for (int i = 0; i < assignments.size(); i++) {
        changed.add(new Assignment(assignments.get(i).variable(), others.get(i)));
      }
      return new Project(input, changed);
    }
  }

  /** Rows in an order. */
  record Sort(LogicalPlan input, List<SortItem> keys) implements LogicalOperator {
    public Sort {
      requireNonNull(input, "input is null");
      keys = List.copyOf(keys);
    }

    @Override
    public List<Variable> columns() {
      return input.columns();
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Sort(others.getFirst(), keys);
    }

    @Override
    public List<Expression> expressions() {
      return new ListView<>(keys, SortItem::expression);
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      return new Sort(input, sorted(keys, others));
    }
  }

  /**
   * OFFSET and LIMIT, expressions of BIGINT that read variables of enclosing plans only; null and
   * NULL are no offset and no limit.
   *
   * @param ties keys of WITH TIES, by which the input is sorted; empty without
   */
  record Limit(
      LogicalPlan input,
      @Nullable Expression offset,
      @Nullable Expression count,
      List<SortItem> ties)
      implements LogicalOperator {
    public Limit(
        LogicalPlan input,
        @Nullable Expression offset,
        @Nullable Expression count,
        List<SortItem> ties) {
      this.input = requireNonNull(input, "input is null");
      this.offset = offset;
      this.count = count;
      this.ties = List.copyOf(ties);
    }

    @Override
    public List<Variable> columns() {
      return input.columns();
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Limit(others.getFirst(), offset, count, ties);
    }

    @Override
    public List<Expression> expressions() {
      List<Expression> all = new ArrayList<>();
      if (offset != null) {
        all.add(offset);
      }
      if (count != null) {
        all.add(count);
      }
      ties.forEach(item -> all.add(item.expression()));
      return all;
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      int next = 0;
      Expression otherOffset = offset == null ? null : others.get(next++);
      Expression otherCount = count == null ? null : others.get(next++);
      return new Limit(
          input, otherOffset, otherCount, sorted(ties, others.subList(next, others.size())));
    }
  }

  /**
   * Key of an aggregation.
   *
   * @param output variable of the result; {@code input} itself unless there are grouping sets
   * @param input variable of the input
   */
  record GroupKey(Variable output, Variable input) {
    public GroupKey {
      requireNonNull(output, "output is null");
      requireNonNull(input, "input is null");
    }

    /** Returns the key under its own identity. */
    public static GroupKey of(Variable variable) {
      return new GroupKey(variable, variable);
    }
  }

  /**
   * Groups of rows. The columns are the keys, then the functions. Without keys and with one empty
   * grouping set there is one row, also over no rows. DISTINCT is an aggregation without functions.
   *
   * @param groupingSets positions in {@code keys} of each set; keys outside a set are NULL in its
   *     rows. One set of all keys without GROUPING SETS
   * @param functions {@code grouping} has the inputs of the keys as its arguments
   */
  record Aggregate(
      LogicalPlan input,
      List<GroupKey> keys,
      List<List<Integer>> groupingSets,
      List<AggregateFunction> functions)
      implements LogicalOperator {
    public Aggregate {
      requireNonNull(input, "input is null");
      keys = List.copyOf(keys);
      groupingSets = groupingSets.stream().map(List::copyOf).toList();
      functions = List.copyOf(functions);
    }

    /** Returns an aggregation with one grouping set. */
    public static Aggregate of(
        LogicalPlan input, List<Variable> keys, List<AggregateFunction> functions) {
      List<Integer> all = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        all.add(i);
      }
      return new Aggregate(
          input, keys.stream().map(GroupKey::of).toList(), List.of(all), functions);
    }

    @Override
    public List<Variable> columns() {
      List<Variable> all = new ArrayList<>();
      keys.forEach(key -> all.add(key.output()));
      functions.forEach(function -> all.add(function.output()));
      return all;
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Aggregate(others.getFirst(), keys, groupingSets, functions);
    }

    /** Returns the expressions of the functions; keys are variables and not among them. */
    @Override
    public List<Expression> expressions() {
      List<Expression> all = new ArrayList<>();
      functions.forEach(function -> all.addAll(function.expressions()));
      return all;
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      List<AggregateFunction> changed = new ArrayList<>();
      int next = 0;
      for (AggregateFunction function : functions) {
        int end = next + function.expressions().size();
        changed.add(function.withExpressions(others.subList(next, end)));
        next = end;
      }
      return new Aggregate(input, keys, groupingSets, changed);
    }
  }

  /** Units of a window's frame. */
  enum FrameUnit {
    ROWS,
    RANGE,
    GROUPS
  }

  /** Rows that a frame excludes. */
  enum FrameExclusion {
    NOTHING,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * Bound of a frame.
   *
   * @param direction negative for PRECEDING, positive for FOLLOWING, zero for CURRENT ROW
   * @param offset expression that reads variables of enclosing plans only; null if the bound is
   *     unbounded or the current row
   */
  record FrameBound(int direction, @Nullable Expression offset) {
    public FrameBound(int direction, @Nullable Expression offset) {
      this.direction = direction;
      this.offset = offset;
    }
  }

  /** Frame of a window. */
  record Frame(FrameUnit unit, FrameBound start, FrameBound end, FrameExclusion exclusion) {
    public Frame {
      requireNonNull(unit, "unit is null");
      requireNonNull(start, "start is null");
      requireNonNull(end, "end is null");
      requireNonNull(exclusion, "exclusion is null");
    }
  }

  /**
   * Call of a window function.
   *
   * @param function name of a window function or an accumulator
   * @param filter predicate of an aggregate; null for all rows
   */
  record WindowFunction(
      Variable output, String function, List<Expression> arguments, @Nullable Expression filter) {
    public WindowFunction(
        Variable output, String function, List<Expression> arguments, @Nullable Expression filter) {
      this.output = requireNonNull(output, "output is null");
      this.function = requireNonNull(function, "function is null");
      this.arguments = List.copyOf(arguments);
      this.filter = filter;
    }
  }

  /** Functions over one window. The columns are those of the input, then the functions. */
  record Window(
      LogicalPlan input,
      List<Expression> partition,
      List<SortItem> order,
      Frame frame,
      List<WindowFunction> functions)
      implements LogicalOperator {
    public Window {
      requireNonNull(input, "input is null");
      partition = List.copyOf(partition);
      order = List.copyOf(order);
      requireNonNull(frame, "frame is null");
      functions = List.copyOf(functions);
    }

    @Override
    public List<Variable> columns() {
      List<Variable> all = new ArrayList<>(input.columns());
      functions.forEach(function -> all.add(function.output()));
      return all;
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Window(others.getFirst(), partition, order, frame, functions);
    }

    @Override
    public List<Expression> expressions() {
      List<Expression> all = new ArrayList<>(partition);
      order.forEach(item -> all.add(item.expression()));
      addIfPresent(all, frame.start().offset());
      addIfPresent(all, frame.end().offset());
      for (WindowFunction function : functions) {
        all.addAll(function.arguments());
        addIfPresent(all, function.filter());
      }
      return all;
    }

    private static void addIfPresent(List<Expression> all, @Nullable Expression expression) {
      if (expression != null) {
        all.add(expression);
      }
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      Iterator<Expression> next = others.iterator();
      List<Expression> otherPartition = new ArrayList<>();
      partition.forEach(_ -> otherPartition.add(next.next()));
      List<SortItem> otherOrder = new ArrayList<>();
      order.forEach(item -> otherOrder.add(item.by(next.next())));
      FrameBound start = bound(frame.start(), next);
      FrameBound end = bound(frame.end(), next);
      List<WindowFunction> changed = new ArrayList<>();
      for (WindowFunction function : functions) {
        List<Expression> arguments = new ArrayList<>();
        function.arguments().forEach(_ -> arguments.add(next.next()));
        Expression filter = function.filter() == null ? null : next.next();
        changed.add(new WindowFunction(function.output(), function.function(), arguments, filter));
      }
      Frame otherFrame = new Frame(frame.unit(), start, end, frame.exclusion());
      return new Window(input, otherPartition, otherOrder, otherFrame, changed);
    }

    private static FrameBound bound(FrameBound bound, Iterator<Expression> next) {
      return bound.offset() == null ? bound : new FrameBound(bound.direction(), next.next());
    }
  }

  /**
   * Set-returning function.
   *
   * @param call expression whose value is a list; NULL is an empty one
   * @param columns one for the elements, or one for each field of the rows in the list
   */
  record SetFunction(Expression call, List<Variable> columns) {
    public SetFunction {
      requireNonNull(call, "call is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Rows of set-returning functions for each row of the input, in lockstep, the shorter lists
   * padded with NULLs. The columns are those of the input, those of the functions, and the ordinal.
   *
   * @param ordinality number of the row from 1; null without WITH ORDINALITY
   */
  record Unnest(LogicalPlan input, List<SetFunction> functions, @Nullable Variable ordinality)
      implements LogicalOperator {
    public Unnest(LogicalPlan input, List<SetFunction> functions, @Nullable Variable ordinality) {
      this.input = requireNonNull(input, "input is null");
      this.functions = List.copyOf(functions);
      this.ordinality = ordinality;
    }

    @Override
    public List<Variable> columns() {
      List<Variable> all = new ArrayList<>(input.columns());
      functions.forEach(function -> all.addAll(function.columns()));
      if (ordinality != null) {
        all.add(ordinality);
      }
      return all;
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Unnest(others.getFirst(), functions, ordinality);
    }

    @Override
    public List<Expression> expressions() {
      return new ListView<>(functions, SetFunction::call);
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      List<SetFunction> changed = new ArrayList<>();
      for (int i = 0; i < functions.size(); i++) {
        changed.add(new SetFunction(others.get(i), functions.get(i).columns()));
      }
      return new Unnest(input, changed, ordinality);
    }
  }

  private static List<SortItem> sorted(List<SortItem> keys, List<Expression> others) {
    List<SortItem> changed = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      changed.add(keys.get(i).by(others.get(i)));
    }
    return changed;
  }
}
