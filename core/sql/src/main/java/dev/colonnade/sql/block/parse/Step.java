package dev.colonnade.sql.block.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement of a PL/pgSQL block. */
public sealed interface Step {
  /** Returns the line on which the statement begins; the first line of the block is 1. */
  int line();

  /** Block, nested or outermost. */
  record Block(
      int line,
      @Nullable String label,
      List<Variable> variables,
      List<Step> body,
      List<Handler> handlers)
      implements Step {
    public Block {
      variables = List.copyOf(variables);
      body = List.copyOf(body);
      handlers = List.copyOf(handlers);
    }
  }

  /**
   * Exception handler; {@code state} and {@code message} are its variables SQLSTATE and SQLERRM.
   */
  record Handler(List<Condition> conditions, List<Step> body, Variable state, Variable message) {
    public Handler {
      conditions = List.copyOf(conditions);
      body = List.copyOf(body);
    }
  }

  /** Assignment, {@code target := value}. */
  record Assign(int line, Target target, Fragment value) implements Step {}

  /** IF with its branches. */
  record If(int line, List<Branch> branches, List<Step> otherwise) implements Step {
    public If {
      branches = List.copyOf(branches);
      otherwise = List.copyOf(otherwise);
    }
  }

  /** Condition and the statements that it guards. */
  record Branch(Fragment condition, List<Step> body) {
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
      @Nullable Fragment subject,
      Variable holder,
      List<Branch> branches,
      @Nullable List<Step> otherwise)
      implements Step {
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** LOOP or WHILE; a LOOP has no condition. */
  record Loop(int line, @Nullable String label, @Nullable Fragment condition, List<Step> body)
      implements Step {
    public Loop {
      body = List.copyOf(body);
    }
  }

  /** FOR over a range of integers. */
  record ForRange(int line, @Nullable String label, Variable variable, Range range, List<Step> body)
      implements Step {
    public ForRange {
      body = List.copyOf(body);
    }
  }

  /** Range of integers. */
  record Range(boolean reverse, Fragment from, Fragment to, @Nullable Fragment by) {}

  /** FOR over the rows of a query. */
  record ForQuery(
      int line, @Nullable String label, List<Target> targets, Source source, List<Step> body)
      implements Step {
    public ForQuery {
      targets = List.copyOf(targets);
      body = List.copyOf(body);
    }
  }

  /** FOREACH over the elements of an array; a slice is the whole array. */
  record ForEach(
      int line,
      @Nullable String label,
      List<Target> targets,
      boolean isSlice,
      Fragment array,
      List<Step> body)
      implements Step {
    public ForEach {
      targets = List.copyOf(targets);
      body = List.copyOf(body);
    }
  }

  /** EXIT or CONTINUE. */
  record Leave(int line, boolean isExit, @Nullable String label, @Nullable Fragment condition)
      implements Step {}

  /** SQL statement, PERFORM or EXECUTE, with the variables that receive its row. */
  record Run(int line, Source source, boolean isPerform, @Nullable Into into) implements Step {}

  /** Source of a statement's text. */
  sealed interface Source {}

  /** Static SQL: a statement in the block's text. */
  record StaticSql(Fragment statement) implements Source {}

  /** Dynamic SQL: an expression for the text of a statement, and its parameters. */
  record DynamicSql(Fragment text, List<Fragment> using) implements Source {
    public DynamicSql {
      using = List.copyOf(using);
    }
  }

  /** INTO clause: the variables that receive the row of a query. */
  record Into(List<Target> targets, boolean strict) {
    public Into {
      targets = List.copyOf(targets);
    }
  }

  /** GET DIAGNOSTICS, of the last statement or of the handled error. */
  record Diagnostics(int line, boolean stacked, List<Item> items) implements Step {
    public Diagnostics {
      items = List.copyOf(items);
    }
  }

  /** Item of GET DIAGNOSTICS and the variable that receives it. */
  record Item(Target target, String name) {}

  /**
   * RAISE.
   *
   * @param what null to raise the handled error again
   */
  record Raise(int line, @Nullable Raised what) implements Step {}

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
  record Message(@Nullable String format, List<Fragment> values) {
    public Message {
      values = List.copyOf(values);
    }
  }

  /** Option of USING, by its name in lower case. */
  record Option(String name, Fragment value) {}

  /** ASSERT. */
  record Assert(int line, Fragment condition, @Nullable Fragment message) implements Step {}

  /** RETURN. */
  record Return(int line) implements Step {}

  /** COMMIT or ROLLBACK. */
  record End(int line, boolean isCommit, boolean chain) implements Step {}

  /** NULL. */
  record Nothing(int line) implements Step {}
}
