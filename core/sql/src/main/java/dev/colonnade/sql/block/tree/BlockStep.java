package dev.colonnade.sql.block.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement of a PL/pgSQL block. */
public sealed interface BlockStep {
  /** Returns the line on which the statement begins; the first line of the block is 1. */
  int line();

  /** Block, nested or outermost. */
  record Block(
      int line,
      @Nullable String label,
      List<BlockVariable> variables,
      List<BlockStep> body,
      List<Handler> handlers)
      implements BlockStep {
    public Block {
      variables = List.copyOf(variables);
      body = List.copyOf(body);
      handlers = List.copyOf(handlers);
    }
  }

  /**
   * Exception handler; {@code state} and {@code message} are its variables SQLSTATE and SQLERRM.
   */
  record Handler(
      List<ErrorCondition> conditions,
      List<BlockStep> body,
      BlockVariable state,
      BlockVariable message) {
    public Handler {
      conditions = List.copyOf(conditions);
      body = List.copyOf(body);
    }
  }

  /** Assignment, {@code target := value}. */
  record Assign(int line, AssignmentTarget target, SqlFragment value) implements BlockStep {}

  /** IF with its branches. */
  record If(int line, List<Branch> branches, List<BlockStep> otherwise) implements BlockStep {
    public If {
      branches = List.copyOf(branches);
      otherwise = List.copyOf(otherwise);
    }
  }

  /** Condition and the statements that it guards. */
  record Branch(SqlFragment condition, List<BlockStep> body) {
    public Branch {
      body = List.copyOf(body);
    }
  }

  /**
   * CASE.
   *
   * @param subject the compared value; null if the branches have conditions of their own
   * @param holder variable of the subject's value, to which the conditions of the branches refer
   * @param otherwise null if there is no ELSE
   */
  record Case(
      int line,
      @Nullable SqlFragment subject,
      BlockVariable holder,
      List<Branch> branches,
      @Nullable List<BlockStep> otherwise)
      implements BlockStep {
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** LOOP or WHILE; a LOOP has no condition. */
  record Loop(
      int line, @Nullable String label, @Nullable SqlFragment condition, List<BlockStep> body)
      implements BlockStep {
    public Loop {
      body = List.copyOf(body);
    }
  }

  /** FOR over a range of integers. */
  record ForRange(
      int line, @Nullable String label, BlockVariable variable, Range range, List<BlockStep> body)
      implements BlockStep {
    public ForRange {
      body = List.copyOf(body);
    }
  }

  /** Range of integers. */
  record Range(boolean reverse, SqlFragment from, SqlFragment to, @Nullable SqlFragment by) {}

  /** FOR over the rows of a query. */
  record ForQuery(
      int line,
      @Nullable String label,
      List<AssignmentTarget> targets,
      Source source,
      List<BlockStep> body)
      implements BlockStep {
    public ForQuery {
      targets = List.copyOf(targets);
      body = List.copyOf(body);
    }
  }

  /** FOREACH over the elements of an array; a slice is the whole array. */
  record ForEach(
      int line,
      @Nullable String label,
      List<AssignmentTarget> targets,
      boolean isSlice,
      SqlFragment array,
      List<BlockStep> body)
      implements BlockStep {
    public ForEach {
      targets = List.copyOf(targets);
      body = List.copyOf(body);
    }
  }

  /** EXIT or CONTINUE. */
  record Leave(int line, boolean isExit, @Nullable String label, @Nullable SqlFragment condition)
      implements BlockStep {}

  /** SQL statement, PERFORM or EXECUTE, with the variables that receive its row. */
  record Run(int line, Source source, boolean isPerform, @Nullable Into into)
      implements BlockStep {}

  /** Source of a statement's text. */
  sealed interface Source {}

  /** Static SQL: a statement in the block's text. */
  record StaticSql(SqlFragment statement) implements Source {}

  /** Dynamic SQL: an expression for the text of a statement, and its parameters. */
  record DynamicSql(SqlFragment text, List<SqlFragment> using) implements Source {
    public DynamicSql {
      using = List.copyOf(using);
    }
  }

  /** INTO clause: the variables that receive the row of a query. */
  record Into(List<AssignmentTarget> targets, boolean strict) {
    public Into {
      targets = List.copyOf(targets);
    }
  }

  /** GET DIAGNOSTICS, of the last statement or of the handled error. */
  record Diagnostics(int line, boolean stacked, List<Item> items) implements BlockStep {
    public Diagnostics {
      items = List.copyOf(items);
    }
  }

  /** Item of GET DIAGNOSTICS and the variable that receives it. */
  record Item(AssignmentTarget target, String name) {}

  /**
   * RAISE.
   *
   * @param what null to raise the handled error again
   */
  record Raise(int line, @Nullable Raised what) implements BlockStep {}

  /**
   * Arguments of a RAISE.
   *
   * @param level in lower case; an error has the level exception
   * @param sqlState empty if not given
   * @param condition the condition name; empty if not given
   * @param format empty if there is none
   */
  record Raised(
      String level, String sqlState, String condition, Message format, List<Option> options) {
    public Raised {
      options = List.copyOf(options);
    }
  }

  /** Message format with the values of its placeholders. */
  record Message(@Nullable String format, List<SqlFragment> values) {
    public Message {
      values = List.copyOf(values);
    }
  }

  /** Option of USING, by its name in lower case. */
  record Option(String name, SqlFragment value) {}

  /** ASSERT. */
  record Assert(int line, SqlFragment condition, @Nullable SqlFragment message)
      implements BlockStep {}

  /** RETURN. */
  record Return(int line) implements BlockStep {}

  /** COMMIT or ROLLBACK. */
  record End(int line, boolean isCommit, boolean chain) implements BlockStep {}

  /** NULL. */
  record Nothing(int line) implements BlockStep {}
}
