package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import java.util.ArrayList;
import java.util.List;

/** Logical plan that combines whole inputs. */
public sealed interface LogicalSet extends LogicalPlan {
  @Override
  default List<Expression> expressions() {
    return List.of();
  }

  @Override
  default LogicalPlan withExpressions(List<Expression> others) {
    return this;
  }

  /** Kinds of set operations. */
  enum Kind {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /**
   * Set operation over the columns of its inputs, by position. NULLs are equal.
   *
   * @param all whether duplicates count
   * @param inputs two or more, each with as many columns as the result, of the same kinds
   * @param columns new variables
   */
  record SetOperation(Kind kind, boolean all, List<LogicalPlan> inputs, List<Variable> columns)
      implements LogicalSet {
    public SetOperation {
      requireNonNull(kind, "kind is null");
      inputs = List.copyOf(inputs);
      columns = List.copyOf(columns);
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new SetOperation(kind, all, others, columns);
    }
  }

  /**
   * Recursive query: the rows of the seed, then rounds of the step over the rows that the last
   * round added, until a round adds none.
   *
   * @param id by which the step refers to its working table
   * @param all whether duplicates are retained
   * @param columns new variables for those of both inputs, by position
   */
  record Recursion(int id, LogicalPlan seed, LogicalPlan step, boolean all, List<Variable> columns)
      implements LogicalSet {
    public Recursion {
      requireNonNull(seed, "seed is null");
      requireNonNull(step, "step is null");
      columns = List.copyOf(columns);
    }

    @Override
    public List<LogicalPlan> inputs() {
      return List.of(seed, step);
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Recursion(id, others.getFirst(), others.getLast(), all, columns);
    }
  }

  /** Evaluation of a common table expression: PostgreSQL's rule is applied by the analyzer. */
  enum Evaluation {
    /** Once, for all of its references. */
    MATERIALIZED,
    /** In the place of each reference. */
    INLINED
  }

  /** Common table expression. */
  record CommonTable(int id, String name, LogicalPlan plan, Evaluation evaluation) {
    public CommonTable {
      requireNonNull(name, "name is null");
      requireNonNull(plan, "plan is null");
      requireNonNull(evaluation, "evaluation is null");
    }
  }

  /** Plan with common table expressions; each may refer to those before it. */
  record With(List<CommonTable> tables, LogicalPlan body) implements LogicalSet {
    public With {
      tables = List.copyOf(tables);
      requireNonNull(body, "body is null");
    }

    @Override
    public List<Variable> columns() {
      return body.columns();
    }

    /** Returns the plans of the common table expressions, then the body. */
    @Override
    public List<LogicalPlan> inputs() {
      List<LogicalPlan> all = new ArrayList<>();
      tables.forEach(table -> all.add(table.plan()));
      all.add(body);
      return all;
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      List<CommonTable> changed = new ArrayList<>();
      for (int i = 0; i < tables.size(); i++) {
        CommonTable table = tables.get(i);
        changed.add(new CommonTable(table.id, table.name, others.get(i), table.evaluation));
      }
      return new With(changed, others.getLast());
    }
  }
}
