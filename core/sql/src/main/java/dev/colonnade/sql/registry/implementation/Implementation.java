package dev.colonnade.sql.registry.implementation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction;
import java.util.List;

/** Implementation of a function, operator, aggregate or window function. */
public sealed interface Implementation {
  /** Absence of an implementation: a call is refused as not supported. */
  record Absent() implements Implementation {}

  /**
   * A Java method, or the kernel that replaces it.
   *
   * @param forms of the arguments; the last one is that of all further arguments; empty if all are
   *     values
   * @param parameterCount of the method, without a service; missing arguments are NULL
   */
  record Method(ScalarFunction function, List<ArgumentForm> forms, int parameterCount)
      implements Implementation {
    private static final ArgumentForm VALUE = new ArgumentForm.Value();

    public Method {
      requireNonNull(function, "function is null");
      forms = List.copyOf(forms);
    }

    /** Returns the form of an argument, by its position from 0. */
    public ArgumentForm form(int index) {
      return forms.isEmpty() ? VALUE : forms.get(Math.min(index, forms.size() - 1));
    }
  }

  /** The negation of a Boolean implementation. */
  record Negation(Implementation of) implements Implementation {
    public Negation {
      requireNonNull(of, "of is null");
    }
  }

  /**
   * A comparison by the order of the values.
   *
   * @param operator "=", "&lt;&gt;", "&lt;" and so on
   */
  record Comparison(String operator) implements Implementation {
    public Comparison {
      requireNonNull(operator, "operator is null");
    }
  }

  /** The rows of a row type of the members of JSON objects. */
  record JsonRecord(String name) implements Implementation {
    public JsonRecord {
      requireNonNull(name, "name is null");
    }
  }

  /**
   * A function of the labels of the enum of its first argument.
   *
   * @param method of {@code EnumLabelOrder}, which receives the labels before the arguments
   */
  record EnumLabels(String method) implements Implementation {
    public EnumLabels {
      requireNonNull(method, "method is null");
    }
  }

  /** The first argument itself. */
  record Same() implements Implementation {}

  /** The cast of the first argument to the type of the result. */
  record Cast() implements Implementation {}

  /** The first argument, fitted to the modifier that is the second. */
  record Fit() implements Implementation {}

  /** A function of sequences. */
  record Sequence(String name) implements Implementation {
    public Sequence {
      requireNonNull(name, "name is null");
    }
  }

  /** An accumulator of this name. */
  record Aggregate(String name) implements Implementation {
    public Aggregate {
      requireNonNull(name, "name is null");
    }
  }

  /** A function of windows of this name. */
  record Window(String name) implements Implementation {
    public Window {
      requireNonNull(name, "name is null");
    }
  }
}
