package dev.colonnade.sql.block.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of a block. */
public sealed interface Step {
  /** The line on which it begins, the first of the block being 1. */
  int line();

  /** A block within the block, or all of it. */
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

  /** What is done about errors; {@code state} and {@code message} tell of them. */
  record Handler(List<Condition> conditions, List<Step> body, Variable state, Variable message) {
    public Handler {
      conditions = List.copyOf(conditions);
      body = List.copyOf(body);
    }
  }

  /** {@code target := value}. */
  record Assign(int line, Target target, Fragment value) implements Step {}

  /** IF; each branch but the last may be left out by its condition. */
  record If(int line, List<Branch> branches, List<Step> otherwise) implements Step {
    public If {
      branches = List.copyOf(branches);
      otherwise = List.copyOf(otherwise);
    }
  }

  /** Steps behind a condition. */
  record Branch(Fragment condition, List<Step> body) {
    public Branch {
      body = List.copyOf(body);
    }
  }

  /**
   * CASE.
   *
   * @param subject what is compared; null if the branches are conditions
   * @param holder of the subject's value, to which the conditions of the branches refer
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

  /** LOOP and WHILE; a LOOP has no condition. */
  record Loop(int line, @Nullable String label, @Nullable Fragment condition, List<Step> body)
      implements Step {
    public Loop {
      body = List.copyOf(body);
    }
  }

  /** FOR over numbers. */
  record ForRange(int line, @Nullable String label, Variable variable, Range range, List<Step> body)
      implements Step {
    public ForRange {
      body = List.copyOf(body);
    }
  }

  /** Numbers from one to another. */
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

  /** EXIT, or CONTINUE. */
  record Leave(int line, boolean isExit, @Nullable String label, @Nullable Fragment condition)
      implements Step {}

  /** A statement of SQL, or PERFORM, or EXECUTE; with the variables that take its row. */
  record Run(int line, Source source, boolean isPerform, @Nullable Into into) implements Step {}

  /** Where a statement comes from. */
  sealed interface Source {}

  /** A statement that stands there. */
  record Written(Fragment statement) implements Source {}

  /** The text of a statement, and its parameters. */
  record Made(Fragment text, List<Fragment> using) implements Source {
    public Made {
      using = List.copyOf(using);
    }
  }

  /** Variables that take the row of a query. */
  record Into(List<Target> targets, boolean strict) {
    public Into {
      targets = List.copyOf(targets);
    }
  }

  /** GET DIAGNOSTICS, about the last statement or about the error that is handled. */
  record Diagnostics(int line, boolean stacked, List<Item> items) implements Step {
    public Diagnostics {
      items = List.copyOf(items);
    }
  }

  /** A variable, and what it shall be told. */
  record Item(Target target, String name) {}

  /**
   * RAISE.
   *
   * @param what null to raise again what is handled
   */
  record Raise(int line, @Nullable Raised what) implements Step {}

  /**
   * What is raised.
   *
   * @param level in lower case; an error is an exception
   * @param sqlState empty if none is named
   * @param condition its name; empty if none is named
   * @param format empty if there is none
   */
  record Raised(
      String level, String sqlState, String condition, Message format, List<Option> options) {
    public Raised {
      options = List.copyOf(options);
    }
  }

  /** A text with places for values. */
  record Message(@Nullable String format, List<Fragment> values) {
    public Message {
      values = List.copyOf(values);
    }
  }

  /** Something more to say of what is raised, by its name in lower case. */
  record Option(String name, Fragment value) {}

  /** ASSERT. */
  record Assert(int line, Fragment condition, @Nullable Fragment message) implements Step {}

  /** RETURN. */
  record Return(int line) implements Step {}

  /** COMMIT, or ROLLBACK. */
  record End(int line, boolean isCommit, boolean chain) implements Step {}

  /** NULL. */
  record Nothing(int line) implements Step {}
}
